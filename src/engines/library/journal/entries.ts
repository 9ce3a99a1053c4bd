import { type Kysely, sql } from 'kysely';
import { anchorOf, keptFiles } from './anchors.ts';
import { NO_ENTRY, type StoredEntry } from './audit-chain.ts';
import type { Database } from './database.ts';
import type { AuditedFile, AuditFilter, AuditRow, Chain } from './journal.ts';

/** Entries of a book in the order of their chain. */
export async function storedEntries(
  db: Kysely<Database>,
  bookId: string,
  after: number | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  let query = db
    .selectFrom('audit_log')
    .select([...ENTRY, 'seq'])
    .where('book_id', '=', bookId);
  if (after !== undefined) query = query.where('seq', '>', after);
  return (await query.orderBy('seq').limit(limit).execute()).map(fromStored);
}

/** Entries of a book from one backwards. */
export async function storedBefore(
  db: Kysely<Database>,
  bookId: string,
  last: number,
  limit: number,
): Promise<StoredEntry[]> {
  const query = db
    .selectFrom('audit_log')
    .select([...ENTRY, 'seq'])
    .where('book_id', '=', bookId)
    .where('seq', '<=', last);
  return (await query.orderBy('seq', 'desc').limit(limit).execute()).map(fromStored);
}

/** The ends of all chains, also of books that are gone or never were. */
export async function heads(db: Kysely<Database>): Promise<Chain[]> {
  const ends = await db
    .selectFrom('audit_chain')
    .select(['book_id as bookId', 'entries', 'last_entry_hash as hash'])
    .execute();
  const known = new Set(ends.map(({ bookId }) => bookId));
  const used = await db.selectFrom('audit_log').select('book_id').distinct().execute();
  // Entries without an end: somebody has removed it.
  const endless = used.filter(({ book_id }) => !known.has(book_id));
  const all = [...ends, ...endless.map(({ book_id }) => ({ bookId: book_id, entries: 0, hash: NO_ENTRY }))];
  const anchors = await db.selectFrom('audit_anchor').select(['book_id', 'entries', 'made_at as at']).execute();
  const removed = new Map(anchors.map(({ book_id, entries, at }) => [book_id, { entries, at }]));
  const chains = all.map((end) => ({ ...end, removed: removed.get(end.bookId) }));
  return chains.sort((a, b) => (a.bookId < b.bookId ? -1 : 1));
}

/** The hash of the entry with which a chain had so many; undefined when there is none such, or not any more. */
export async function hashAt(db: Kysely<Database>, bookId: string, entries: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('audit_log')
    .select('entry_hash')
    .where('book_id', '=', bookId)
    .where('seq', '=', entries)
    .executeTakeFirst();
  if (row !== undefined) return row.entry_hash;
  const anchor = await anchorOf(db, bookId);
  return anchor?.entries === entries ? anchor.hash : undefined;
}

/** What the last change of each file of a book has left. */
export async function lastChanges(db: Kysely<Database>, bookId: string): Promise<AuditedFile[]> {
  const last = db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('book_id', '=', bookId)
    .where('state_change', '=', 1)
    // One that writes what is there already changes neither the content nor who wrote it.
    .where(sql<boolean>`new_hash is distinct from prev_hash`)
    .groupBy(['path', 'user_id']);
  const changes = await db
    .selectFrom('audit_log')
    .where('id', 'in', last)
    .select(['path', 'user_id as userId', 'new_hash as sha256', 'agent_id as agentId'])
    .execute();
  const files = new Map<string, Omit<(typeof changes)[number], 'agentId'> & { agentId?: string }>();
  // Read last: no entry goes before an anchor stands for it.
  for (const file of [...keptFiles(await anchorOf(db, bookId)), ...changes])
    files.set(`${file.path}\0${file.userId}`, file);
  return [...files.values()].flatMap(({ path, userId, sha256, agentId }) =>
    sha256 === null ? [] : [{ bookId, path, userId, sha256, agentId }],
  );
}

const DEFAULT_LIMIT = 100;

/** Audit rows, newest first unless they shall come after one. */
export async function findEntries(db: Kysely<Database>, filter: AuditFilter): Promise<AuditRow[]> {
  const { from, to, agentId, operation, status, bookId, path, before, after, limit = DEFAULT_LIMIT } = filter;
  let query = db.selectFrom('audit_log').select(ENTRY);
  if (from !== undefined) query = query.where('timestamp', '>=', instant(from));
  if (to !== undefined) query = query.where('timestamp', '<=', instant(to));
  if (agentId !== undefined) query = query.where('agent_id', '=', agentId);
  if (operation !== undefined) query = query.where('operation', '=', operation);
  if (status !== undefined) query = query.where(sql.ref('status'), '=', status);
  if (bookId !== undefined) query = query.where('book_id', '=', bookId);
  // PostgreSQL has an escape character by itself, SQLite has none: here both have the same.
  if (path !== undefined) query = query.where(sql<boolean>`path like ${path} escape '\\'`);
  if (before !== undefined) query = query.where('id', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  const inOrder = query.orderBy('id', after === undefined ? 'desc' : 'asc').limit(Math.max(0, Math.trunc(limit)));
  return (await inOrder.execute()).map(fromStored);
}

export const ENTRY = [
  'id',
  'timestamp',
  'agent_id as agentId',
  'operation',
  'book_id as bookId',
  'path',
  'user_id as userId',
  'prev_hash as prevHash',
  'new_hash as newHash',
  'status',
  'error_message as errorMessage',
  'execution_time_ms as executionTimeMs',
  'state_change as stateChange',
  'entry_hash as entryHash',
  'prev_entry_hash as prevEntryHash',
] as const;

export function fromStored<Row extends { stateChange: number }>(
  row: Row,
): Omit<Row, 'stateChange'> & { stateChange: boolean } {
  return { ...row, stateChange: row.stateChange === 1 };
}

/** An instant with any offset in the one form in which text order is time order. */
export function instant(text: string): string {
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new RangeError('Not a point in time.');
  // Years beyond four digits start with a sign, which does not sort.
  if (time > END) return new Date(END).toISOString();
  return new Date(Math.max(time, START)).toISOString();
}

const START = Date.parse('0000-01-01T00:00:00.000Z');
const END = Date.parse('9999-12-31T23:59:59.999Z');
