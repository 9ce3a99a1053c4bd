import { ARCHIVES, isArchiveKey } from '../model/files.ts';
import type { S3Bucket } from '../storage/s3/bucket.ts';
import { everything } from '../storage/s3/list.ts';
import { presigned } from '../storage/s3/presign.ts';
import { streamed } from '../storage/s3/stream.ts';
import { byteRange } from '../storage/streams.ts';
import type { ArchiveSink, ArchiveStore, StoredArchive } from './archive-store.ts';
import { BucketSink } from './bucket-sink.ts';
import { archiveKeyOf } from './names.ts';

const TYPE = 'application/zip';

/** Archives in a bucket, beside the books. What is not finished is an upload in parts, which nobody sees. */
export class BucketArchiveStore implements ArchiveStore {
  constructor(
    private readonly bucket: S3Bucket,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async find(name: string): Promise<StoredArchive | undefined> {
    const seen = await this.bucket.head(archiveKeyOf(name));
    return seen && { name, size: seen.size, modifiedAt: seen.modifiedAt };
  }

  async *read(name: string, start: number, end: number): AsyncIterable<Uint8Array> {
    if (start < end)
      yield* byteRange(await streamed(this.bucket, archiveKeyOf(name), undefined, start), 0, end - start);
  }

  create(name: string): Promise<ArchiveSink> {
    return BucketSink.open(this.bucket, archiveKeyOf(name), TYPE);
  }

  /** Copied onto itself: there is no other way to another time. */
  async touch(name: string): Promise<void> {
    await this.bucket.copy(archiveKeyOf(name), archiveKeyOf(name), { type: TYPE });
  }

  async rename(from: string, to: string): Promise<void> {
    await this.bucket.copy(archiveKeyOf(from), archiveKeyOf(to), { type: TYPE });
    await this.bucket.remove(archiveKeyOf(from));
  }

  async remove(name: string): Promise<boolean> {
    if ((await this.find(name)) === undefined) return false;
    await this.bucket.remove(archiveKeyOf(name));
    return true;
  }

  async list(): Promise<StoredArchive[]> {
    const items: StoredArchive[] = [];
    for await (const { key, size, modifiedAt } of everything(this.bucket, ARCHIVES)) {
      if (isArchiveKey(key)) items.push({ name: key.slice(ARCHIVES.length), size, modifiedAt });
    }
    return items;
  }

  async sweep(olderThan: Date): Promise<number> {
    const old = (await this.list()).filter(({ modifiedAt }) => modifiedAt < olderThan);
    for (const { name } of old) await this.bucket.remove(archiveKeyOf(name));
    // Not every server can tell what was begun and never finished.
    const uploads = await this.bucket.unfinished(ARCHIVES, olderThan).catch(() => []);
    const unfinished = uploads.filter(({ key }) => isArchiveKey(key));
    for (const { key, uploadId } of unfinished) await this.bucket.abandon(key, uploadId);
    return old.length + unfinished.length;
  }

  addressOf(name: string, expires: Date): string {
    const now = this.now();
    const seconds = Math.max(1, Math.round((expires.getTime() - now.getTime()) / 1000));
    return presigned(this.bucket.settings, archiveKeyOf(name), seconds, now);
  }
}
