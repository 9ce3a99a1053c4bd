import { openLog } from '../../kernel/log.ts';
import type { BooksWorld } from '../../toolsets/books/care.ts';
import { VERSION } from '../../version.ts';
import type { Settings } from '../settings.ts';

type Care = typeof import('../../toolsets/books/care.ts');

export interface Work {
  readonly care: Care;
  readonly world: BooksWorld;
  /** Fires at Ctrl-C. */
  readonly signal: AbortSignal;
  /** Who does it, for the audit log. */
  readonly agentId: string;
}

const INTERRUPTED = 130;

/** Opens the library for one command, runs it and gives its exit code. */
export async function withLibrary(
  command: string,
  settings: Settings,
  settle: boolean,
  work: (work: Work) => Promise<number>,
): Promise<number> {
  const care = await import('../../toolsets/books/care.ts');
  const log = openLog(settings.logLevel, 'panaversity-fs');
  const world = await care.openBooks(settings.options, log, { settle });
  try {
    const agentId = world.agentOf({ name: `quartet books ${command}`, version: VERSION });
    return await untilInterrupted((signal) => work({ care, world, signal, agentId }));
  } catch (error) {
    if (!(error instanceof care.BookFailure)) throw error;
    process.stderr.write(`quartet: ${String(error.data?.message)}\n`);
    return 1;
  } finally {
    await care.closeBooks(world);
    await log.flush();
  }
}

/** Runs a command with a signal that fires at Ctrl-C, and gives its exit code. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.stderr.write('quartet: interrupted. What is done is done; run it again to go on.\n');
    return INTERRUPTED;
  } finally {
    process.off('SIGINT', interrupt);
  }
}
