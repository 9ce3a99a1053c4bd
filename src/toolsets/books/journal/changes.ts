import { randomUUID } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { advance, openChain, record } from './audit.ts';
import { type Database, FILE, INTENT } from './database.ts';
import { type Decision, type FileKey, type FileRow, type Intent, UnknownIntent } from './journal.ts';
import { prepared } from './prepared.ts';

type Tx = Transaction<Database>;

/** What is known only when a change has been carried out. */
export interface Result {
  readonly version: string;
  readonly storageBackend: string;
  readonly executionTimeMs: number;
  readonly note: string | null;
}

/** Takes the file for a change, then compares: in this order no change can slip in between, on any database. */
export async function begin(tx: Tx, intent: Intent, holdMs: number): Promise<Decision> {
  while ((await take(tx, { ...intent, holdMs })).numAffectedRows === 0n) {
    const [other] = (await intentOn(tx, intent)).rows;
    // Begun before, and the connection broke before that could be said.
    if (other?.id === intent.id) return { kind: 'begun' };
    // Where transactions overlap it may have ended just now.
    if (other !== undefined) return { kind: 'busy', intent: other };
  }
  const [row] = (await hashOf(tx, intent)).rows;
  const currentHash = row?.sha256 ?? null;
  if (currentHash === intent.oldHash) return { kind: 'begun' };
  await release(tx, { id: intent.id });
  return { kind: 'differs', currentHash };
}

/** Ends a change that was begun and carried out. */
export async function finish(tx: Tx, id: string, outcome: Result, now: Date): Promise<FileRow | undefined> {
  const intent = await end(tx, id, 1);
  if (intent === undefined) throw new UnknownIntent();
  const { bookId, path, userId, agentId, operation, oldHash, newHash } = intent;
  const chain = await openChain(tx, bookId);
  const row = await apply(tx, intent, outcome, advance(chain, now));
  const change = { bookId, path, userId, agentId, operation, prevHash: oldHash, newHash };
  const { executionTimeMs, note: errorMessage } = outcome;
  await record(tx, chain, { ...change, status: 'success', errorMessage, executionTimeMs });
  return row;
}

/** Ends a change that was begun and did not happen. */
export async function abandon(tx: Tx, id: string): Promise<void> {
  await end(tx, id, 0);
}

/** Ends a change; what became of a claimed one is kept for a while. */
async function end(tx: Tx, id: string, recorded: number): Promise<Intent | undefined> {
  const [ended] = (await release(tx, { id })).rows;
  if (ended === undefined) return undefined;
  const { claimed, ...intent } = ended;
  if (claimed === 1) {
    await dropOldSettlements(tx, { age: SETTLEMENTS_KEPT_MS });
    await settled(tx, { id, recorded });
  }
  return intent;
}

/** Longer than anybody waits for an answer of the journal. */
const SETTLEMENTS_KEPT_MS = 7 * 24 * 3_600_000;

/** Takes in what is in storage: begun and finished at once. */
export async function adopt(tx: Tx, found: Omit<FileRow, 'lastWrittenAt'>, previousHash: string | null, now: Date) {
  const { sha256, size, writtenBy, version, storageBackend } = found;
  const intent = atOnce(found, 'adopt', writtenBy, { oldHash: previousHash, newHash: sha256, size }, now);
  if ((await begin(tx, intent, 0)).kind !== 'begun') return undefined;
  const outcome = { version, storageBackend, executionTimeMs: 0, note: null };
  if (sha256 !== previousHash) return finish(tx, intent.id, outcome, now);
  await abandon(tx, intent.id);
  return refresh(tx, intent, outcome);
}

/** Takes note that a file is gone: begun and finished at once. */
export async function forget(tx: Tx, key: FileKey, agentId: string, previousHash: string, now: Date): Promise<boolean> {
  const intent = atOnce(key, 'forget', agentId, { oldHash: previousHash, newHash: null, size: 0 }, now);
  if ((await begin(tx, intent, 0)).kind !== 'begun') return false;
  await finish(tx, intent.id, { version: '', storageBackend: '', executionTimeMs: 0, note: null }, now);
  return true;
}

type Hashes = Pick<Intent, 'oldHash' | 'newHash' | 'size'>;

function atOnce(
  { bookId, path, userId }: FileKey,
  operation: string,
  agentId: string,
  hashes: Hashes,
  now: Date,
): Intent {
  const startedAt = now.toISOString();
  return { id: randomUUID(), bookId, path, userId, operation, agentId, ...hashes, staged: null, owner: '', startedAt };
}

async function apply(tx: Tx, change: Intent, outcome: Result, stamp: string): Promise<FileRow | undefined> {
  const { newHash, oldHash } = change;
  if (newHash !== null && newHash === oldHash) return refresh(tx, change, outcome);
  if (newHash !== null) {
    await unbury(tx, change);
    return (await store(tx, { ...change, ...outcome, newHash, stamp })).rows[0];
  }
  await drop(tx, change);
  if (oldHash !== null) await bury(tx, { ...change, stamp });
  return undefined;
}

/** The content is as it was, so that it counts as written when and by whom it was. */
async function refresh(tx: Tx, key: FileKey, outcome: Result): Promise<FileRow | undefined> {
  return (await restate(tx, { ...key, ...outcome })).rows[0];
}

const take = prepared((db, intent: Intent & { holdMs: number }) =>
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

const release = prepared((db, { id }: { id: string }) =>
  db
    .deleteFrom('intent')
    .where('id', '=', id)
    .returning([...INTENT, 'claimed']),
);

const settled = prepared((db, { id, recorded }: { id: string; recorded: number }) =>
  db.insertInto('settlement').values({ id, recorded, settled_at: sql`journal_clock()` }),
);

const dropOldSettlements = prepared((db, { age }: { age: number }) =>
  db.deleteFrom('settlement').where(sql<boolean>`settled_at < journal_clock() - ${age}`),
);

const intentOn = prepared((db, key: FileKey) => db.selectFrom('intent').select(INTENT).where(isAbout(key)));

const hashOf = prepared((db, key: FileKey) => db.selectFrom('file_journal').select('sha256').where(isAbout(key)));

const store = prepared((db, file: Intent & Result & { newHash: string; stamp: string }) => {
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

const restate = prepared((db, file: FileKey & Result) => {
  const values = { version: file.version, storage_backend: file.storageBackend };
  return db.updateTable('file_journal').set(values).where(isAbout(file)).returning(FILE);
});

const drop = prepared((db, key: FileKey) => db.deleteFrom('file_journal').where(isAbout(key)));

const bury = prepared((db, file: FileKey & { stamp: string }) =>
  db.insertInto('tombstone').values({ ...keyOf(file), deleted_at: file.stamp }),
);

const unbury = prepared((db, key: FileKey) => db.deleteFrom('tombstone').where(isAbout(key)));

const KEY = ['book_id', 'path', 'user_id'] as const;

function keyOf({ bookId, path, userId }: FileKey) {
  return { book_id: bookId, path, user_id: userId };
}

function isAbout({ bookId, path, userId }: FileKey) {
  return sql<boolean>`book_id = ${bookId} and path = ${path} and user_id = ${userId}`;
}
