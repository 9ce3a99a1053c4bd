import { sql } from 'kysely';
import type { FileKey } from '../model/file-key.ts';
import type { Tx } from './changes.ts';
import { hasHistory } from './version-journal.ts';

/** Lets what a file has held since the last version at its new path stand in the history there too. */
export async function continueHistory(tx: Tx, from: string, { bookId, path, userId }: FileKey): Promise<void> {
  if (!hasHistory({ path })) return;
  await sql`insert into version (book_id, path, user_id, written_at, sha256, size_bytes, agent_id, operation)
    select book_id, ${path}, user_id, written_at, sha256, size_bytes, agent_id, operation from version
    where book_id = ${bookId} and path = ${from} and user_id = ${userId} and written_at > coalesce((
      select max(written_at) from version where book_id = ${bookId} and path = ${path} and user_id = ${userId}), '')`.execute(
    tx,
  );
}
