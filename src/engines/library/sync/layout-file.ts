import * as z from 'zod';
import { ConfigurationFailure } from '../../../lib/failures.ts';
import type { Actor } from '../commit/commit.ts';
import type { Library } from '../commit/library.ts';
import { BASE } from '../model/file-key.ts';
import { type FileRef, keyOf, LAYOUT_FILE, placeOf } from '../model/files.ts';
import type { BookId } from '../model/names.ts';
import type { Layout } from './numbering.ts';

const schema = z.object({ folders: z.record(z.string(), z.string()), files: z.record(z.string(), z.string()) });

/** The layout of a book, and the hash of the file that it is in; undefined for a book that has none. */
export async function readLayout(library: Library, book: BookId): Promise<(Layout & { sha256: string }) | undefined> {
  const found = await library.read(fileOf(book));
  if (found === undefined) return undefined;
  const told = schema.safeParse(parsed(found.bytes.toString('utf8'))).data;
  if (told === undefined || !isPlausible(told, book)) {
    throw new ConfigurationFailure(`${LAYOUT_FILE} of the book cannot be used. Put back an earlier version of it.`);
  }
  return {
    folders: new Map(Object.entries(told.folders)),
    files: new Map(Object.entries(told.files)),
    sha256: found.sha256,
  };
}

export async function writeLayout(
  library: Library,
  book: BookId,
  { folders, files }: Layout,
  before: string | undefined,
  actor: Actor,
): Promise<void> {
  const sorted = (map: ReadonlyMap<string, string>) =>
    Object.fromEntries([...map].sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ folders: sorted(folders), files: sorted(files) }, undefined, 1)}\n`;
  await library.write(fileOf(book), Buffer.from(text), before, actor);
}

function fileOf(book: BookId): FileRef {
  const place = { bookId: book, path: LAYOUT_FILE, userId: BASE } as const;
  return { ...place, key: keyOf(place) };
}

/** The file may have been changed by hand: its names must stay within a folder, and no two files may become one. */
function isPlausible({ folders, files }: z.infer<typeof schema>, book: BookId): boolean {
  const staysInside = (path: string) => placeOf(`books/${book}/content/${path}`)?.path === `content/${path}`;
  const names = [...Object.entries(folders), ...Object.entries(files)].flat();
  return new Set(Object.values(files)).size === Object.keys(files).length && names.every(staysInside);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
