import { type FileKey } from '../model/file-key.ts';
import type { Recording } from './audit-chain.ts';
import { abandon, begin, finish, refresh, type Tx } from './changes.ts';
import type { FoundFile, Intent } from './journal.ts';
import { insertObject } from './versions.ts';

/** Takes in what is in storage: begun and finished at once. */
export async function adopt(tx: Tx, { objects = [], ...found }: FoundFile, previousHash: string | null, at: Recording) {
  const { sha256, size, writtenBy, version, storageBackend } = found;
  const intent = atOnce(found, 'adopt', writtenBy, { oldHash: previousHash, newHash: sha256, size }, at);
  if ((await begin(tx, intent, 0)).kind !== 'begun') return undefined;
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
  previousHash: string,
  at: Recording,
): Promise<boolean> {
  const intent = atOnce(key, 'forget', agentId, { oldHash: previousHash, newHash: null, size: 0 }, at);
  if ((await begin(tx, intent, 0)).kind !== 'begun') return false;
  await finish(tx, intent.id, { version: '', storageBackend: '', executionTimeMs: 0, note: null }, at);
  return true;
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
