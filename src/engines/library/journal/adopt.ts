import { type FileKey } from '../model/file-key.ts';
import type { Recording } from './audit-chain.ts';
import { abandon, begin, finish, refresh, stampOf, type Tx } from './changes.ts';
import type { FoundFile, Intent } from './journal.ts';
import { insertObject } from './versions.ts';

/** What was known of a file before it was looked at in storage. */
interface Known<Hash> {
  readonly previousHash: Hash;
  readonly stamp: string | null | undefined;
}

/** Takes in what is in storage: begun and finished at once. */
export async function adopt(tx: Tx, { objects = [], ...found }: FoundFile, known: Known<string | null>, at: Recording) {
  const { previousHash } = known;
  const { sha256, size, writtenBy, version, storageBackend } = found;
  const intent = atOnce(found, 'adopt', writtenBy, { oldHash: previousHash, newHash: sha256, size }, at);
  if (!(await isBegun(tx, intent, known))) return undefined;
  for (const object of objects) await insertObject(tx, object);
  const outcome = { version, storageBackend, executionTimeMs: 0, note: null };
  if (sha256 !== previousHash) return finish(tx, intent.id, outcome, at);
  await abandon(tx, intent.id);
  return refresh(tx, intent, outcome);
}

/** Takes note that a file is gone: begun and finished at once. */
export async function forget(
  tx: Tx,
  key: FileKey,
  agentId: string,
  known: Known<string>,
  at: Recording,
): Promise<boolean> {
  const intent = atOnce(key, 'forget', agentId, { oldHash: known.previousHash, newHash: null, size: 0 }, at);
  if (!(await isBegun(tx, intent, known))) return false;
  await finish(tx, intent.id, { version: '', storageBackend: '', executionTimeMs: 0, note: null }, at);
  return true;
}

/** Whether the file is still as it was known: a file that was deleted and written again may have the same hash. */
async function isBegun(tx: Tx, intent: Intent, { stamp }: Known<unknown>): Promise<boolean> {
  if ((await begin(tx, intent, 0)).kind !== 'begun') return false;
  if (stamp === undefined || (await stampOf(tx, intent)) === stamp) return true;
  await abandon(tx, intent.id);
  return false;
}

type Hashes = Pick<Intent, 'oldHash' | 'newHash' | 'size'>;

function atOnce(
  { bookId, path, userId }: FileKey,
  operation: string,
  agentId: string,
  hashes: Hashes,
  { now, newId }: Recording,
): Intent {
  const startedAt = now.toISOString();
  return { id: newId(), bookId, path, userId, operation, agentId, ...hashes, staged: null, owner: '', startedAt };
}
