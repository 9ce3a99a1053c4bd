import { spawn } from 'node:child_process';

const MAX_CANDIDATES = 100_000;

export interface Candidates {
  readonly paths: readonly string[];
  /** False when time ran out or there were too many. */
  readonly complete: boolean;
}

/** The paths that Spotlight names for a predicate; rejects when it cannot be asked. */
export async function askSpotlight(
  scope: string,
  predicate: string,
  { signal, timeMs }: { readonly signal: AbortSignal; readonly timeMs: number },
): Promise<Candidates> {
  signal.throwIfAborted();
  const timeIsUp = AbortSignal.timeout(timeMs);
  const child = spawn('mdfind', ['-0', '-onlyin', scope, predicate], {
    stdio: ['ignore', 'pipe', 'ignore'],
    signal: AbortSignal.any([signal, timeIsUp]),
    killSignal: 'SIGKILL',
  });
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  // Reported by the `await` below; a program that is not there fails before the first path.
  ended.catch(() => undefined);
  const paths: string[] = [];
  for await (const path of split(child.stdout, timeIsUp)) {
    if (paths.length === MAX_CANDIDATES) {
      child.kill('SIGKILL');
      return { paths, complete: false };
    }
    paths.push(path);
  }
  const code = await ended.catch((error: unknown) => {
    signal.throwIfAborted();
    if (timeIsUp.aborted) return undefined;
    throw error;
  });
  if (code === undefined) return { paths, complete: false };
  if (code !== 0) throw new Error(`mdfind ended with ${code}.`);
  return { paths, complete: true };
}

/** The pieces between NUL bytes: a path may hold anything else. */
async function* split(output: AsyncIterable<Buffer>, timeIsUp: AbortSignal): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  try {
    for await (const chunk of output) {
      const bytes = Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
        yield bytes.toString('utf8', start, end);
        start = end + 1;
      }
      rest = bytes.subarray(start);
    }
  } catch (error) {
    if (!timeIsUp.aborted) throw error;
  }
}
