import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../storage.ts';
import { collect, put } from './put.ts';

const BOOK = 'books/abc/';
const key = `${BOOK}content/01-Part/01-Chapter/01-intro.md`;

/** What every storage tells of what is below a prefix. */
export function listingsContract(name: string, current: () => Storage): void {
  let storage: Storage;
  beforeEach(() => {
    storage = current();
  });

  const listed = async (prefix: string) => (await collect(storage.list(prefix))).map((info) => info.key);

  describe(`${name}: listings`, () => {
    test('are sorted by the whole key, not folder by folder, and can begin anywhere', async () => {
      const keys = ['a-b/x.md', 'a.md', 'a/x.md', 'a/y/z.md', 'a0.md', 'B.md', 'b/c.md', 'b/c-d/e.md', 'b/c/e.md'];
      for (const tail of keys) await put(storage, `${BOOK}content/${tail}`, tail);
      const expected = keys.map((tail) => `${BOOK}content/${tail}`).sort();
      expect(await listed(`${BOOK}content/`)).toEqual(expected);
      expect(await listed('')).toEqual(expected);
      // A name that was deleted, or never was one, is a place like any other.
      for (const after of [...expected, `${BOOK}content/a/`, `${BOOK}content/a/y`, `${BOOK}content/b0`, 'a', 'z']) {
        const rest = await collect(storage.list(`${BOOK}content/`, undefined, undefined, after));
        expect(rest.map((info) => info.key)).toEqual(expected.filter((key) => key > after));
      }
    });

    test('hold what is below the prefix and nothing beside it', async () => {
      for (const place of ['books/abc/content/a.md', 'books/abcd/content/a.md', 'books/abc/users/bob/content/a.md']) {
        await put(storage, place, 'x');
      }
      expect(await listed('books/abc/')).toEqual(['books/abc/content/a.md', 'books/abc/users/bob/content/a.md']);
      expect(await listed('books/abc/content/')).toEqual(['books/abc/content/a.md']);
      expect(await listed('books/none/')).toEqual([]);
    });

    test('folders are names with a slash behind them, also of a book that has nothing left', async () => {
      await put(storage, 'books/zeta/content/a.md', 'x');
      await put(storage, 'books/alpha/static/img/deep/er/a.png', 'x');
      await put(storage, 'books/loose.md', 'x');
      await put(storage, 'books/empty/content/a.md', 'x');
      await storage.remove('books/empty/content/a.md');
      expect(await storage.folders('books/')).toEqual(['alpha', 'empty', 'zeta']);
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
}
