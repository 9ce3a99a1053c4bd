import { randomUUID } from 'node:crypto';
import { fstatSync, lstatSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { SharedRun } from '../../../../lib/shared-run.ts';
import type { ObjectPlace } from '../../model/kept-object.ts';
import { StorageFailure } from '../storage.ts';
import { inFolder, inMadeFolder, type Root } from './folder.ts';

export const OBJECTS = ['.quartet', 'objects'];
/** A pack that is longer gets no more records. */
const LONGEST = 64 * 1024 * 1024;
const TRIES = 5;

interface Waiting {
  readonly record: Buffer;
  place?: ObjectPlace;
}

interface OpenPack {
  readonly name: string;
  readonly handle: FileHandle;
  length: number;
}

/** Appends records to a pack that nobody else appends to. Those that arrive together share one trip to the disk. */
export class PackWriter {
  #waiting: Waiting[] = [];
  #pack: OpenPack | undefined;
  readonly #appending = new SharedRun(() => this.#appendWaiting());

  constructor(
    private readonly root: Root,
    private readonly longest = LONGEST,
  ) {}

  /** Makes a record durable; gives its place. */
  async append(record: Buffer): Promise<ObjectPlace> {
    const waiting: Waiting = { record };
    this.#waiting.push(waiting);
    await this.#appending.run();
    if (waiting.place === undefined) throw new Error('The record was left out.');
    return waiting.place;
  }

  /** Lets go of the pack; what is appended afterwards goes into another one. */
  async close(): Promise<void> {
    await this.#appending.run();
    await this.#give();
  }

  async #appendWaiting(): Promise<void> {
    const records = this.#waiting;
    this.#waiting = [];
    if (records.length === 0) return;
    for (let tries = 0; tries < TRIES; tries++) if (await this.#appended(records)) return;
    throw new StorageFailure('The folder of kept versions keeps being moved away. Try again.', true);
  }

  /** False when the pack was taken away meanwhile, so that nobody would find what is in it. */
  async #appended(records: readonly Waiting[]): Promise<boolean> {
    const pack = (this.#pack ??= await this.#newPack());
    const bytes = Buffer.concat(records.map(({ record }) => record));
    const start = pack.length;
    try {
      // Not in this thread: it would wait for a page that is on its way to the disk.
      const { bytesWritten } = await pack.handle.write(bytes, 0, bytes.length, start);
      // A full disk may take a part of it.
      if (bytesWritten < bytes.length) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      await pack.handle.datasync();
    } catch (error) {
      // What is not whole must not be read; and after a sync that has failed, the next one of the same file says nothing.
      await pack.handle.truncate(start).catch(() => {});
      await this.#give();
      throw error;
    }
    if (!this.#isInPlace(pack)) {
      await this.#give();
      return false;
    }
    let position = start;
    for (const waiting of records) {
      waiting.place = { container: pack.name, position, stored: waiting.record.length };
      position += waiting.record.length;
    }
    pack.length = position;
    if (position > this.longest) await this.#give();
    return true;
  }

  async #newPack(): Promise<OpenPack> {
    const name = `${randomUUID()}.pack`;
    const handle = await inMadeFolder(this.root, OBJECTS, async (folder) => {
      const made = await open(folder.at(name), 'wx');
      await folder.sync();
      return made;
    });
    for (let depth = OBJECTS.length - 1; depth >= 0; depth--) {
      await inFolder(this.root, OBJECTS.slice(0, depth), (parent) => parent.sync());
    }
    return { name, handle, length: 0 };
  }

  #isInPlace({ name, handle }: OpenPack): boolean {
    const seen = lstatSync(join(this.root.path, ...OBJECTS, name), { throwIfNoEntry: false });
    const { ino, dev } = fstatSync(handle.fd);
    return seen?.ino === ino && seen.dev === dev;
  }

  async #give(): Promise<void> {
    const pack = this.#pack;
    this.#pack = undefined;
    await pack?.handle.close();
  }
}
