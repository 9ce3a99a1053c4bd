import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { codeOf } from '../../../lib/errno.ts';
import type { S3Bucket } from '../storage/s3/bucket.ts';
import { PartsUpload } from '../storage/s3/upload.ts';
import { StorageFailure } from '../storage/storage.ts';
import type { ArchiveSink } from './archive-store.ts';
import { FinalBytes } from './final-bytes.ts';

/**
 * An archive on its way into a bucket. A bucket takes bytes in order only, and the header of a large member is written after its
 * data; so everything goes through a file, and what can no longer change is sent from it, part by part, while the rest is made.
 */
export class BucketSink implements ArchiveSink {
  readonly #parts: PartsUpload;
  readonly #final = new FinalBytes();
  readonly #label: { readonly id: string; readonly type: string };
  readonly #spare: ArrayBuffer[] = [];
  #sent = 0;
  #done = false;

  private constructor(
    private readonly bucket: S3Bucket,
    private readonly key: string,
    type: string,
    private readonly file: FileHandle,
    private readonly folder: string,
  ) {
    this.#label = { id: randomUUID(), type };
    this.#parts = new PartsUpload(bucket, key, this.#label);
  }

  static async open(bucket: S3Bucket, key: string, type: string): Promise<BucketSink> {
    return await onDisk(async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'quartet-archive-'));
      const file = await open(path.join(folder, 'archive.zip'), 'wx+', 0o600);
      return new BucketSink(bucket, key, type, file, folder);
    });
  }

  async write(chunks: readonly Buffer[], position: number): Promise<void> {
    await onDisk(() => this.#writeWhole(chunks, position));
    const end = this.#final.written(
      position,
      chunks.reduce((sum, { length }) => sum + length, 0),
    );
    while (end - this.#sent >= PartsUpload.partSize) await this.#send(PartsUpload.partSize);
  }

  async commit(length: number): Promise<void> {
    if (this.#final.end < length) {
      const part = Math.floor(this.#final.end / PartsUpload.partSize) + 1;
      throw new StorageFailure(`Part ${part} of the archive upload is missing.`, false);
    }
    if (this.#sent === 0 && length <= PartsUpload.partSize) {
      await this.bucket.put(this.key, await this.#read(0, length), this.#label);
    } else {
      while (this.#sent < length) await this.#send(Math.min(PartsUpload.partSize, length - this.#sent));
      await this.#parts.complete();
    }
    this.#done = true;
    await this.#cleared();
  }

  async abort(): Promise<void> {
    if (this.#done) return;
    this.#done = true;
    await this.#parts.abandon();
    await this.#cleared();
  }

  async #send(length: number): Promise<void> {
    const from = this.#sent;
    this.#sent += length;
    await this.#parts.add(
      () => this.#read(from, length),
      (bytes) => void this.#spare.push(bytes.buffer as ArrayBuffer),
    );
  }

  async #read(from: number, length: number): Promise<Buffer> {
    return await onDisk(async () => {
      // Parts that are sent make room for others: as garbage they would pile up.
      const bytes = Buffer.from(this.#spare.pop() ?? new ArrayBuffer(PartsUpload.partSize), 0, length);
      for (let at = 0; at < length; ) {
        const { bytesRead } = await this.file.read(bytes, at, length - at, from + at);
        if (bytesRead === 0) throw new StorageFailure('The archive ends too early.', true);
        at += bytesRead;
      }
      return bytes;
    });
  }

  async #writeWhole(chunks: readonly Buffer[], position: number): Promise<void> {
    let start = position;
    for (const chunk of chunks) {
      for (let at = 0; at < chunk.length; ) {
        at += (await this.file.write(chunk, at, chunk.length - at, start + at)).bytesWritten;
      }
      start += chunk.length;
    }
  }

  async #cleared(): Promise<void> {
    await this.file.close().catch(() => {});
    await rm(this.folder, { recursive: true, force: true }).catch(() => {});
  }
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFailure) throw error;
    throw new StorageFailure(`The folder of temporary files does not work (${codeOf(error) || 'unknown'}).`, true, {
      cause: error,
    });
  }
}
