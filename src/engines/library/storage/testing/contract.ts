import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Storage, StorageFailure } from '../storage.ts';
import { conditionsContract } from './contract-conditions.ts';
import { listingsContract } from './contract-listings.ts';
import { racesContract } from './contract-races.ts';
import { streamsContract } from './contract-streams.ts';
import { collect, put } from './put.ts';

/** A storage for one test, and how to be rid of it. */
export interface OpenStorage {
  readonly storage: Storage;
  close(): Promise<void>;
}

const BOOK = 'books/abc/';
const key = `${BOOK}content/01-Part/01-Chapter/01-intro.md`;

/** What every storage promises, whatever it is made of. A slow one may be read during fewer publications. */
export function storageContract(name: string, open: () => Promise<OpenStorage>, publications = 500): void {
  let opened: OpenStorage;
  let storage: Storage;
  beforeEach(async () => {
    opened = await open();
    storage = opened.storage;
  });
  afterEach(() => opened.close());

  const listed = async (prefix: string) => (await collect(storage.list(prefix))).map((info) => info.key);

  describe(`${name}: objects`, () => {
    test('what is published is read back, byte for byte, with one version everywhere', async () => {
      const bytes = Buffer.from([0, 1, 2, 255, 254, 10, 13, 10]);
      // Whether it is fresh depends on the moment.
      const { isFresh: _, ...info } = await put(storage, key, bytes);
      expect(info).toMatchObject({ key, size: 8 });
      const object = await storage.read(key);
      expect(object?.bytes.equals(bytes)).toBe(true);
      expect(object).toMatchObject(info);
      expect(await storage.stat(key)).toMatchObject(info);
      expect([info.version, undefined]).toContain(storage.versionAtOnce?.(key));
      expect(await collect(storage.list(BOOK))).toMatchObject([info]);
      expect((await buffer(await storage.stream(key))).equals(bytes)).toBe(true);
      expect(Math.abs(Date.now() - info.modifiedAt.getTime())).toBeLessThan(3_600_000);
    });

    test('an object may be empty', async () => {
      expect(await put(storage, key, Buffer.alloc(0))).toMatchObject({ size: 0 });
      expect((await storage.read(key))?.bytes).toHaveLength(0);
      expect(await buffer(await storage.stream(key))).toHaveLength(0);
    });

    test('an object may be large', async () => {
      const bytes = Buffer.alloc(5_000_011, 'abcdefg');
      await put(storage, key, bytes);
      expect((await storage.read(key))?.bytes.equals(bytes)).toBe(true);
      expect((await buffer(await storage.stream(key))).equals(bytes)).toBe(true);
    });

    test('names may have spaces, percent signs and any script', async () => {
      for (const file of ['ein Bild.png', '100%.png', '日本語.png', '😀.png', "it's (1) [2] {3} #&+=?.png", 'é.png']) {
        const odd = `${BOOK}static/img/folder ü/${file}`;
        await put(storage, odd, file);
        expect((await storage.read(odd))?.bytes.toString()).toBe(file);
        expect(await listed(`${BOOK}static/`)).toContain(odd);
      }
    });

    test.each([
      [`${BOOK}content/01-Part/01-Chapter/01-Intro.md`, key],
      [`${BOOK}users/Bob/content/a.md`, `${BOOK}users/bob/content/a.md`],
      [`${BOOK}static/img/e\u0301.png`, `${BOOK}static/img/\u00e9.png`],
    ])('W-44: %s and %s are two objects, or the second is refused; never one', async (first, second) => {
      await put(storage, first, 'first');
      expect(await storage.read(second)).toBeUndefined();
      expect(await storage.remove(second)).toBe(false);
      expect(await listed(second.slice(0, second.lastIndexOf('/') + 1))).not.toContain(second);
      const outcome = await put(storage, second, 'second').catch((error: unknown) => error);
      const refused = outcome instanceof StorageFailure;
      expect((await storage.read(first))?.bytes.toString()).toBe('first');
      expect((await storage.read(second))?.bytes.toString()).toBe(refused ? undefined : 'second');
    });

    test('each publication has another version, even of the same bytes', async () => {
      const versions = new Set<string>();
      for (let i = 0; i < 5; i++) versions.add((await put(storage, key, `text ${i % 2}`)).version);
      expect(versions.size).toBe(5);
    });

    test('nothing is at a key where nothing was put', async () => {
      await put(storage, key, 'x');
      for (const other of [
        `${BOOK}content/none.md`,
        'books/none/content/a.md',
        `${key}/below`,
        `${BOOK}content/01-Part`,
      ]) {
        expect(await storage.read(other)).toBeUndefined();
        expect(await storage.stat(other)).toBeUndefined();
        expect(await storage.remove(other)).toBe(false);
        await expect(storage.stream(other)).rejects.toBeInstanceOf(StorageFailure);
      }
      expect((await storage.read(key))?.bytes.toString()).toBe('x');
    });

    test('a stream ends when its signal does', async () => {
      await put(storage, key, Buffer.alloc(3_000_000));
      const abort = new AbortController();
      const stream = await storage.stream(key, abort.signal);
      stream.once('data', () => abort.abort());
      await expect(buffer(stream)).rejects.toThrow(/abort/i);
      await expect(storage.stream(key, abort.signal)).rejects.toThrow(/abort/i);
    });

    test('a stream that nobody reads yet, or any more, fails without harm', async () => {
      await put(storage, key, Buffer.alloc(3_000_000, 'text'));
      for (let turns = 0; turns < 30; turns++) {
        const abort = new AbortController();
        const opening = storage.stream(key, abort.signal);
        for (let turn = 0; turn < turns; turn++) await setImmediate();
        abort.abort();
        const stream = await opening.catch(() => undefined);
        for (let turn = 0; turn < 3; turn++) await setImmediate();
        if (stream) await expect(buffer(stream)).rejects.toThrow(/abort/i);
      }
      const left = await storage.stream(key);
      left.destroy(new Error('nobody listens'));
      await setImmediate();
      await expect(buffer(left)).rejects.toThrow('nobody listens');
    });
  });

  describe(`${name}: staging`, () => {
    test('staged bytes are nowhere to be seen until published, and gone after', async () => {
      const staged = await storage.stage(Buffer.from('new'));
      expect(await listed('')).toEqual([]);
      expect(await storage.folders('')).toEqual([]);
      expect(await storage.leftovers(later())).toEqual([staged]);
      await storage.publish(staged, key);
      expect(await storage.leftovers(later())).toEqual([]);
      expect(await listed('')).toEqual([key]);
    });

    test('discarded bytes are gone, and may be discarded again', async () => {
      const staged = await storage.stage(Buffer.from('new'));
      await storage.discard(staged);
      await storage.discard(staged);
      expect(await storage.leftovers(later())).toEqual([]);
      await expect(storage.publish(staged, key)).rejects.toBeInstanceOf(StorageFailure);
      expect(await storage.read(key)).toBeUndefined();
    });

    test('staged bytes can be published once', async () => {
      const staged = await storage.stage(Buffer.from('new'));
      await storage.publish(staged, key);
      await expect(storage.publish(staged, `${key}2`)).rejects.toBeInstanceOf(StorageFailure);
      expect(await listed('')).toEqual([key]);
    });

    test('young staged bytes are no leftovers', async () => {
      await storage.stage(Buffer.from('new'));
      expect(await storage.leftovers(new Date(Date.now() - 3_600_000))).toEqual([]);
    });

    test.each(['', '..', '../../books/abc/x', 'a/b', '/etc/passwd'])(
      '%j is no name of staged bytes',
      async (staged) => {
        await expect(storage.publish(staged, key)).rejects.toBeInstanceOf(StorageFailure);
        await expect(storage.discard(staged)).rejects.toBeInstanceOf(StorageFailure);
      },
    );
  });

  describe(`${name}: removal`, () => {
    test('takes an object away once, and leaves its neighbours', async () => {
      await put(storage, key, 'x');
      await put(storage, `${key}.txt`, 'y');
      expect(await storage.remove(key)).toBe(true);
      expect(await storage.remove(key)).toBe(false);
      expect(await storage.read(key)).toBeUndefined();
      expect(await listed('')).toEqual([`${key}.txt`]);
    });

    test('an object can be put where one was removed', async () => {
      for (const text of ['one', 'two', 'three']) {
        await put(storage, key, text);
        expect((await storage.read(key))?.bytes.toString()).toBe(text);
        expect(await storage.remove(key)).toBe(true);
      }
    });
  });

  streamsContract(name, () => storage);
  listingsContract(name, () => storage);
  conditionsContract(name, () => storage);
  racesContract(name, () => storage, publications);
}

function later(): Date {
  return new Date(Date.now() + 3_600_000);
}
