import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { conditionsContract } from './contract-conditions.testing.ts';
import { racesContract } from './contract-races.testing.ts';
import { collect, put } from './put.testing.ts';
import { type Storage, StorageFailure } from './storage.ts';

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
      const info = await put(storage, key, bytes);
      expect(info).toMatchObject({ key, size: 8 });
      const object = await storage.read(key);
      expect(object?.bytes.equals(bytes)).toBe(true);
      expect(object).toMatchObject(info);
      expect(await storage.stat(key)).toEqual(info);
      expect([info.version, undefined]).toContain(storage.versionAtOnce?.(key));
      expect(await collect(storage.list(BOOK))).toEqual([info]);
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

  describe(`${name}: listings`, () => {
    test('are sorted by the whole key, not folder by folder', async () => {
      const keys = ['a-b/x.md', 'a.md', 'a/x.md', 'a/y/z.md', 'a0.md', 'B.md', 'b/c.md', 'b/c-d/e.md', 'b/c/e.md'];
      for (const tail of keys) await put(storage, `${BOOK}content/${tail}`, tail);
      const expected = keys.map((tail) => `${BOOK}content/${tail}`).sort();
      expect(await listed(`${BOOK}content/`)).toEqual(expected);
      expect(await listed('')).toEqual(expected);
    });

    test('hold what is below the prefix and nothing beside it', async () => {
      for (const place of ['books/abc/content/a.md', 'books/abcd/content/a.md', 'books/abc/users/bob/content/a.md']) {
        await put(storage, place, 'x');
      }
      expect(await listed('books/abc/')).toEqual(['books/abc/content/a.md', 'books/abc/users/bob/content/a.md']);
      expect(await listed('books/abc/content/')).toEqual(['books/abc/content/a.md']);
      expect(await listed('books/none/')).toEqual([]);
    });

    test('folders are the names that have something below them', async () => {
      await put(storage, 'books/zeta/content/a.md', 'x');
      await put(storage, 'books/alpha/static/img/deep/er/a.png', 'x');
      await put(storage, 'books/loose.md', 'x');
      await put(storage, 'books/empty/content/a.md', 'x');
      await storage.remove('books/empty/content/a.md');
      expect(await storage.folders('books/')).toEqual(['alpha', 'zeta']);
      expect(await storage.folders('books/none/')).toEqual([]);
    });

    test('a prefix exists when something is below it', async () => {
      await put(storage, key, 'x');
      expect(await storage.exists(BOOK)).toBe(true);
      expect(await storage.exists(`${BOOK}content/01-Part/`)).toBe(true);
      expect(await storage.exists(`${BOOK}content/01-Par/`)).toBe(false);
      expect(await storage.exists('books/none/')).toBe(false);
    });

    test('a book stays when its last file goes', async () => {
      await put(storage, key, 'x');
      await put(storage, `${BOOK}static/img/a.png`, 'x');
      await storage.remove(key);
      await storage.remove(`${BOOK}static/img/a.png`);
      expect(await storage.exists(BOOK)).toBe(true);
      expect(await storage.exists(`${BOOK}content/`)).toBe(false);
      expect(await listed('')).toEqual([]);
    });

    test('end when their signal does', async () => {
      await put(storage, key, 'x');
      const abort = new AbortController();
      abort.abort();
      await expect(collect(storage.list('', abort.signal))).rejects.toThrow(/abort/i);
    });
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

  conditionsContract(name, () => storage);
  racesContract(name, () => storage, publications);
}

function later(): Date {
  return new Date(Date.now() + 3_600_000);
}
