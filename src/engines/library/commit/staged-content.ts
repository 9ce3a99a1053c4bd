import { createHash } from 'node:crypto';
import type { Storage } from '../storage/storage.ts';

/** Bytes that are in the storage already, where nobody sees them. */
export interface StagedContent {
  readonly staged: string;
  readonly size: number;
  readonly sha256: string;
}

/** Stages what a stream brings, and hashes it on the way. */
export async function staged(storage: Storage, chunks: AsyncIterable<Uint8Array>): Promise<StagedContent> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      yield chunk;
    }
  }
  const name = await storage.stageStream(counted());
  return { staged: name, size, sha256: hash.digest('hex') };
}
