import type { MigrationLine, MigrationReport } from '../../../engines/library/index.ts';
import { openLog } from '../../../kernel/log.ts';
import type { Settings } from '../../options/settings.ts';
import { untilInterrupted } from '../../terminal/interrupt.ts';
import { Progress } from '../../terminal/progress.ts';

export interface MigrateFlags {
  readonly from: string;
  readonly to: string;
  readonly dryRun?: boolean;
  readonly overwrite?: boolean;
  readonly json?: boolean;
}

const WORDS: Readonly<Record<MigrationLine['action'], string>> = {
  copy: 'copied',
  conflict: 'conflict',
  changed: 'changed',
  failed: 'failed',
  extra: 'extra',
};

const REASONS: Partial<Record<MigrationLine['action'], string>> = {
  conflict: 'differs in the target; --overwrite to replace it',
  changed: 'changed in the source meanwhile; run it again',
  extra: 'in the target only; left there',
};

/** Brings all books from one storage into another, or a journal from one database into another. The exit code is 1 when something did not arrive. */
export async function migrateLibrary(flags: MigrateFlags, settings: Settings): Promise<number> {
  const { StorageFailure } = await import('../../../engines/library/index.ts');
  const { journalPlaces, migrateStorage } = await import('../../../toolsets/books/migrate/index.ts');
  const journals = journalPlaces(flags, settings.options);
  if (journals !== undefined) {
    const { moveJournal } = await import('./migrate-journal.ts');
    return await moveJournal(journals, flags, settings);
  }
  const log = openLog(settings.logLevel, 'panaversity-fs', settings.logStyle);
  const bar = new Progress(process.stderr, 'migrate');
  try {
    return await untilInterrupted(
      async (signal) => {
        const report = await migrateStorage(flags, settings.options, log, {
          dryRun: flags.dryRun === true,
          overwrite: flags.overwrite === true,
          signal,
          onProgress: (done, total) => bar.show(done, total),
          onLine: (line) => {
            if (flags.json || (bar.visible && line.action === 'copy')) return;
            bar.clear();
            process.stdout.write(`${inWords(line)}\n`);
          },
        });
        bar.end();
        process.stdout.write(flags.json ? `${JSON.stringify(report, undefined, 2)}\n` : `${summary(report)}\n`);
        return report.lines.some(({ action }) => action !== 'copy' && action !== 'extra') ? 1 : 0;
      },
      { progress: bar },
    );
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    bar.end();
    process.stderr.write(`quartet: ${error.message} What has arrived has arrived; run it again to go on.\n`);
    return 1;
  } finally {
    bar.end();
    await log.flush();
  }
}

function inWords({ action, key, reason = REASONS[action] }: MigrationLine): string {
  return `${WORDS[action].padEnd(8)}  ${key}${reason ? ` (${reason})` : ''}`;
}

function summary(report: MigrationReport): string {
  const { dry_run, files, bytes, copied, copied_bytes, already, versions, copied_versions, lines } = report;
  const left = lines.filter(({ action }) => action !== 'copy' && action !== 'extra').length;
  const head = dry_run ? 'dry run: ' : '';
  const verdict = left === 0 ? 'all there' : `${left} did not arrive`;
  return `${head}${files} files, ${bytes} bytes: ${copied} copied (${copied_bytes} bytes), ${already} already there, ${versions} versions (${copied_versions} copied), ${verdict}`;
}
