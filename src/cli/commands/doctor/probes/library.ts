import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { journalFile } from '../../../../engines/library/journal/open.ts';
import { readPostgresUrl } from '../../../../engines/library/journal/postgres/url.ts';
import { ARCHIVES } from '../../../../engines/library/model/files.ts';
import { isAbsence } from '../../../../lib/errno.ts';
import { harmless } from '../../../../lib/harmless.ts';
import { readSettings } from '../../../../toolsets/books/settings/settings.ts';
import { shortPath } from '../../../terminal/short-path.ts';
import { broken, type Finding, ok, type Probe, warning } from '../finding.ts';
import { quickCheck } from '../sqlite-file.ts';

/** Half of what a probe may take. */
const PATIENCE_MS = 4000;
const MOST_ARCHIVES = 500;
const FULL_CHECK = 'quartet books verify checks everything.';

/** The journal of the library and its archives. */
export const LIBRARY: readonly Probe[] = [
  {
    name: 'Journal',
    run: async ({ options }) => {
      const { root, databaseUrl } = readSettings(options);
      const file = journalFile(root, databaseUrl);
      return [file === undefined ? await postgres(databaseUrl ?? '') : await sqlite(file)];
    },
  },
  {
    name: 'Archives',
    run: async ({ options }) => {
      const { root, storage } = readSettings(options);
      return storage === 'folder' ? [await archives(join(root, ARCHIVES))] : [];
    },
  },
];

async function sqlite(file: string): Promise<Finding> {
  const { is, how = '' } = await quickCheck(file, 'The journal');
  const shown = shortPath(file);
  if (is === 'absent') return ok('Journal', `${shown} (will be made)`);
  if (is === 'sound') return ok('Journal', `${shown}: sound by a quick check; ${FULL_CHECK}`);
  if (is === 'large') return warning('Journal', `${shown} is too large for a quick check`, FULL_CHECK);
  return broken('Journal', `${shown}: ${harmless(how)}`, `Restore it from a backup. ${FULL_CHECK}`);
}

/** Never shows the address, which may hold a password. */
async function postgres(url: string): Promise<Finding> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ ...readPostgresUrl(url), connectionTimeoutMillis: PATIENCE_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    return ok('Journal', `PostgreSQL answers; ${FULL_CHECK}`);
  } catch (error) {
    const { code = 'it does not answer' } = error as { code?: string };
    return broken(
      'Journal',
      `PostgreSQL cannot be reached (${harmless(code)})`,
      'Check PANAVERSITY_DATABASE_URL or DATABASE_URL, and the database.',
    );
  } finally {
    void client.end().catch(() => {});
  }
}

async function archives(folder: string): Promise<Finding> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
    return [];
  });
  const finished = names.filter((name) => name.endsWith('.zip') && !name.startsWith('.'));
  const checked = await Promise.all(finished.slice(0, MOST_ARCHIVES).map((name) => isWhole(join(folder, name))));
  const cut = checked.filter((whole) => !whole).length;
  const text = `${finished.length} in ${shortPath(folder)}`;
  if (cut > 0)
    return broken(
      'Archives',
      `${text}, ${cut} of them incomplete`,
      'quartet books gc --archives-older-than 0 clears them; they are made again when asked for.',
    );
  return ok('Archives', finished.length === 0 ? 'none yet' : text);
}

const END_RECORD = Buffer.from('PK\u0005\u0006');
const END_BYTES = 22;

/** Whether a ZIP has its end, which is written last. */
async function isWhole(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(END_BYTES), 0, END_BYTES, Math.max(0, size - END_BYTES));
    return buffer.subarray(0, END_RECORD.length).equals(END_RECORD);
  } finally {
    await file.close();
  }
}
