import { join } from 'node:path';
import { ConfigurationFailure } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { JournalFailure } from '../journal/journal.ts';
import { type JournalMigrationOptions, type JournalMigrationReport, migrateJournal } from './journal.ts';
import { type JournalPlace, openJournalPlace, readJournalPlace } from './journal-place.ts';
import { type MigrationOptions, type MigrationReport, migrate } from './migrate.ts';
import { nameOfPair, openPlace, type Place, readPlace } from './place.ts';
import { MigrationRecord } from './record.ts';

/** Two places, named as on the command line. */
interface Places {
  readonly from: string;
  readonly to: string;
}

/** The two journals that are meant, or undefined when none of them is a journal. */
export function journalPlaces({ from, to }: Places, options: OptionValues): [JournalPlace, JournalPlace] | undefined {
  const source = readJournalPlace(from, '--from', options);
  const target = readJournalPlace(to, '--to', options);
  if (source === undefined && target === undefined) return undefined;
  if (source && target) return [source, target];
  throw new ConfigurationFailure('--from and --to must both be storages, or both be journals.');
}

/** Brings a journal from one database into another. */
export async function migrateJournals(
  [from, to]: readonly [JournalPlace, JournalPlace],
  how: JournalMigrationOptions,
): Promise<JournalMigrationReport> {
  const source = await openJournalPlace(from, 'from');
  try {
    const target = await openJournalPlace(to, 'to');
    try {
      return await migrateJournal(source, target, how);
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
  const sentence = `A database does not do its part (${code}). What has arrived has arrived; run it again to go on.`;
  return new JournalFailure(sentence, { cause: error });
}

/** Brings the books from one place to another. The journal stays where it is. */
export async function migrateStorage(
  { from, to }: Places,
  options: OptionValues,
  log: Log,
  how: MigrationOptions,
): Promise<MigrationReport> {
  const places = [readPlace(from, '--from', options), readPlace(to, '--to', options)] as const;
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
function recordFile(from: Place, to: Place): string | undefined {
  const place = [from, to].find(({ kind }) => kind === 'fs');
  return place?.kind === 'fs'
    ? join(place.folder, '.quartet', 'migrations', `${nameOfPair(from, to)}.jsonl`)
    : undefined;
}
