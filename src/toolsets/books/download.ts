import { BOOKS } from '../../engines/library/model/files.ts';
import { mimeType } from '../../engines/library/model/mime.ts';
import { byteRange } from '../../engines/library/storage/streams.ts';
import type { Download } from '../../kernel/toolset.ts';
import type { BooksWorld } from './world.ts';

/** An archive or an asset, for anybody who has its address. */
export function download(world: BooksWorld, name: string): Promise<Download | undefined> {
  return name.startsWith(BOOKS) ? asset(world, name) : archive(world, name);
}

async function archive({ archives }: BooksWorld, name: string): Promise<Download | undefined> {
  const item = await archives.find(name);
  if (item === undefined) return undefined;
  const { size, modifiedAt } = item;
  return { size, modifiedAt, type: 'application/zip', read: (start, end) => archives.read(name, start, end) };
}

async function asset({ library: { storage } }: BooksWorld, key: string): Promise<Download | undefined> {
  const info = await storage.stat(key);
  if (info === undefined) return undefined;
  const { size, modifiedAt } = info;
  const read = async function* (start: number, end: number) {
    yield* byteRange(await storage.stream(key), start, end);
  };
  return { size, modifiedAt, type: mimeType(key), read };
}
