import type { FileRow } from '../../journal/journal.ts';
import type { Book } from '../book/book.ts';
import { Unreadable } from '../book/lesson-reader.ts';
import type { LeftOut } from '../book/snapshot.ts';

/** A picture that readers of EPUB can show. */
export interface Picture {
  readonly row: FileRow;
  readonly type: string;
}

/** How the files of each type begin, in hex; a dot stands for any digit. */
const SIGNS: readonly (readonly [type: string, ending: string, sign: RegExp])[] = [
  ['image/png', 'png', /^89504e470d0a1a0a/],
  ['image/jpeg', 'jpg', /^ffd8ff/],
  ['image/gif', 'gif', /^474946383[79]61/],
  ['image/webp', 'webp', /^52494646.{8}57454250/],
];

/** The pictures that lessons of the book show, by path. What is no picture that every reader knows is left to its words. */
export async function picturesOf(book: Book, leftOut: LeftOut[]): Promise<Map<string, Picture>> {
  const pictures = new Map<string, Picture>();
  const seen = new Set<string>();
  for (const page of book.pages.flatMap((one) => (one.summary ? [one, one.summary] : one))) {
    for (const address of page.facts.pictures) {
      const target = book.links.targetOf(page, address);
      if (target?.kind !== 'asset' || seen.has(target.row.path)) continue;
      seen.add(target.row.path);
      const type = await typeOf(book, target.row, leftOut);
      if (type !== undefined) pictures.set(target.row.path, { row: target.row, type });
    }
  }
  return pictures;
}

/** The ending of a file of a type. */
export function endingOf(type: string): string {
  return SIGNS.find(([known]) => known === type)?.[1] ?? 'bin';
}

async function typeOf(book: Book, row: FileRow, leftOut: LeftOut[]): Promise<string | undefined> {
  try {
    const head = (await book.reader.bytes(row)).toString('hex', 0, 16);
    return SIGNS.find(([, , sign]) => sign.test(head))?.[0];
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    leftOut.push({ path: row.path, error: error.message });
    return undefined;
  }
}
