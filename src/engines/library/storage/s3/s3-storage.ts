import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import {
  type Admit,
  type ObjectInfo,
  type OnUnreadable,
  SMALL_OBJECT,
  type Storage,
  StorageFailure,
  type StoredObject,
} from '../storage.ts';
import type { VersionStore } from '../version-store.ts';
import { S3Bucket } from './bucket.ts';
import { isMissing } from './errors.ts';
import { everything, foldersBelow, listed, namesBelow } from './list.ts';
import { abilitiesOf, type S3Abilities } from './probe.ts';
import { Publisher } from './publish.ts';
import type { Patience } from './retry.ts';
import type { S3Settings } from './settings.ts';
import { streamed } from './stream.ts';
import { SMALL, upload, uploadStream } from './upload.ts';
import { VersionObjects } from './version-objects.ts';
import { Versions } from './versions.ts';

const STAGING = '.quartet/staging/';
const PROBES = '.quartet/probes/';
/** Names the books whose last file has gone: they are still there, as an empty folder is. */
const EMPTIED = '.quartet/emptied/';
const MOST_FRESH_BYTES = 32 * 1024 * 1024;

/** A bucket of an object storage that speaks S3. */
export class S3Storage implements Storage {
  readonly kind: string;
  readonly remote = true;
  readonly versions: VersionStore;
  readonly #versions: Versions;
  readonly #publisher: Publisher;
  /** What was staged here and may be published soon, so that it need not be fetched. */
  readonly #fresh = new Map<string, Buffer>();
  #freshBytes = 0;
  readonly #unfinished = new Map<string, string>();

  private constructor(
    readonly bucket: S3Bucket,
    readonly abilities: S3Abilities,
  ) {
    this.kind = bucket.settings.kind;
    this.versions = new VersionObjects(bucket);
    this.#versions = new Versions(bucket, abilities.metadata);
    this.#publisher = new Publisher(bucket, this.#versions, abilities);
  }

  /** Opens a bucket and finds out what its server can do. */
  static async open(settings: S3Settings, patience?: Patience): Promise<S3Storage> {
    const bucket = new S3Bucket(settings, patience);
    return new S3Storage(bucket, await abilitiesOf(bucket, PROBES));
  }

