import type { Download } from '../../kernel/toolset.ts';
import { BOOKS, mimeType } from './paths.ts';
import { part } from './storage/part.ts';
import type { BooksWorld } from './world.ts';

/** An archive or an asset, for who has its address. */
export function download(world: BooksWorld, name: string): Promise<Download | undefined> {
  return name.startsWith(BOOKS) ? asset(world, name) : archive(world, name);
}

async function archive({ shelf }: BooksWorld, name: string): Promise<Download | undefined> {
  const item = await shelf.find(name);
  if (item === undefined) return undefined;
  const { size, modifiedAt } = item;
  return { size, modifiedAt, type: 'application/zip', read: (start, end) => shelf.read(name, start, end) };
}

async function asset({ library: { storage } }: BooksWorld, key: string): Promise<Download | undefined> {
  const info = await storage.stat(key);
  if (info === undefined) return undefined;
  const { size, modifiedAt } = info;
  const read = async function* (start: number, end: number) {
    yield* part(await storage.stream(key), start, end);
  };
  return { size, modifiedAt, type: mimeType(key), read };
}
