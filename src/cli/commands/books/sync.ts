import type { SyncOptions, SyncReport } from '../../../engines/library/index.ts';
import type { Settings } from '../../options/settings.ts';
import { bookNamed, withLibrary } from './session.ts';
import { type Reasons, withOutput } from './sync-output.ts';

export interface SyncFlags {
  readonly book: string;
  readonly dryRun?: boolean;
  readonly delete?: boolean;
  readonly overwrite?: boolean;
  readonly strict?: boolean;
  readonly number?: boolean;
  readonly json?: boolean;
}

type Direction = 'ingest' | 'hydrate';

const REASONS: Readonly<Record<Direction, Reasons>> = {
  ingest: {
    conflict: 'changed in the book and in the folder; hydrate and merge, or --overwrite to take the folder’s',
    keep: 'changed in the book, not in the folder; hydrate to get it, or --overwrite to take the folder’s',
    stale: 'no longer in the folder; --delete removes it from the book',
  },
  hydrate: {
    conflict: 'changed in the folder and in the book; ingest and merge, or --overwrite to take the book’s',
    keep: 'changed in the folder, not in the book; ingest to bring it in, or --overwrite to take the book’s',
    stale: 'no longer in the book; --delete removes it from the folder',
  },
};

/** Brings a folder into a book, or a book into a folder, and tells what happened. */
export async function syncFolder(direction: Direction, folder: string, flags: SyncFlags, settings: Settings) {
  const book = await bookNamed(flags.book);
  return await withLibrary(
    direction,
    settings,
    { settle: true, create: direction === 'ingest', writes: direction === 'ingest' },
    async ({ world, signal, agentId, progress: bar }) => {
      const { hydrate, ingest } = await import('../../../engines/library/index.ts');
      const options: SyncOptions = {
        deletes: flags.delete === true,
        overwrite: flags.overwrite === true,
        dryRun: flags.dryRun === true,
        number: flags.number === true,
        signal,
      };
      const report = await withOutput(bar, flags.json === true, REASONS[direction], (progress) =>
        direction === 'ingest'
          ? ingest(world.library, book, folder, agentId, options, progress)
          : hydrate(world.library, book, folder, options, progress),
      );
      if (report.hint !== undefined) process.stderr.write(`quartet: ${report.hint}\n`);
      return exitCode(report, flags.strict === true);
    },
  );
}

/** 1 when something that both sides want is not carried over; --strict also minds what was left out or is stale. */
function exitCode({ lines, hint }: SyncReport, strict: boolean): number {
  if (hint !== undefined) return 1;
  const minded = strict ? ['conflict', 'failed', 'keep', 'left', 'stale'] : ['conflict', 'failed'];
  return lines.some(({ action }) => minded.includes(action)) ? 1 : 0;
}
