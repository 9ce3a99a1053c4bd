import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { AuditedFile, AuditFilter, AuditRow } from './journal.ts';
import type { StoredEntry } from './seal.ts';
import { instant } from './stamps.ts';

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

/** What the last change of each file of a book has left. */
export async function lastChanges(db: Kysely<Database>, bookId: string): Promise<AuditedFile[]> {
  const last = db
    .selectFrom('audit_log')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('book_id', '=', bookId)
    .where('state_change', '=', 1)
    .groupBy(['path', 'user_id']);
  const query = db.selectFrom('audit_log').where('id', 'in', last).where('new_hash', 'is not', null);
  return await query
    .select(['book_id as bookId', 'path', 'user_id as userId'])
    .select(sql<string>`new_hash`.as('sha256'))
    .execute();
}

const DEFAULT_LIMIT = 100;

/** Audit rows, newest first. */
export async function findEntries(db: Kysely<Database>, filter: AuditFilter): Promise<AuditRow[]> {
  const { from, to, agentId, operation, status, bookId, path, before, limit = DEFAULT_LIMIT } = filter;
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
  const newestFirst = query.orderBy('id', 'desc').limit(Math.max(0, Math.trunc(limit)));
  return (await newestFirst.execute()).map(fromStored);
}

const ENTRY = [
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

function fromStored<Row extends { stateChange: number }>(
  row: Row,
): Omit<Row, 'stateChange'> & { stateChange: boolean } {
  return { ...row, stateChange: row.stateChange === 1 };
}
