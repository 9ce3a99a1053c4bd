import { type Kysely, sql } from 'kysely';
import { type Database, FILE, TOMBSTONE } from './database.ts';
import type { FileRow, Tombstone } from './journal.ts';

/** Rows and tombstones later than a stamp, by one statement: all of one moment, so that none can slip between the two. */
export async function changesSince(db: Kysely<Database>, bookId: string, userIds: readonly string[], stamp: string) {
  const written = db
    .selectFrom('file_journal')
    .select([...FILE, sql<string | null>`null`.as('deletedAt')])
    .where('book_id', '=', bookId)
    .where('user_id', 'in', userIds)
    .where('last_written_at', '>', stamp);
  const removed = db
    .selectFrom('tombstone')
    .select(TOMBSTONE.slice(0, -1) as ['book_id as bookId', 'path', 'user_id as userId'])
    .select([
      sql<string>`null`.as('sha256'),
      sql<number>`null`.as('size'),
      sql<string>`null`.as('version'),
      sql<string>`null`.as('lastWrittenAt'),
      sql<string>`null`.as('writtenBy'),
      sql<string>`null`.as('storageBackend'),
      'deleted_at as deletedAt',
    ])
    .where('book_id', '=', bookId)
    .where('user_id', 'in', userIds)
    .where('deleted_at', '>', stamp);
  const changed: FileRow[] = [];
  const deleted: Tombstone[] = [];
  for (const { deletedAt, ...row } of await written.unionAll(removed).execute()) {
    if (deletedAt === null) changed.push(row);
    else deleted.push({ bookId: row.bookId, path: row.path, userId: row.userId, deletedAt });
  }
  return { changed, deleted };
}
