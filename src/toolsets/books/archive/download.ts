import type { Download } from '../../../kernel/toolset.ts';
import type { BooksWorld } from '../world.ts';

/** An archive for who has its address. */
export async function downloadArchive({ shelf }: BooksWorld, name: string): Promise<Download | undefined> {
  const item = await shelf.find(name);
  if (item === undefined) return undefined;
  const { size, modifiedAt } = item;
  return { size, modifiedAt, type: 'application/zip', read: (start, end) => shelf.read(name, start, end) };
}
