import type { BookId, UserId } from '../../../engines/library/model/names.ts';
import { openLog } from '../../../kernel/log.ts';
import type { Opening } from '../../../toolsets/books/open.ts';
import type { BooksWorld } from '../../../toolsets/books/world.ts';
import { VERSION } from '../../../version.ts';
import type { Settings } from '../../options/settings.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';
import { UsageError } from '../../terminal/usage.ts';

export interface Work {
  readonly world: BooksWorld;
  /** Fires at Ctrl-C. */
  readonly signal: AbortSignal;
  /** The name in the audit log. */
  readonly agentId: string;
  /** To be cleared before something is printed. */
  readonly progress: Progress;
}

/** What a command needs of the library. */
interface Access extends Pick<Opening, 'settle' | 'create'> {
  /** Whether it changes the library. */
  readonly writes?: boolean;
  readonly seals?: boolean;
}

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
  const progress = new Progress(process.stderr, command);
  let world: BooksWorld | undefined;
  try {
    const opened = await openBooks(options, log, { settle, create, ...(seals && { sealing: 'told' }) });
    world = opened;
    const agentId = world.agentOf({ name: `quartet books ${command}`, version: VERSION });
    return await untilInterrupted((signal) => work({ world: opened, signal, agentId, progress }), { progress });
  } catch (error) {
    const sentence = await failureSentence(error);
    if (sentence === undefined) throw error;
    progress.end();
    process.stderr.write(`quartet: ${sentence}\n`);
    return 1;
  } finally {
    progress.end();
    if (world !== undefined) await closeBooks(world);
    await log.flush();
  }
}

/** The id of a book that somebody has typed. */
export async function bookNamed(text: string, argument = '--book'): Promise<BookId> {
  const { bookId, BookFailure } = await import('../../../engines/library/index.ts');
  try {
    return bookId(text);
  } catch (error) {
    if (!(error instanceof BookFailure)) throw error;
    throw new UsageError(String(error.data?.message).replace('book_id', argument));
  }
}

/** The id of a user that somebody has typed. */
export async function userNamed(text: string): Promise<UserId> {
  const { BookFailure, userId } = await import('../../../engines/library/index.ts');
  try {
    return userId(text);
  } catch (error) {
    if (!(error instanceof BookFailure)) throw error;
    throw new UsageError(String(error.data?.message).replaceAll('user_id', '--user'));
  }
}

/** What to say of a failure that is none of this program. */
export async function failureSentence(error: unknown): Promise<string | undefined> {
  const { BookFailure, JournalFailure, StorageFailure } = await import('../../../engines/library/index.ts');
  if (error instanceof BookFailure) return String(error.data?.message);
  return error instanceof StorageFailure || error instanceof JournalFailure ? error.message : undefined;
}
