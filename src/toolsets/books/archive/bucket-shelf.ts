import { ARCHIVES } from '../paths.ts';
import { part } from '../storage/part.ts';
import type { S3Bucket } from '../storage/s3-bucket.ts';
import { everything } from '../storage/s3-list.ts';
import { presigned } from '../storage/s3-presign.ts';
import { streamed } from '../storage/s3-stream.ts';
import { StorageFailure } from '../storage/storage.ts';
import { BucketSink } from './bucket-sink.ts';
import type { ArchiveShelf, ArchiveSink, ShelfItem } from './shelf.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const TYPE = 'application/zip';

/** A shelf in a bucket, beside the books. What is not finished is an upload in parts, which nobody sees. */
export class BucketShelf implements ArchiveShelf {
  constructor(
    private readonly bucket: S3Bucket,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async find(name: string): Promise<ShelfItem | undefined> {
    const seen = await this.bucket.head(keyOf(name));
    return seen && { name, size: seen.size, modifiedAt: seen.modifiedAt };
  }

  async *read(name: string, start: number, end: number): AsyncIterable<Uint8Array> {
    if (start < end) yield* part(await streamed(this.bucket, keyOf(name), undefined, start), 0, end - start);
  }

  create(name: string): Promise<ArchiveSink> {
    return BucketSink.open(this.bucket, keyOf(name), TYPE);
  }

  /** Copied onto itself: there is no other way to another time. */
  async touch(name: string): Promise<void> {
    await this.bucket.copy(keyOf(name), keyOf(name), { type: TYPE });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.bucket.copy(keyOf(from), keyOf(to), { type: TYPE });
    await this.bucket.remove(keyOf(from));
  }

  async remove(name: string): Promise<boolean> {
    if ((await this.find(name)) === undefined) return false;
    await this.bucket.remove(keyOf(name));
    return true;
  }

  async list(): Promise<ShelfItem[]> {
    const items: ShelfItem[] = [];
    for await (const { key, size, modifiedAt } of everything(this.bucket, ARCHIVES)) {
      const name = key.slice(ARCHIVES.length);
      if (NAME.test(name)) items.push({ name, size, modifiedAt });
    }
    return items;
  }

  async sweep(olderThan: Date): Promise<number> {
    const old = (await this.list()).filter(({ modifiedAt }) => modifiedAt < olderThan);
    for (const { name } of old) await this.bucket.remove(keyOf(name));
    // Not every server can tell what was begun and never finished.
    const unfinished = await this.bucket.unfinished(ARCHIVES, olderThan).catch(() => []);
    for (const { key, uploadId } of unfinished) await this.bucket.abandon(key, uploadId);
    return old.length + unfinished.length;
  }

  addressOf(name: string, expires: Date): string {
    const now = this.now();
    const seconds = Math.max(1, Math.round((expires.getTime() - now.getTime()) / 1000));
    return presigned(this.bucket.settings, keyOf(name), seconds, now);
  }
}

function keyOf(name: string): string {
  if (!NAME.test(name)) throw new StorageFailure('That is no name of an archive.', false);
  return `${ARCHIVES}${name}`;
}
