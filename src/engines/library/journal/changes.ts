import { type Kysely, sql, type Transaction } from 'kysely';
import type { FileKey } from '../model/file-key.ts';
import { advance, type OpenChain, openChain, type Recording, record } from './audit-chain.ts';
import { type Database, FILE, INTENT } from './database.ts';
import { type Decision, type FileRow, type Intent, type Recorded, UnknownIntent } from './journal.ts';
import { prepared } from './prepared.ts';
import { noRoom, type Room } from './quota-check.ts';
import { markUnsynced } from './unsynced-journal.ts';
import { hasHistory } from './version-journal.ts';
import { insertObject, insertVersion } from './versions.ts';

export type Tx = Transaction<Database>;

/** What is known only when a change has been carried out. */
export interface Result {
  readonly version: string;
  readonly storageBackend: string;
  readonly executionTimeMs: number;
  readonly note: string | null;
}

/** Decides whether a change may happen; nothing is left of one that may not. */
export async function begin(tx: Tx, intent: Intent, holdMs: number, room?: Room): Promise<Decision> {
  const decision = await take(tx, intent, holdMs);
  if (decision.kind === 'busy') return decision;
  const grows = decision.kind === 'begun' && intent.newHash !== null && intent.newHash !== intent.oldHash;
  const obstacle = decision.kind === 'differs' ? decision : grows ? await noRoom(tx, intent, room) : undefined;
  if (obstacle === undefined) return decision;
  await deleteIntent(tx, { id: intent.id });
  return obstacle;
}

/** Takes the file for a change, then compares: in this order no change can slip in between, on any database. Where it differs, it stays taken. */
export async function take(tx: Tx, intent: Intent, holdMs: number): Promise<Exclude<Decision, { kind: 'exceeds' }>> {
  while ((await insertIntent(tx, { ...intent, holdMs })).numAffectedRows === 0n) {
    const [other] = (await selectIntent(tx, intent)).rows;
    // Begun before, and the connection broke before that could be said.
    if (other?.id === intent.id) return { kind: 'begun' };
    // Where transactions overlap it may have ended just now.
    if (other !== undefined) return { kind: 'busy', intent: other };
  }
  const [row] = (await selectHash(tx, intent)).rows;
  const currentHash = row?.sha256 ?? null;
  return currentHash === intent.oldHash ? { kind: 'begun' } : { kind: 'differs', currentHash };
}

/** Ends a change that was begun and carried out. */
export async function finish(
  tx: Tx,
  id: string,
  { objects = [], unsyncedBy, ...outcome }: Result & Recorded,
  at: Recording,
): Promise<FileRow | undefined> {
  const intent = await end(tx, id, 1);
  if (intent === undefined) throw new UnknownIntent();
  for (const object of objects) await insertObject(tx, object);
  if (unsyncedBy !== undefined) await markUnsynced(tx, unsyncedBy);
  return enter(tx, await openChain(tx, intent.bookId, at.key), intent, outcome, at);
}

/** Enters a change that was carried out: its row or tombstone, and its entry in the audit log. */
export async function enter(tx: Tx, chain: OpenChain, intent: Intent, outcome: Result, at: Recording) {
  const { bookId, path, userId, agentId, operation, oldHash, newHash } = intent;
  const row = await apply(tx, intent, outcome, advance(chain, at.now));
  const change = { bookId, path, userId, agentId, operation, prevHash: oldHash, newHash };
  const { executionTimeMs, note: errorMessage } = outcome;
  await record(tx, chain, { ...change, status: 'success', errorMessage, executionTimeMs }, at.now);
  return row;
}

/** Ends a change that was begun and did not happen; one that belongs to somebody else is left to them. */
export async function abandon(tx: Tx, id: string, owner?: string): Promise<void> {
  await end(tx, id, 0, owner);
}

/** Ends a change; what became of a claimed one is kept for a while. */
async function end(tx: Tx, id: string, recorded: number, owner?: string): Promise<Intent | undefined> {
  const [ended] = (await (owner === undefined ? deleteIntent(tx, { id }) : deleteIntentOf(tx, { id, owner }))).rows;
  if (ended === undefined) return undefined;
  const { claimed, ...intent } = ended;
  if (claimed === 1) await keepSettlement(tx, id, recorded);
  return intent;
}

/** Keeps what became of a change for the process that began it. */
export async function keepSettlement(tx: Tx, id: string, recorded: number): Promise<void> {
  await deleteOldSettlements(tx, { age: SETTLEMENTS_KEPT_MS });
  await insertSettlement(tx, { id, recorded });
}

/** Longer than anybody waits for an answer of the journal. */
const SETTLEMENTS_KEPT_MS = 7 * 24 * 3_600_000;

