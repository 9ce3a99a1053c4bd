import { randomUUID } from 'node:crypto';
import type { KeptObject } from '../../model/kept-object.ts';
import { compressed, decompressed } from '../compressed.ts';
import type { ClearingOptions, Lost, ObjectsInUse, VersionStore } from '../version-store.ts';
import type { S3Object } from './answers.ts';
import type { S3Bucket } from './bucket.ts';
import { everything } from './list.ts';
import { upload } from './upload.ts';

const OBJECTS = '.quartet/objects/';
/** The hash, the size that comes out, and what makes the name one of its own. */
const NAME = /^[0-9a-f]{2}\/([0-9a-f]{64})\.(\d{1,15})\.[0-9a-f-]{36}$/;
const AT_ONCE = 200;

/** Versions as objects of a bucket, out of sight below `.quartet/objects`. */
export class VersionObjects implements VersionStore {
  constructor(private readonly bucket: S3Bucket) {}

  async keep(bytes: Buffer, sha256: string): Promise<KeptObject> {
    const stored = await compressed(bytes);
    const container = `${folderOf(sha256)}${sha256}.${bytes.length}.${randomUUID()}`;
    await upload(this.bucket, OBJECTS + container, stored, { type: 'application/octet-stream' });
    return { sha256, size: bytes.length, container, position: 0, stored: stored.length };
  }

  async read({ container, sha256, size }: KeptObject): Promise<Buffer | Lost> {
    const found = NAME.test(container) ? await this.bucket.get(OBJECTS + container) : undefined;
    if (found === undefined) return 'missing';
    return (await decompressed(found.bytes, sha256, size)) ?? 'damaged';
  }

  async find(sha256: string): Promise<KeptObject | undefined> {
    const { objects } = await this.bucket.page(`${OBJECTS}${folderOf(sha256)}${sha256}.`, undefined, { most: 1 });
    return objects.map(keptIn)[0];
  }

  async *all(signal?: AbortSignal): AsyncGenerator<KeptObject> {
    for await (const seen of everything(this.bucket, OBJECTS, signal)) {
      const kept = keptIn(seen);
      if (kept) yield kept;
    }
  }

  async clear(inUse: ObjectsInUse, { olderThan, dryRun, signal }: ClearingOptions): Promise<number> {
    let cleared = 0;
    const clearAll = async (kept: readonly KeptObject[]) => {
      const used = new Set((await inUse.in(kept.map(({ container }) => container))).map(({ container }) => container));
      for (const { container, stored } of kept) {
        if (used.has(container)) continue;
        if (!dryRun) await this.bucket.remove(OBJECTS + container);
        cleared += stored;
      }
    };
    let old: KeptObject[] = [];
    for await (const seen of everything(this.bucket, OBJECTS, signal)) {
      const kept = keptIn(seen);
      if (kept === undefined || seen.modifiedAt >= olderThan) continue;
      old.push(kept);
      if (old.length < AT_ONCE) continue;
      await clearAll(old);
      old = [];
    }
    await clearAll(old);
    return cleared;
  }

  async close(): Promise<void> {}
}

function folderOf(sha256: string): string {
  return `${sha256.slice(0, 2)}/`;
}

function keptIn({ key, size: stored }: S3Object): KeptObject | undefined {
  const container = key.slice(OBJECTS.length);
  const [, sha256, size] = NAME.exec(container) ?? [];
  return sha256 === undefined ? undefined : { sha256, size: Number(size), container, position: 0, stored };
}
