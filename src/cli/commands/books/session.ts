import { openLog } from '../../../kernel/log.ts';
import type { Opening } from '../../../toolsets/books/open.ts';
import type { BooksWorld } from '../../../toolsets/books/world.ts';
import { VERSION } from '../../../version.ts';
import type { Settings } from '../../options/settings.ts';

export interface Work {
  readonly world: BooksWorld;
  /** Fires at Ctrl-C. */
  readonly signal: AbortSignal;
  /** The name in the audit log. */
  readonly agentId: string;
}

/** What a command needs of the library. */
interface Access extends Pick<Opening, 'settle' | 'create'> {
  /** Whether it changes the library. */
  readonly writes?: boolean;
  readonly seals?: boolean;
}

const INTERRUPTED = 130;

/** Opens the library for one command, runs it and gives its exit code. */
export async function withLibrary(
  command: string,
  settings: Settings,
  { settle = false, create = false, writes = false, seals = false }: Access,
  work: (work: Work) => Promise<number>,
): Promise<number> {
  const { closeBooks, openBooks } = await import('../../../toolsets/books/open.ts');
  const log = openLog(settings.logLevel, 'panaversity-fs', settings.logStyle);
  // A command that only looks may also look at a library that cannot be written.
  const options = writes ? settings.options : { ...settings.options, readOnly: 'yes' };
  const world = await openBooks(options, log, { settle, create, ...(seals && { sealing: 'told' }) });
  try {
    const agentId = world.agentOf({ name: `quartet books ${command}`, version: VERSION });
    return await untilInterrupted((signal) => work({ world, signal, agentId }));
  } catch (error) {
    const sentence = await sentenceOf(error);
    if (sentence === undefined) throw error;
    process.stderr.write(`quartet: ${sentence}\n`);
    return 1;
  } finally {
    await closeBooks(world);
    await log.flush();
  }
}

/** What to say of a failure that is none of this program. */
async function sentenceOf(error: unknown): Promise<string | undefined> {
  const { BookFailure, JournalFailure, StorageFailure } = await import('../../../engines/library/index.ts');
  if (error instanceof BookFailure) return String(error.data?.message);
  return error instanceof StorageFailure || error instanceof JournalFailure ? error.message : undefined;
}

/** Runs a command with a signal that fires when it shall end, and gives its exit code. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  try {
    return await work(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    process.stderr.write('quartet: interrupted. What is done is done; run it again to go on.\n');
    return INTERRUPTED;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt);
  }
}
