import type { Progress } from './progress.ts';

/** The exit code of a command that was stopped by Ctrl-C. */
const INTERRUPTED = 130;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const GO_ON = 'What is done is done; run it again to go on.';

interface Interruption {
  /** Tells how far it came, and ends. */
  readonly progress?: Pick<Progress, 'reached' | 'end'>;
  readonly advice?: string;
}

/** Runs a command with a signal that fires at Ctrl-C, and gives its exit code; an interrupted one says what was done. */
export async function untilInterrupted(
  work: (signal: AbortSignal) => Promise<number>,
  { progress, advice = GO_ON }: Interruption = {},
): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort(new Error('interrupted'));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    progress?.end();
    // The terminal has written ^C there.
    const line = process.stderr.isTTY ? '\r\u001b[K' : '';
    process.stderr.write(`${line}quartet: interrupted${progress?.reached ?? ''}. ${advice}\n`);
    return INTERRUPTED;
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
  }
}
