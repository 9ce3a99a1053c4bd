import { join } from 'node:path';
import type { Log } from '../../../kernel/log.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { type MigrationOptions, type MigrationReport, migrate } from './migrate.ts';
import { nameOfPair, openPlace, type Place, readPlace } from './place.ts';
import { MigrationRecord } from './record.ts';

/** Brings the books from one place to another, both named as on the command line. The journal stays where it is. */
export async function migrateStorage(
  { from, to }: { readonly from: string; readonly to: string },
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
