import type { SyncLine, SyncProgress, SyncReport } from '../../../engines/library/index.ts';
import type { Progress } from '../../terminal/progress.ts';

type Action = SyncLine['action'];

/** Why something was not carried over, in the words of the command, where the line itself does not say it. */
export type Reasons = Partial<Record<Action, string>>;

const DONE: Readonly<Record<Action, string>> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  conflict: 'conflict',
  keep: 'kept',
  stale: 'stale',
  left: 'left out',
  failed: 'failed',
};

/** Runs a transfer with a bar on a terminal and a line for each file, and prints what came of it. */
export async function withOutput(
  bar: Progress,
  json: boolean,
  reasons: Reasons,
  transfer: (progress: SyncProgress) => Promise<SyncReport>,
): Promise<SyncReport> {
  const progress: SyncProgress = {
    files: (done, total) => bar.show(done, total),
    line: (line) => {
      if (json || (bar.visible && isRoutine(line))) return;
      bar.clear();
      process.stdout.write(`${describe(line, reasons)}\n`);
    },
  };
  const report = await transfer(progress).finally(() => bar.end());
  process.stdout.write(json ? `${JSON.stringify(report, undefined, 2)}\n` : `${summary(report)}\n`);
  return report;
}

/** Not worth a line of its own on a terminal, where a bar shows that things go on. */
function isRoutine({ action }: SyncLine): boolean {
  return action === 'create' || action === 'update' || action === 'delete';
}

function describe({ action, path, reason }: SyncLine, reasons: Reasons): string {
  const why = reason ?? reasons[action];
  return `${DONE[action].padEnd(8)}  ${path}${why ? ` (${why})` : ''}`;
}

function summary(report: SyncReport): string {
  const counts = new Map<string, number>();
  for (const { action } of report.lines) counts.set(DONE[action], (counts.get(DONE[action]) ?? 0) + 1);
  const parts = [...counts].map(([word, count]) => `${count} ${word}`);
  const head = report.dry_run ? `${report.book}, dry run` : report.book;
  return `${head}: ${[...parts, `${report.unchanged} unchanged`].join(', ')}; ${report.transferred_bytes} bytes transferred`;
}
