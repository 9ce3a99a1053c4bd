import type { Kysely } from 'kysely';
import { anchorOf } from './anchors.ts';
import { NO_ENTRY } from './audit-chain.ts';
import type { Database } from './database.ts';
import { ENTRY, fromStored } from './entries.ts';
import type { Chain, Trail, TrailFilter } from './journal.ts';

/** How many entries of a book are looked at for those that are wanted; the entries of one file are found by themselves. */
const MOST_LOOKED_AT = 20_000;

/** Entries, newest first, of which at most so many of the book were looked at. */
export async function trail(db: Kysely<Database>, filter: TrailFilter, most = MOST_LOOKED_AT): Promise<Trail> {
  const { bookId, userId, path, before, limit } = filter;
  const beyond = path === undefined ? await idBehind(db, bookId, before, most) : undefined;
  let query = db.selectFrom('audit_log').select(ENTRY).where('book_id', '=', bookId).where('user_id', '=', userId);
  if (path !== undefined) query = query.where('path', '=', path);
  if (before !== undefined) query = query.where('id', '<', before);
  if (beyond !== undefined) query = query.where('id', '>', beyond);
  const found = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit).map(fromStored);
  if (found.length > limit) return { rows, next: rows.at(-1)?.id };
  return { rows, next: beyond === undefined ? undefined : beyond + 1 };
}

/** The first entry of a book that is not looked at any more, from one backwards. */
async function idBehind(
  db: Kysely<Database>,
  bookId: string,
  before: number | undefined,
  most: number,
): Promise<number | undefined> {
  let query = db.selectFrom('audit_log').select('id').where('book_id', '=', bookId);
  if (before !== undefined) query = query.where('id', '<', before);
  return (await query.orderBy('id', 'desc').limit(1).offset(most).executeTakeFirst())?.id;
}

/** The end of one chain; that of no entries when the book has none. */
export async function headOf(db: Kysely<Database>, bookId: string): Promise<Chain> {
  const end = await db
    .selectFrom('audit_chain')
    .select(['entries', 'last_entry_hash as hash'])
    .where('book_id', '=', bookId)
    .executeTakeFirst();
  const anchor = await anchorOf(db, bookId);
  const removed = anchor && { entries: anchor.entries, at: anchor.madeAt };
  return { bookId, entries: end?.entries ?? 0, hash: end?.hash ?? NO_ENTRY, removed };
}

/** Whether more than so many entries of a book are there. */
export async function hasMoreEntries(db: Kysely<Database>, bookId: string, than: number): Promise<boolean> {
  const query = db.selectFrom('audit_log').select('seq').where('book_id', '=', bookId);
  return (await query.orderBy('seq').limit(1).offset(than).executeTakeFirst()) !== undefined;
}
