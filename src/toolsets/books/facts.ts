import { journalFile } from '../../engines/library/journal/open.ts';
import { postgresPlace } from '../../engines/library/journal/postgres/url.ts';
import type { Fact } from '../../kernel/toolset.ts';
import { inTime } from '../../lib/abort.ts';
import type { BooksSettings } from './settings/settings.ts';
import type { BooksWorld } from './world.ts';

/** A database that does not answer must not keep a person waiting. */
const PATIENCE_MS = 1000;

/** What the settings say about a library, without keys and passwords. */
export function settingFacts(settings: BooksSettings): Fact[] {
  const { root, databaseUrl, auditKeys, storage, readOnly } = settings;
  const file = journalFile(root, databaseUrl);
  const key: Fact = auditKeys
    ? { label: 'Audit key', value: auditKeys.place }
    : { label: 'Audit key', value: 'none: the audit log is not sealed', state: 'warning' };
  return [
    ...placeFacts(root, storage),
    { label: 'Journal', value: file ? `SQLite, ${file}` : `PostgreSQL, ${postgresPlace(databaseUrl ?? '')}` },
    key,
    { label: 'Read-only', value: readOnly ? 'yes' : 'no' },
  ];
}

function placeFacts(root: string, storage: BooksSettings['storage']): Fact[] {
  if (storage === 'folder') return [fact('Library', root), fact('Storage', 'folder')];
  const { kind, bucket, prefix, endpoint, region } = storage;
  const where = endpoint ?? `Amazon, ${region}`;
  return [fact('Library', `${bucket}/${prefix}`), fact('Storage', `${kind === 's3' ? 'S3' : 'Supabase'}, ${where}`)];
}

function fact(label: string, value: string): Fact {
  return { label, value };
}

/** What a person who runs the server wants to know. */
export async function booksFacts({ library, settingFacts: settled }: BooksWorld): Promise<Fact[]> {
  return [...settled, ...((await inTime(PATIENCE_MS, journalFacts(library))) ?? UNKNOWN)];
}

const UNKNOWN: readonly Fact[] = [{ label: 'Books', value: 'the journal does not answer', state: 'failing' }];

async function journalFacts({ journal, recovery }: BooksWorld['library']): Promise<readonly Fact[]> {
  try {
    const [books, interrupted] = await Promise.all([journal.books(), journal.intents('expired')]);
    return [fact('Books', String(books.length)), changes(recovery.setAside.length, interrupted.length)];
  } catch {
    return UNKNOWN;
  }
}

/** Those that were set aside are among the interrupted. */
function changes(setAside: number, interrupted: number): Fact {
  const label = 'Interrupted changes';
  if (setAside > 0)
    return { label, value: `${setAside} cannot be settled: see quartet books verify`, state: 'warning' };
  if (interrupted > 0) return { label, value: `${interrupted} not settled yet`, state: 'warning' };
  return { label, value: 'none', state: 'ok' };
}