async function apply(tx: Tx, change: Intent, outcome: Result, stamp: string): Promise<FileRow | undefined> {
  const { newHash, oldHash } = change;
  if (newHash !== null && newHash === oldHash) return refresh(tx, change, outcome);
  if (hasHistory(change)) await insertVersion(tx, { ...change, writtenAt: stamp, sha256: newHash });
  if (newHash !== null) {
    await deleteTombstone(tx, change);
    return (await upsertFile(tx, { ...change, ...outcome, newHash, stamp })).rows[0];
  }
  await deleteFile(tx, change);
  if (oldHash !== null) await insertTombstone(tx, { ...change, stamp });
  return undefined;
}

/** When a file was last recorded as written or deleted; null when it never was. */
export async function stampOf(db: Kysely<Database>, key: FileKey): Promise<string | null> {
  const [last] = (await selectStamp(db, key)).rows;
  return last?.stamp ?? null;
}

/** The content is as it was, so that it counts as written when and by whom it was. */
export async function refresh(tx: Tx, key: FileKey, outcome: Result): Promise<FileRow | undefined> {
  return (await updateVersion(tx, { ...key, ...outcome })).rows[0];
}

const insertIntent = prepared((db, intent: Intent & { holdMs: number }) =>
  db
    .insertInto('intent')
    .values({
      ...keyOf(intent),
      id: intent.id,
      operation: intent.operation,
      agent_id: intent.agentId,
      old_hash: intent.oldHash,
      new_hash: intent.newHash,
      size_bytes: intent.size,
      staged: intent.staged,
      owner: intent.owner,
      started_at: intent.startedAt,
      lease_until: sql`journal_clock() + ${intent.holdMs}`,
      claimed: 0,
    })
    .onConflict((conflict) => conflict.columns(KEY).doNothing()),
);

const deleteIntent = prepared((db, { id }: { id: string }) =>
  db
    .deleteFrom('intent')
    .where('id', '=', id)
    .returning([...INTENT, 'claimed']),
);

const deleteIntentOf = prepared((db, { id, owner }: { id: string; owner: string }) =>
  db
    .deleteFrom('intent')
    .where('id', '=', id)
    .where('owner', '=', owner)
    .returning([...INTENT, 'claimed']),
);

const insertSettlement = prepared((db, { id, recorded }: { id: string; recorded: number }) =>
  db.insertInto('settlement').values({ id, recorded, settled_at: sql`journal_clock()` }),
);

const deleteOldSettlements = prepared((db, { age }: { age: number }) =>
  db.deleteFrom('settlement').where(sql<boolean>`settled_at < journal_clock() - ${age}`),
);

const selectIntent = prepared((db, key: FileKey) => db.selectFrom('intent').select(INTENT).where(isAbout(key)));

const selectHash = prepared((db, key: FileKey) => db.selectFrom('file_journal').select('sha256').where(isAbout(key)));

const selectStamp = prepared((db, key: FileKey) =>
  db
    .selectFrom('file_journal')
    .select('last_written_at as stamp')
    .where(isAbout(key))
    .unionAll(db.selectFrom('tombstone').select('deleted_at as stamp').where(isAbout(key))),
);

const upsertFile = prepared((db, file: Intent & Result & { newHash: string; stamp: string }) => {
  const values = {
    sha256: file.newHash,
    size_bytes: file.size,
    version: file.version,
    last_written_at: file.stamp,
    written_by: file.agentId,
    storage_backend: file.storageBackend,
  };
  const row = db.insertInto('file_journal').values({ ...keyOf(file), ...values });
  return row.onConflict((conflict) => conflict.columns(KEY).doUpdateSet(values)).returning(FILE);
});

const updateVersion = prepared((db, file: FileKey & Result) => {
  const values = { version: file.version, storage_backend: file.storageBackend };
  return db.updateTable('file_journal').set(values).where(isAbout(file)).returning(FILE);
});

const deleteFile = prepared((db, key: FileKey) => db.deleteFrom('file_journal').where(isAbout(key)));

const insertTombstone = prepared((db, file: FileKey & { stamp: string }) =>
  db.insertInto('tombstone').values({ ...keyOf(file), deleted_at: file.stamp }),
);

const deleteTombstone = prepared((db, key: FileKey) => db.deleteFrom('tombstone').where(isAbout(key)));

const KEY = ['book_id', 'path', 'user_id'] as const;

function keyOf({ bookId, path, userId }: FileKey) {
  return { book_id: bookId, path, user_id: userId };
}

function isAbout({ bookId, path, userId }: FileKey) {
  return sql<boolean>`book_id = ${bookId} and path = ${path} and user_id = ${userId}`;
}
