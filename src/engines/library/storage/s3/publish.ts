import { setTimeout as sleep } from 'node:timers/promises';
import { mimeType } from '../../model/mime.ts';
import { changedMeanwhile, type ObjectInfo, StorageFailure } from '../storage.ts';
import type { S3Object } from './answers.ts';
import type { Expected, S3Bucket } from './bucket.ts';
import { isPrecondition } from './errors.ts';
import type { S3Abilities } from './probe.ts';
import type { Versions } from './versions.ts';

/** Bytes that are to become an object, and the name they are staged under. */
interface Publication {
  readonly id: string;
  readonly key: string;
  readonly size: number;
  /** Undefined for what is too large to be sent again: it is copied from where it is staged. */
  readonly bytes: Buffer | undefined;
  readonly stagedAt: string;
  /** The version that must be there, null for nothing; undefined for whatever is there. */
  readonly replaces: string | null | undefined;
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
    const { bytes } = publication;
    const etag =
      bytes !== undefined && this.abilities.conditionalPut
        ? await this.#putOver(publication, bytes)
        : await this.#copyOver(publication);
    return await this.#confirmed(publication, etag);
  }

  /** Removes the object at a key, if it is the named version; false when there is none. */
  async remove(key: string, version?: string): Promise<boolean> {
    let sent = false;
    for (let round = 0; round < ROUNDS; round++) {
      const seen = await this.bucket.head(key);
      this.versions.remember(key, seen);
      if (seen === undefined) return sent;
      if (version !== undefined && this.versions.info(seen).version !== version) throw changedMeanwhile();
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

  /** Replaces the named version; where none is named, the one that somebody last saw, and what has changed since is looked at first. */
  async #putOver(publication: Publication, bytes: Buffer): Promise<string> {
    const { key, replaces } = publication;
    let expected = await this.#expected(publication);
    for (let round = 0; round < ROUNDS; round++) {
      try {
        return await this.bucket.put(key, bytes, labelOf(publication), expected);
      } catch (error) {
        if (!isPrecondition(error)) throw error;
        const now = await this.bucket.head(key);
        // The answer to an earlier attempt was lost: it was our own.
        if (now && this.#isOurs(publication, now, undefined)) return now.etag;
        this.versions.remember(key, now);
        if (replaces !== undefined) throw changedMeanwhile();
        expected = now?.etag ?? null;
        await sleep(Math.random() * Math.min(5 * round, 100));
      }
    }
    throw crowded();
  }

  /** Copies the staged object to the key, after a look at what is there: there is no condition to give along. */
  async #copyOver(publication: Publication): Promise<string> {
    const { key, replaces, stagedAt } = publication;
    if (replaces !== undefined) {
      const there = await this.versions.look(key);
      if ((there?.version ?? null) !== replaces) throw changedMeanwhile();
    }
    return await this.bucket.copy(stagedAt, key, labelOf(publication));
  }

  /** The ETag of the object that may be replaced, null for none. */
  async #expected({ key, replaces }: Publication): Promise<Expected> {
    if (replaces === null) return null;
    const last = this.versions.last(key);
    if (replaces === undefined) {
      return last === undefined ? ((await this.bucket.head(key))?.etag ?? null) : (last?.etag ?? null);
    }
    if (last && this.versions.info(last).version === replaces) return last.etag;
    const seen = await this.bucket.head(key);
    this.versions.remember(key, seen);
    if (seen === undefined || this.versions.info(seen).version !== replaces) throw changedMeanwhile();
    return seen.etag;
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

  #isOurs({ id }: Publication, seen: S3Object, etag: string | undefined): boolean {
    return this.abilities.metadata ? seen.id === id : etag !== undefined && seen.etag === etag;
  }
}

function labelOf({ id, key }: Publication) {
  return { id, type: mimeType(key) };
}

function crowded(): StorageFailure {
  return new StorageFailure('Too many others change this object at the same time.', true);
}
