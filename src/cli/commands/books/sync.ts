import type { SyncLine, SyncOptions, SyncProgress, SyncReport } from '../../../engines/library/index.ts';
import type { Settings } from '../../options/settings.ts';
import { ProgressBar } from '../../terminal/progress.ts';
import { withLibrary } from './session.ts';

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

const DONE: Readonly<Record<SyncLine['action'], string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  conflict: 'conflict',
  keep: 'kept',
  stale: 'stale',
  left: 'left out',
  failed: 'failed',
};

/** Brings a folder into a book, or a book into a folder, and tells what happened. */
export function syncFolder(direction: Direction, folder: string, flags: SyncFlags, settings: Settings) {
  return withLibrary(
    direction,
    settings,
    { settle: true, create: direction === 'ingest', writes: direction === 'ingest' },
    async ({ world, signal, agentId }) => {
      const { bookId, hydrate, ingest } = await import('../../../engines/library/index.ts');
      const book = bookId(flags.book);
      const options: SyncOptions = {
        deletes: flags.delete === true,
        overwrite: flags.overwrite === true,
        dryRun: flags.dryRun === true,
        number: flags.number === true,
        signal,
      };
      const bar = new ProgressBar(process.stderr, `${direction} ${book}`);
      const progress: SyncProgress = {
        files: (done, total) => bar.show(done, total),
        line: (line) => {
          if (flags.json || (bar.visible && isRoutine(line))) return;
          bar.clear();
          process.stdout.write(`${describe(line, direction)}\n`);
        },
      };
      const run =
        direction === 'ingest'
          ? ingest(world.library, book, folder, agentId, options, progress)
          : hydrate(world.library, book, folder, options, progress);
      const report = await run.finally(() => bar.clear());
      process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : `${summary(report)}\n`);
      if (report.hint !== undefined) process.stderr.write(`quartet: ${report.hint}\n`);
      return exitCode(report, flags.strict === true);
    },
  );
}

/** Not worth a line of its own on a terminal, where a bar shows that things go on. */
function isRoutine({ action }: SyncLine): boolean {
  return action === 'create' || action === 'update' || action === 'delete';
}

function describe({ action, path, reason }: SyncLine, direction: Direction): string {
  const why = reason ?? REASONS[direction][action];
  return `${DONE[action].padEnd(8)}  ${path}${why ? ` (${why})` : ''}`;
}

const REASONS: Readonly<Record<Direction, Partial<Record<SyncLine['action'], string>>>> = {
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

function summary(report: SyncReport): string {
  const counts = new Map<string, number>();
  for (const { action } of report.lines) counts.set(DONE[action], (counts.get(DONE[action]) ?? 0) + 1);
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  const head = report.dry_run ? `${report.book}, dry run` : report.book;
  return `${head}: ${[...parts, `${report.unchanged} unchanged`].join(', ')}; ${report.transferred_bytes} bytes transferred`;
}

/** 1 when something that both sides want is not carried over; --strict also minds what was left out or is stale. */
function exitCode({ lines, hint }: SyncReport, strict: boolean): number {
  if (hint !== undefined) return 1;
  const minded = strict ? ['conflict', 'failed', 'keep', 'left', 'stale'] : ['conflict', 'failed'];
  return lines.some(({ action }) => minded.includes(action)) ? 1 : 0;
}
