import { resolve } from 'node:path';
import { isPostgresUrl } from '../../../engines/library/journal/postgres/url.ts';
import type { JournalPlace } from '../../../engines/library/migrate/journal-end.ts';
import type { OptionValues } from '../../../kernel/toolset.ts';
import { ConfigurationFailure } from '../../../lib/failures.ts';

/** Reads `sqlite:FILE`, `postgresql://…`, or `postgresql` for the address in DATABASE_URL; undefined for anything else. */
export function readJournalPlace(text: string, flag: string, options: OptionValues): JournalPlace | undefined {
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (file !== undefined) return { kind: 'sqlite', file: resolve(file) };
  if (text !== 'postgresql') return isPostgresUrl(text) ? { kind: 'postgresql', url: text } : undefined;
  const { databaseUrl } = options;
  if (databaseUrl !== undefined && isPostgresUrl(databaseUrl)) return { kind: 'postgresql', url: databaseUrl };
  throw new ConfigurationFailure(
    `${flag} postgresql takes its address from DATABASE_URL, which must be postgresql://….`,
  );
}
