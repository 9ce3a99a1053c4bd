import type { Library } from '../commit/library.ts';
import { type BookFailure, notFound } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { type FileRef, lesson, namespaceOf } from '../model/files.ts';
import type { BookId, ContentPath, Owner } from '../model/names.ts';
import type { Admit } from '../storage/storage.ts';
import { findVersion, upToDate } from './history.ts';
import type { DiffSide } from './unified-diff.ts';

/** Two versions as somebody names them; left out: as it is now, and what came before it. */
export interface ChosenVersions {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** One side, with its hash; without one where there was no lesson. */
export interface ComparedVersion extends DiffSide {
  readonly sha256: string | undefined;
}

/** What to compare. */
interface Chosen {
  readonly file: FileRef;
  readonly writtenAt?: string;
  readonly sha256: string | null;
  readonly size: number;
}

/** The bytes of the two versions that are meant. */
export async function chooseSides(
  library: Library,
  file: FileRef,
  { from, to }: ChosenVersions,
  admit?: Admit,
): Promise<[ComparedVersion, ComparedVersion]> {
  const second = to === undefined ? await present(library, file) : await named(library, file, to);
  const first = from === undefined ? await before(library, file, second, to) : await named(library, file, from);
  return [await side(library, first, admit), await side(library, second, admit)];
}

async function named(library: Library, file: FileRef, version: string): Promise<Chosen> {
  const { bookId, path, userId } = file;
  const asked = { book: bookId as BookId, path: path as ContentPath, user: userId as Owner };
  const found = await findVersion(library, asked, version);
  return { file: found.file, ...found.row };
}

/** The lesson as it is; nothing where it was deleted. */
async function present(library: Library, file: FileRef): Promise<Chosen> {
  await upToDate(library, file);
  const [newest] = await library.journal.history.list(file, 1);
  if (newest === undefined) throw neverWritten(file);
  return { file, ...newest };
}

/** Said of a lesson that has no history. */
export function neverWritten({ path, userId }: FileRef): BookFailure {
  const what = userId === BASE ? 'There is no such lesson' : 'This user has no own version of the lesson';
  return notFound(path, `${what}, and there never was. Find the right path with glob_search.`);
}

/** What a version replaced; what a user sees now is held against what everybody sees. */
async function before(library: Library, file: FileRef, second: Chosen, to: string | undefined): Promise<Chosen> {
  if (to === undefined && file.userId !== BASE) {
    const shared = lesson(file.bookId as BookId, file.path as ContentPath, BASE);
    return await present(library, shared).catch(() => nothing(shared));
  }
  const [previous] = await library.journal.history.list(second.file, 1, second.writtenAt);
  return previous ? { file: second.file, ...previous } : nothing(second.file);
}

function nothing(file: FileRef): Chosen {
  return { file, sha256: null, size: 0 };
}

async function side(library: Library, { file, writtenAt, sha256, size }: Chosen, admit?: Admit) {
  const whose = namespaceOf(file.userId) === 'base' ? '' : ` (${file.userId})`;
  if (sha256 === null) return { label: '/dev/null', bytes: Buffer.alloc(0), sha256: undefined };
  const bytes = await library.versions.read(file, { sha256, size }, admit);
  return { label: `${file.path}${whose}\t${writtenAt}`, bytes, sha256 };
}
