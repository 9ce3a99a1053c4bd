import { createHash } from 'node:crypto';
import { sha256 } from '../model/files.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';

/** What is held in memory at once; larger files are streamed. */
export const LARGE = 16 * 1024 * 1024;

/** What a stored file is; its bytes come along where they are few. */
export interface Fingerprint {
  readonly sha256: string;
  readonly size: number;
  readonly version: string;
  readonly bytes?: Buffer;
}

/** Hash, size and version of a stored file, from one moment; undefined when there is none. However large it is, little of it is held. */
export async function fingerprintOf(storage: Storage, key: string): Promise<Fingerprint | undefined> {
  try {
    const object = await storage.read(key, refuseLarge);
    if (object === undefined) return undefined;
    const { bytes, size, version } = object;
    return { sha256: sha256(bytes), size, version, bytes };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return streamedFingerprint(storage, key);
  }
}

class TooLarge extends Error {}

async function refuseLarge(bytes: number): Promise<void> {
  if (bytes > LARGE) throw new TooLarge();
}

const TRIES = 3;

async function streamedFingerprint(storage: Storage, key: string): Promise<Fingerprint | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const before = await storage.stat(key);
    if (before === undefined) return undefined;
    const hash = createHash('sha256');
    for await (const chunk of await storage.stream(key)) hash.update(chunk as Buffer);
    const after = await storage.stat(key);
    if (after?.version === before.version) {
      return { sha256: hash.digest('hex'), size: before.size, version: before.version };
    }
  }
  throw new StorageFailure(`${key} keeps changing while it is read. Try again in a moment.`, true);
}
