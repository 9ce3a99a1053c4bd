import type { Intent, Journal } from '../journal/journal.ts';
import { keyOf } from '../model/files.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';
import { fingerprintOf } from './fingerprint.ts';

/** What is in storage where a change was to happen. */
export interface FoundContent {
  /** Null when there is nothing; undefined when all that is known is that the change did not make it. */
  readonly hash: string | null | undefined;
  readonly version: string;
}

/** Looks at the file of a change. Where it cannot be read, its version or size may tell enough; else throws why it cannot. */
export async function foundContent(storage: Storage, journal: Journal, intent: Intent): Promise<FoundContent> {
  try {
    const object = await fingerprintOf(storage, keyOf(intent));
    return object ? { hash: object.sha256, version: object.version } : { hash: null, version: '' };
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    const found = await withoutReading(storage, journal, intent);
    if (found === undefined) throw error;
    return found;
  }
}

async function withoutReading(storage: Storage, journal: Journal, intent: Intent): Promise<FoundContent | undefined> {
  const info = await storage.stat(keyOf(intent)).catch(unlessStorage);
  if (info === undefined) return undefined;
  const { version, size } = info;
  const row = await journal.get(intent);
  if (row?.version === version && row.sha256 === intent.oldHash) return { hash: row.sha256, version };
  // A deletion would have left nothing, a write as many bytes as it had.
  return intent.newHash === null || size !== intent.size ? { hash: undefined, version } : undefined;
}

function unlessStorage(error: unknown): undefined {
  if (!(error instanceof StorageFailure)) throw error;
}
