import { DEMO_BOOK } from '../../../demo-book/index.ts';
import type { SyncLine, SyncProgress, SyncReport } from '../../../engines/library/index.ts';
import type { Settings } from '../../options/settings.ts';
import { withLibrary } from './session.ts';
import { withOutput } from './sync-output.ts';

export interface DemoFlags {
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

const KEPT = 'changed, deleted or added in the library';

/** Brings the demo book into the library. What somebody has changed, added or deleted there stays so. */
export function addDemoBook({ overwrite = false, json = false }: DemoFlags, settings: Settings): Promise<number> {
  const access = { settle: true, create: true, writes: true };
  return withLibrary('demo', settings, access, async ({ world, signal, agentId, progress: bar }) => {
    const { bookId, ingest, verify } = await import('../../../engines/library/index.ts');
    const book = bookId(DEMO_BOOK.id);
    // Files that were removed by hand are still in the journal, since a disk might just not be mounted.
    const { findings } = await verify(world.library, { book, repair: overwrite, signal });
    const missing = findings.filter(({ kind, repaired }) => kind === 'missing' && !repaired).length;
    const options = { deletes: false, overwrite, dryRun: false, signal };
    const report = await withOutput(bar, json, { keep: KEPT }, async (progress) =>
      asKept(await ingest(world.library, book, DEMO_BOOK.folder, agentId, options, alsoKept(progress))),
    );
    if (missing > 0) process.stderr.write(`quartet: ${missing} files of the book are missing. ${BACK}\n`);
    else if (!json) process.stdout.write(conclusion(report, overwrite));
    return missing > 0 || some(report, 'failed') ? 1 : 0;
  });
}

/** There is nobody to merge with: whatever is not the demo book's is the reader's, and stays. */
function keptLine(line: SyncLine): SyncLine {
  return line.action === 'conflict' || line.action === 'stale' ? { ...line, action: 'keep' } : line;
}

function alsoKept({ files, line }: SyncProgress): SyncProgress {
  return { files, line: (told) => line(keptLine(told)) };
}

function asKept(report: SyncReport): SyncReport {
  return { ...report, lines: report.lines.map(keptLine) };
}

const BACK = '--overwrite brings back lessons and pictures that were changed or deleted.';

function conclusion(report: SyncReport, overwrite: boolean): string {
  const back = some(report, 'keep') && !overwrite ? `${BACK}\n` : '';
  return `${outcome(report)}\n${back}`;
}

function outcome(report: SyncReport): string {
  if (some(report, 'failed')) return 'The demo book is not complete: what failed is named above. Run this again.';
  if (!some(report, 'create', 'update')) return 'The demo book was there already: nothing was changed.';
  return `The demo book is in your library. It begins with ${DEMO_BOOK.firstLesson}.`;
}

function some({ lines }: SyncReport, ...actions: SyncLine['action'][]): boolean {
  return lines.some(({ action }) => actions.includes(action));
}
