import type { ObjectInfo } from '../storage.ts';
import type { S3Object } from './answers.ts';
import type { S3Bucket } from './bucket.ts';

const MOST = 50_000;

/**
 * What is known of objects. An ETag tells bytes apart, not publications, and a time has whole seconds only; so each publication
 * has an id of its own in the object's metadata, which listings do not show. What was looked at long enough after its last
 * change need not be looked at again: with the same ETag, size and time in a listing, it is the same publication.
 */
export class Versions {
  readonly #known = new Map<string, S3Object | null>();

  constructor(
    private readonly bucket: S3Bucket,
    /** Whether the server keeps metadata; without it, a version is as good as ETag, size and second. */
    private readonly withIds: boolean,
  ) {}

  /** What somebody has just seen at a key; null for nothing. */
  remember(key: string, seen: S3Object | undefined): void {
    this.#known.delete(key);
    this.#known.set(key, seen ?? null);
    if (this.#known.size > MOST) this.#known.delete(this.#known.keys().next().value as string);
  }

  forget(key: string): void {
    this.#known.delete(key);
  }

  /** What was last seen at a key, null for nothing; undefined when nobody has looked. */
  last(key: string): S3Object | null | undefined {
    return this.#known.get(key);
  }

  /** An object of a listing, after a look at it when need be; undefined when it is gone. */
  async listed(listed: S3Object, signal?: AbortSignal): Promise<ObjectInfo | undefined> {
    const known = this.#known.get(listed.key);
    if (!this.withIds || (known?.settled && isSame(known, listed))) return this.info({ ...listed, id: known?.id });
    return this.look(listed.key, signal);
  }

  /** What is at a key now. */
  async look(key: string, signal?: AbortSignal): Promise<ObjectInfo | undefined> {
    const seen = await this.bucket.head(key, signal);
    this.remember(key, seen);
    return seen && this.info(seen);
  }

  info({ key, etag, size, modifiedAt, id }: S3Object): ObjectInfo {
    const which = this.withIds && id !== undefined ? id : `${size}.${modifiedAt.getTime() / 1000}`;
    return { key, size, version: `${etag.replaceAll('"', '')}.${which}`, modifiedAt };
  }
}

function isSame(a: S3Object, b: S3Object): boolean {
  return a.etag === b.etag && a.size === b.size && a.modifiedAt.getTime() === b.modifiedAt.getTime();
}
