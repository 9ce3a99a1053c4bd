import { join } from 'node:path';
import { JournalFailure } from '../../../engines/library/journal/journal.ts';
import {
  type JournalMigrationOptions,
  type JournalMigrationReport,
  migrateJournal,
} from '../../../engines/library/migrate/journal.ts';
import { type JournalPlace, openJournalPlace } from '../../../engines/library/migrate/journal-end.ts';
import { type MigrationOptions, type MigrationReport, migrate } from '../../../engines/library/migrate/migrate.ts';
import { MigrationRecord } from '../../../engines/library/migrate/record.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Log } from '../../../lib/log.ts';
import { refuseMissing } from '../open-storage.ts';
import { auditKeys, rootOf } from '../settings/settings.ts';
import { readJournalPlace } from './journal-place.ts';
import { nameOfPair, openPlace, readPlace, type StoragePlace } from './place.ts';

/** Two places, named as on the command line. */
interface FromAndTo {
  readonly from: string;
  readonly to: string;
}

/** The two journals that are meant, or undefined when none of them is a journal. */
export function journalPlaces(
  { from, to }: FromAndTo,
  options: OptionValues,
): [JournalPlace, JournalPlace] | undefined {
  const source = readJournalPlace(from, '--from', options);
  const target = readJournalPlace(to, '--to', options);
  if (source === undefined && target === undefined) return undefined;
  if (source && target) return [source, target];
  throw new ConfigurationFailure('--from and --to must both be storages, or both be journals.');
}

/** Brings a journal from one database into another. */
export async function migrateJournals(
  [from, to]: readonly [JournalPlace, JournalPlace],
  options: OptionValues,
  how: JournalMigrationOptions,
): Promise<JournalMigrationReport> {
  const source = await openJournalPlace(from, 'from');
  try {
    const target = await openJournalPlace(to, 'to');
    try {
      return await migrateJournal(source, target, {
        keys: auditKeys({ ...options, databaseUrl: undefined }, rootOf(options)),
        ...how,
      });
    } catch (error) {
      how.signal.throwIfAborted();
      throw error instanceof JournalFailure ? error : brokenOff(error);
    } finally {
      await target.db.destroy();
    }
  } finally {
    await source.db.destroy();
  }
}

/** What a database says may hold contents: only its code is told. */
function brokenOff(error: unknown): JournalFailure {
  const { code = 'unknown' } = error as { code?: string };
  const sentence = `The database refused or lost the transaction: ${code}. What has arrived has arrived; run it again to go on.`;
  return new JournalFailure(sentence, { cause: error });
}

/** Brings the books from one place to another. The journal stays where it is. */
export async function migrateStorage(
  { from, to }: FromAndTo,
  options: OptionValues,
  log: Log,
  how: MigrationOptions,
): Promise<MigrationReport> {
  const places = [readPlace(from, '--from', options), readPlace(to, '--to', options)] as const;
  if (places[0].kind === 'fs') await refuseMissing(places[0].folder, '--from fs:FOLDER');
  const source = await openPlace(places[0], log);
  const target = await openPlace(places[1], log);
  try {
    return await migrate(source, target, await MigrationRecord.open(recordFile(...places)), how);
  } finally {
    await source.close();
    await target.close();
  }
}

/** Beside the files of the folder that takes part; from bucket to bucket there is none. */
function recordFile(from: StoragePlace, to: StoragePlace): string | undefined {
  const place = [from, to].find(({ kind }) => kind === 'fs');
  return place?.kind === 'fs'
    ? join(place.folder, '.quartet', 'migrations', `${nameOfPair(from, to)}.jsonl`)
    : undefined;
}