  async read(key: string, admit?: Admit): Promise<StoredObject | undefined> {
    const found = await this.bucket.get(key, undefined, admit && SMALL_OBJECT);
    if (typeof found === 'number') {
      await admit?.(found);
      return this.read(key);
    }
    this.#versions.remember(key, found?.seen);
    return found && { ...this.#versions.info(found.seen), bytes: found.bytes };
  }

  async stream(key: string, signal?: AbortSignal): Promise<Readable> {
    try {
      return await streamed(this.bucket, key, signal);
    } catch (error) {
      if (isMissing(error)) throw new StorageFailure(`There is nothing at ${key}.`, false);
      throw error;
    }
  }

  stat(key: string): Promise<ObjectInfo | undefined> {
    return this.#versions.look(key);
  }

  list(prefix: string, signal?: AbortSignal, _?: OnUnreadable, after = ''): AsyncIterable<ObjectInfo> {
    return listed(this.bucket, this.#versions, prefix, signal, after);
  }

  async folders(prefix: string): Promise<string[]> {
    const [folders, emptied] = await Promise.all([
      foldersBelow(this.bucket, prefix),
      namesBelow(this.bucket, EMPTIED + prefix),
    ]);
    return [...new Set([...folders, ...emptied])].sort();
  }

  async exists(prefix: string): Promise<boolean> {
    const { objects } = await this.bucket.page(prefix, undefined, { most: 1 });
    const book = bookOf(prefix);
    return objects.length > 0 || (prefix === book && (await this.bucket.head(markOf(book))) !== undefined);
  }

  async stage(bytes: Buffer): Promise<string> {
    const name = randomUUID();
    await upload(this.bucket, STAGING + name, bytes, { id: name });
    if (bytes.length <= SMALL) this.#keepFresh(name, bytes);
    return name;
  }

  async stageStream(chunks: AsyncIterable<Uint8Array>): Promise<string> {
    const name = randomUUID();
    await uploadStream(this.bucket, STAGING + name, chunks, { id: name });
    return name;
  }

  async publish(staged: string, key: string, replaces?: string | null): Promise<ObjectInfo> {
    const stagedAt = stagingKey(staged);
    const bytes = this.#fresh.get(staged) ?? (await this.#fetched(stagedAt));
    const size = typeof bytes === 'number' ? bytes : bytes.length;
    const whole = typeof bytes === 'number' ? undefined : bytes;
    const publication = { id: staged, key, size, stagedAt, replaces, bytes: whole };
    const info = await this.#publisher.publish(publication).catch(unlessGone);
    // It is published; what is left of the staged bytes is cleared with the leftovers.
    await this.discard(staged).catch(() => {});
    return info;
  }

  async discard(staged: string): Promise<void> {
    const key = stagingKey(staged);
    this.#freshBytes -= this.#fresh.get(staged)?.length ?? 0;
    this.#fresh.delete(staged);
    const uploadId = this.#unfinished.get(staged);
    if (uploadId !== undefined) await this.bucket.abandon(key, uploadId);
    this.#unfinished.delete(staged);
    await this.bucket.remove(key);
  }

  async remove(key: string, version?: string): Promise<boolean> {
    const book = bookOf(key);
    if (book !== undefined) {
      const { objects } = await this.bucket.page(book, undefined, { most: 2 });
      if (objects.length === 1 && objects[0]?.key === key) await this.bucket.put(markOf(book), Buffer.alloc(0), {});
    }
    return await this.#publisher.remove(key, version);
  }

  async leftovers(olderThan: Date): Promise<string[]> {
    const names = new Set<string>();
    for await (const { key, modifiedAt } of everything(this.bucket, STAGING)) {
      if (modifiedAt < olderThan) names.add(key.slice(STAGING.length));
    }
    // Not every server can tell what was begun and never finished.
    for (const { key, uploadId } of await this.bucket.unfinished(STAGING, olderThan).catch(() => [])) {
      const name = key.slice(STAGING.length);
      this.#unfinished.set(name, uploadId);
      names.add(name);
    }
    return [...names].filter((name) => STAGED.test(name));
  }

  async close(): Promise<void> {
    this.bucket.close();
  }

  #keepFresh(name: string, bytes: Buffer): void {
    this.#fresh.set(name, bytes);
    this.#freshBytes += bytes.length;
    for (const [oldest, { length }] of this.#fresh) {
      if (this.#freshBytes <= MOST_FRESH_BYTES) return;
      this.#fresh.delete(oldest);
      this.#freshBytes -= length;
    }
  }

  /** Staged bytes, or only their size when they are many. */
  async #fetched(stagedAt: string): Promise<Buffer | number> {
    const seen = await this.bucket.head(stagedAt);
    if (seen && seen.size > SMALL) return seen.size;
    const found = seen && (await this.bucket.get(stagedAt));
    if (found === undefined) throw nothingStaged();
    return found.bytes;
  }
}

const STAGED = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function stagingKey(staged: string): string {
  if (!STAGED.test(staged)) throw new StorageFailure('That is no name of staged bytes.', false);
  return STAGING + staged;
}

/** The prefix of the book that a key or prefix belongs to. */
function bookOf(key: string): string | undefined {
  return /^books\/[^/]+\//.exec(key)?.[0];
}

/** The object that says that a book has been emptied. */
function markOf(book: string): string {
  return `${EMPTIED}${book.slice(0, -1)}`;
}

function unlessGone(error: unknown): never {
  throw isMissing(error) ? nothingStaged() : error;
}

function nothingStaged(): StorageFailure {
  return new StorageFailure('There are no such staged bytes.', false);
}
