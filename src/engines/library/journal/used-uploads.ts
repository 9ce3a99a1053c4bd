import { sql, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { prepared } from './prepared.ts';

/** Longer than the clocks of servers differ. */
const KEPT_MS = 3_600_000;

/** Takes note that the address of an upload was used; false when it was before. What has expired is forgotten. */
export async function useUpload(tx: Transaction<Database>, id: string, expires: Date): Promise<boolean> {
  await deleteExpired(tx, { age: KEPT_MS });
  return (await insertUsed(tx, { id, until: expires.getTime() })).numAffectedRows === 1n;
}

const insertUsed = prepared((db, { id, until }: { id: string; until: number }) =>
  db
    .insertInto('used_upload')
    .values({ id, expires_at: until })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

const deleteExpired = prepared((db, { age }: { age: number }) =>
  db.deleteFrom('used_upload').where(sql<boolean>`expires_at < journal_clock() - ${age}`),
);
