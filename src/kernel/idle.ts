const AFTER_MS = 10;

/** Does small pieces of work one by one, soon, and between them whatever else has come up. */
export function runWhenIdle(pieces: readonly (() => void | Promise<void>)[]): void {
  const left = [...pieces];
  const next = async () => {
    try {
      await left.shift()?.();
    } catch {
      // The first call that needs what could not be made ready will tell why.
    }
    if (left.length > 0) setImmediate(() => void next());
  };
  setTimeout(() => void next(), AFTER_MS).unref();
}

/** Clears what loading a program leaves behind; else the first answer that needs some memory waits for it. */
export async function collectGarbage(): Promise<void> {
  const [{ setFlagsFromString }, { runInNewContext }] = await Promise.all([import('node:v8'), import('node:vm')]);
  // The flag works for contexts that are made later.
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  setFlagsFromString('--no-expose-gc');
}
