import { setTimeout as sleep } from 'node:timers/promises';
import { mimeType } from '../paths/mime.ts';
import type { Seen } from './s3-answers.ts';
import type { S3Bucket } from './s3-bucket.ts';
import { isPrecondition } from './s3-errors.ts';
import type { S3Abilities } from './s3-probe.ts';
import type { Versions } from './s3-versions.ts';
import { type ObjectInfo, StorageFailure } from './storage.ts';

/** Bytes that are to become an object, and the name they are staged under. */
export interface Publication {
  readonly id: string;
  readonly key: string;
  readonly size: number;
  /** Undefined for what is too large to be sent again: it is copied from where it is staged. */
  readonly bytes: Buffer | undefined;
  readonly stagedAt: string;
}

const ROUNDS = 200;

/** Changes objects so that a request which arrives late cannot undo a later one, where the server can prevent that. */
export class Publisher {
  constructor(
    private readonly bucket: S3Bucket,
    private readonly versions: Versions,
    private readonly abilities: S3Abilities,
  ) {}

  async publish(publication: Publication): Promise<ObjectInfo> {
    const { key, bytes } = publication;
    const etag =
      bytes !== undefined && this.abilities.conditionalPut
        ? await this.#putOver(publication, bytes)
        : await this.bucket.copy(publication.stagedAt, key, labelOf(publication));
    return await this.#confirmed(publication, etag);
  }

  /** Removes the object at a key; false when there is none. */
  async remove(key: string): Promise<boolean> {
    let sent = false;
    for (let round = 0; round < ROUNDS; round++) {
      const seen = await this.bucket.head(key);
      this.versions.remember(key, seen);
      if (seen === undefined) return sent;
      sent = true;
      try {
        await this.bucket.remove(key, this.abilities.conditionalDelete ? seen.etag : undefined);
        this.versions.remember(key, undefined);
        return true;
      } catch (error) {
        if (!isPrecondition(error)) throw error;
      }
    }
    throw crowded();
  }

  /** Replaces exactly the object that was there when somebody last looked: what has changed since is looked at first. */
  async #putOver(publication: Publication, bytes: Buffer): Promise<string> {
    const { key } = publication;
    let expected = this.versions.lastEtag(key);
    if (expected === undefined) expected = (await this.bucket.head(key))?.etag ?? null;
    for (let round = 0; round < ROUNDS; round++) {
      try {
        return await this.bucket.put(key, bytes, labelOf(publication), expected);
      } catch (error) {
        if (!isPrecondition(error)) throw error;
        const now = await this.bucket.head(key);
        // The answer to an earlier attempt was lost: it was our own.
        if (now && this.#isOurs(publication, now, undefined)) return now.etag;
        expected = now?.etag ?? null;
        await sleep(Math.random() * Math.min(5 * round, 100));
      }
    }
    throw crowded();
  }

  /** What is at the key now: ours, or, when somebody was faster than the look, what ours was. */
  async #confirmed(publication: Publication, etag: string): Promise<ObjectInfo> {
    const { id, key, size } = publication;
    this.versions.forget(key);
    const seen = await this.bucket.head(key);
    this.versions.remember(key, seen);
    if (seen === undefined || !this.#isOurs(publication, seen, etag)) {
      const modifiedAt = new Date(Math.floor(this.bucket.serverTime / 1000) * 1000);
      return this.versions.info({ key, etag, size, modifiedAt, id, settled: false });
    }
    if (seen.size !== size) throw new StorageFailure('The object storage kept a part of an object only.', true);
    return this.versions.info(seen);
  }

  #isOurs({ id }: Publication, seen: Seen, etag: string | undefined): boolean {
    return this.abilities.metadata ? seen.id === id : etag !== undefined && seen.etag === etag;
  }
}

function labelOf({ id, key }: Publication) {
  return { id, type: mimeType(key) };
}

function crowded(): StorageFailure {
  return new StorageFailure('Too many others change this object at the same time.', true);
}
