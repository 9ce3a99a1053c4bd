import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lesson } from './files.ts';
import { BASE } from './journal/journal.ts';
import { openSqliteJournal } from './journal/sqlite.ts';
import { type FileRef, Library } from './library.ts';
import { bookId, contentPath, type Owner, userId } from './paths.ts';
import { FileSystemStorage } from './storage/fs.ts';

/** A library in a folder: the real storage and the real journal. */
export async function openLibrary(root: string): Promise<Library> {
  const storage = await FileSystemStorage.open(root);
  return new Library(storage, await openSqliteJournal(join(root, '.quartet', 'journal.db'), {}));
}

export async function closeLibrary(library: Library): Promise<void> {
  await library.journal.close();
  await library.storage.close();
}

export async function temporaryFolder(): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-books-'));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

/** A lesson of the book `sample`. */
export function sampleLesson(name = '01-intro', user?: string): FileRef {
  const owner: Owner = user === undefined ? BASE : userId(user);
  return lesson(bookId('sample'), contentPath(`content/01-Part/01-Chapter/${name}.md`), owner);
}
