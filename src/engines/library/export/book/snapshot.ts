import { Turns } from '../../../../lib/turns.ts';
import type { Library } from '../../commit/library.ts';
import type { FileRow } from '../../journal/journal.ts';
import { notFound } from '../../model/failures.ts';
import { BASE } from '../../model/file-key.ts';
import { bookPrefix, LAYOUT_FILE } from '../../model/files.ts';
import type { BookId, Owner } from '../../model/names.ts';
import { readLayout } from '../../sync/layout-file.ts';

/** A file or folder of the book that could not be exported, and why. */
export interface LeftOut {
  readonly path: string;
  readonly error: string;
}

/** A book as one user sees it, at one moment. */
export interface Snapshot {
  readonly book: BookId;
  /** By path: the user's own versions in the place of the shared ones. Sorted. */
  readonly files: ReadonlyMap<string, FileRow>;
  readonly unreadable: readonly LeftOut[];
  /** By the paths of lessons: where their authors believe them to be. Links go by that. */
  readonly originals: ReadonlyMap<string, string>;
  /** Of the newest change that is in it. */
  readonly newest: string;
}

/** Looks at what a book holds. An own version that cannot be read is never replaced by the shared one. */
export async function takeSnapshot(library: Library, book: BookId, user: Owner): Promise<Snapshot> {
  if (!(await library.storage.exists(bookPrefix(book)))) throw notFound(book, 'There is no such book.');
  const found = await library.reconciled(book, user);
  const rows = await library.journal.rows(book, user === BASE ? [BASE] : [BASE, user]);
  const unreadable = new Map(found.map(({ path, error }) => [path, error]));
  const hidden = [...unreadable.keys()].filter((path) => path.endsWith('/'));
  const view = new Map<string, FileRow>();
  let newest = '';
  await new Turns().each(rows, (row) => {
    if (row.lastWrittenAt > newest) newest = row.lastWrittenAt;
    if (unreadable.has(row.path) || row.path === LAYOUT_FILE) return;
    if (hidden.some((folder) => row.path.startsWith(folder))) return;
    if (row.userId !== BASE || view.get(row.path)?.userId !== user) view.set(row.path, row);
  });
  const sorted = [...view].sort(([a], [b]) => (a < b ? -1 : 1));
  const layout = await readLayout(library, book);
  return {
    book,
    files: new Map(sorted),
    unreadable: [...unreadable].map(([path, error]) => ({ path, error })),
    originals: new Map(
      [...(layout?.files ?? [])].map(([original, path]) => [`content/${path}`, `content/${original}`]),
    ),
    newest,
  };
}
