/** Something about a configuration or a server that stops the command; its message is for people. Exit code 1. */
export class InstallProblem extends Error {
  override readonly name = 'InstallProblem';
}

/** A configuration that cannot be read, and where in its text. */
export class BrokenConfig extends InstallProblem {
  constructor(
    readonly reason: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(`line ${line}, column ${column}: ${reason}`);
  }
}
