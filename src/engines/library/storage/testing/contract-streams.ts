import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Storage } from '../storage.ts';
import { collect } from './put.ts';

const key = 'books/abc/static/videos/a.mp4';
const PART = 5 * 1024 * 1024;

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What every storage promises of bytes that come one after the other. */
export function streamsContract(name: string, opened: () => Storage): void {
  describe(`${name}: streams`, () => {
    test.each([
      ['no bytes', 0, 1],
      ['few', 7, 3],
      ['one part', PART, 65_536],
      ['a byte more than two parts', 2 * PART + 1, 1_000_003],
      ['some parts in one chunk', 3 * PART - 1, 4 * PART],
    ])('%s are staged and published as they came', async (_, length, size) => {
      const storage = opened();
      const bytes = Buffer.alloc(length, 'abcdefg');
      const staged = await storage.stageStream(inChunks(bytes, size));
      expect(await collect(storage.list('books/'))).toEqual([]);
      expect(await storage.publish(staged, key)).toMatchObject({ size: length });
      expect((await storage.read(key))?.bytes.equals(bytes)).toBe(true);
      expect(await storage.leftovers(new Date(Date.now() + 3_600_000))).toEqual([]);
    });

    test('for any chunks, what is read is what came', async () => {
      const storage = opened();
      const chunks = fc.array(fc.uint8Array({ maxLength: 50 }), { maxLength: 10 });
      await fc.assert(
        fc.asyncProperty(chunks, async (parts) => {
          const staged = await storage.stageStream(
            (async function* () {
              yield* parts;
            })(),
          );
          await storage.publish(staged, key);
          expect((await storage.read(key))?.bytes.equals(Buffer.concat(parts))).toBe(true);
        }),
        { numRuns: 20 },
      );
    });

    test.each([100, 2 * PART + 100])(
      'what breaks off after %i bytes leaves nothing, and its reason is told',
      async (length) => {
        const storage = opened();
        async function* broken() {
          yield Buffer.alloc(length);
          throw new Error('the sender has gone');
        }
        await expect(storage.stageStream(broken())).rejects.toThrow('the sender has gone');
        expect(await storage.leftovers(new Date(Date.now() + 3_600_000))).toEqual([]);
        expect(await collect(storage.list(''))).toEqual([]);
      },
    );
  });
}
