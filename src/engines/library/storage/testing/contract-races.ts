import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Storage } from '../storage.ts';
import { collect, put } from './put.ts';

const BOOK = 'books/abc/';
const key = `${BOOK}content/01-Part/01-Chapter/01-intro.md`;

/** What every storage promises to callers at the same time. */
export function racesContract(name: string, current: () => Storage, publications: number): void {
  let storage: Storage;
  beforeEach(() => {
    storage = current();
  });

  const listed = async (prefix: string) => (await collect(storage.list(prefix))).map((info) => info.key);

  describe(`${name}: at once`, () => {
    test('a reader during many publications sees only whole versions, and a listing always the object', async () => {
      const texts = Array.from({ length: publications }, (_, i) => Buffer.alloc(1 + ((i * 7919) % 60_000), `${i};`));
      await put(storage, key, texts[0] as Buffer);
      let writing = true;
      const reader = async () => {
        let seen = 0;
        for (; writing; seen++) {
          const object = await storage.read(key);
          const streamed = await buffer(await storage.stream(key));
          expect(texts.some((text) => text.equals(object?.bytes ?? Buffer.alloc(0)))).toBe(true);
          expect(texts.some((text) => text.equals(streamed))).toBe(true);
          if (seen % 10 === 0) expect(await listed(BOOK)).toEqual([key]);
        }
        return seen;
      };
      const readers = Promise.all([reader(), reader()]);
      readers.catch(() => {});
      for (const text of texts) await put(storage, key, text);
      writing = false;
      for (const seen of await readers) expect(seen).toBeGreaterThan(0);
      expect((await storage.read(key))?.bytes.equals(texts.at(-1) as Buffer)).toBe(true);
    });

    test('many writers of one key: each succeeds, one text stays, with its version', async () => {
      const infos = await Promise.all(Array.from({ length: 30 }, (_, i) => put(storage, key, `text ${i}`)));
      const last = await storage.read(key);
      const at = infos.findIndex((info) => info.version === last?.version);
      expect(last?.bytes.toString()).toBe(`text ${at}`);
    });

    test('writers and removers of neighbours do not disturb each other', async () => {
      const places = Array.from({ length: 8 }, (_, i) => `${BOOK}content/01-Part/0${i % 2}-Chapter/0${i}-x.md`);
      const rounds = places.map(async (place) => {
        for (let i = 0; i < 20; i++) {
          await put(storage, place, `${place} ${i}`);
          expect((await storage.read(place))?.bytes.toString()).toBe(`${place} ${i}`);
          expect(await storage.remove(place)).toBe(true);
        }
      });
      await Promise.all(rounds);
      expect(await listed('')).toEqual([]);
    });

    test('many objects at once', async () => {
      const places = Array.from({ length: 300 }, (_, i) => `${BOOK}static/img/${i % 7}/${i}.bin`);
      await Promise.all(places.map((place) => put(storage, place, place)));
      const objects = await Promise.all(places.map((place) => storage.read(place)));
      expect(objects.map((object) => object?.bytes.toString())).toEqual(places);
      expect(await listed(BOOK)).toEqual([...places].sort());
    });
  });
}
