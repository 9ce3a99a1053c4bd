import type { JournalMigrationReport } from '../../../engines/library/index.ts';
import type { Settings } from '../../options/settings.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';

type Migrations = typeof import('../../../toolsets/books/migrate/index.ts');
type Places = NonNullable<ReturnType<Migrations['journalPlaces']>>;

interface Flags {
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Brings a journal from one database into another. The exit code is 1 when a book is not in order there. */
export async function moveJournal(places: Places, flags: Flags, { options }: Settings): Promise<number> {
  const { JournalFailure } = await import('../../../engines/library/index.ts');
  const { migrateJournals } = await import('../../../toolsets/books/migrate/index.ts');
  const bar = new Progress(process.stderr, 'migrate');
  try {
    return await untilInterrupted(
      async (signal) => {
        const report = await migrateJournals(places, options, {
          dryRun: flags.dryRun === true,
          signal,
          onProgress: (done, total) => bar.show(done, total),
        });
        bar.end();
        process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : inWords(report));
        return report.verdicts.some(({ reason }) => reason !== undefined) ? 1 : 0;
      },
      { progress: bar },
    );
  } catch (error) {
    if (!(error instanceof JournalFailure)) throw error;
    bar.end();
    process.stderr.write(`quartet: ${error.message}\n`);
    return 1;
  } finally {
    bar.end();
  }
}

function inWords(report: JournalMigrationReport): string {
  const { dry_run, books, files, tombstones, audit_entries, copied_entries, already, verdicts } = report;
  const wrong = verdicts.filter(({ reason }) => reason !== undefined);
  const lines = wrong.map(({ book, reason }) => `wrong     ${book} (${reason})\n`);
  const verdict = dry_run ? 'nothing done' : wrong.length === 0 ? 'verified' : `${wrong.length} books are not in order`;
  const brought = `${copied_entries} of ${audit_entries} audit entries copied, ${already} already there`;
  const head = dry_run ? 'dry run: ' : '';
  return `${lines.join('')}${head}${books} books, ${files} files, ${tombstones} deletions: ${brought}, ${verdict}\n`;
}
