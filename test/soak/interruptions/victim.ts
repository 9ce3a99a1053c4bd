/** A server whose calls are interrupted, on whichever transport. */
export interface Victim {
  /** Begins a call; its answer, should one come, is thrown away. */
  begin(tool: string, args: object): void;
  /** The client changes its mind about that call. */
  cancel(): void;
  /** The client leaves without a word; on stdio that ends the server. */
  leave(): Promise<void>;
  /** The client stops taking what is said; on stdio that ends the server. */
  closeOutput(): Promise<void>;
  /** Resolves when a ping has been answered; throws when the server has died or says nothing. */
  ping(): Promise<void>;
  /** Ends the server; throws unless it ends as it should. */
  stop(): Promise<void>;
}

export const PATIENCE_MS = 60_000;

/** Throws when something takes so long that it must be taken for dead. */
export async function within<T>(promise: Promise<T>, what: () => string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const impatience = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(what())), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, impatience]);
  } finally {
    clearTimeout(timer);
  }
}

/** A server that was only interrupted has nothing to report. */
export function assertNothingBroke(stderr: string): void {
  const line = stderr.split('\n').find((candidate) => /"level":"error"|unexpected|^\s+at /.test(candidate));
  if (line !== undefined) throw new Error(`the server reports: ${line.slice(0, 2000)}`);
}
