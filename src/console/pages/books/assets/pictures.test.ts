import { expect, it } from 'vitest';
import type { McpClient } from '../../../mcp/client.ts';
import { type AssetName, Pictures, type Shown } from './pictures.ts';

const client = { path: '/mcp' } as McpClient;
const name = (filename: string): AssetName => ({ bookId: 'book', type: 'img', filename });

/** Fetches that end when the test says so. */
class Fetches {
  readonly asked: string[] = [];
  readonly #ends = new Map<string, { resolve: (shown: Shown) => void; reject: (error: Error) => void }>();

  readonly fetch = (_: McpClient, { filename }: AssetName): Promise<Shown> => {
    this.asked.push(filename);
    return new Promise((resolve, reject) => this.#ends.set(filename, { resolve, reject }));
  };

  end(filename: string): void {
    this.#ends.get(filename)?.resolve({ kind: 'picture', url: `blob:${filename}` });
  }

  fail(filename: string): void {
    this.#ends.get(filename)?.reject(new Error('gone'));
  }
}

it('a picture that is shown twice is fetched once', async () => {
  const fetches = new Fetches();
  const pictures = new Pictures(fetches.fetch);
  const [first, second] = [pictures.take(client, name('a')), pictures.take(client, name('a'))];
  fetches.end('a');
  expect(await first.shown).toBe(await second.shown);
  expect(fetches.asked).toEqual(['a']);
});

it('three are fetched at a time, the others in their turn', async () => {
  const fetches = new Fetches();
  const pictures = new Pictures(fetches.fetch);
  const taken = ['a', 'b', 'c', 'd', 'e'].map((filename) => pictures.take(client, name(filename)));
  expect(fetches.asked).toEqual(['a', 'b', 'c']);
  fetches.end('b');
  await taken[1]?.shown;
  await Promise.resolve();
  expect(fetches.asked).toEqual(['a', 'b', 'c', 'd']);
  fetches.end('d');
  await taken[3]?.shown;
  await Promise.resolve();
  expect(fetches.asked).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('after a failure, who asks next tries again', async () => {
  const fetches = new Fetches();
  const pictures = new Pictures(fetches.fetch);
  const first = pictures.take(client, name('a'));
  fetches.fail('a');
  await expect(first.shown).rejects.toThrow('gone');
  const second = pictures.take(client, name('a'));
  fetches.end('a');
  expect(await second.shown).toEqual({ kind: 'picture', url: 'blob:a' });
});
