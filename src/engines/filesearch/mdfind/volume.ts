import { execFile } from 'node:child_process';

const MAX_MS = 2000;
const REMEMBER_MS = 60_000;

/** Tells whether Spotlight keeps an index of the volume that a folder is on, and remembers it for a minute. */
export class Volumes {
  readonly #now: () => number;
  readonly #known = new Map<string, { readonly indexed: Promise<boolean>; readonly until: number }>();

  constructor(now: () => number) {
    this.#now = now;
  }

  isIndexed(scope: string): Promise<boolean> {
    const known = this.#known.get(scope);
    if (known && this.#now() < known.until) return known.indexed;
    const indexed = askMdutil(scope);
    for (const [other, { until }] of this.#known) if (until <= this.#now()) this.#known.delete(other);
    this.#known.set(scope, { indexed, until: this.#now() + REMEMBER_MS });
    return indexed;
  }
}

/** Without a clear no, Spotlight may be asked: where it has nothing, the files themselves are looked at. */
function askMdutil(scope: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile('mdutil', ['-s', scope], { timeout: MAX_MS, killSignal: 'SIGKILL' }, (_error, stdout) =>
      resolve(!/disabled|no index/i.test(stdout)),
    );
  });
}
