import type { Library } from '../commit/library.ts';
import type { VersionRow } from '../journal/version-journal.ts';
import { type BookFailure, invalid, notFound } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { type FileRef, lesson, namespaceOf } from '../model/files.ts';
import type { BookId, ContentPath, Owner } from '../model/names.ts';
import { instant } from '../model/time.ts';
import { type Admit, StorageFailure } from '../storage/storage.ts';
import { present, type ReadItem } from './read-lessons.ts';

/** A version of a lesson that has bytes. */
export interface FoundVersion {
  readonly file: FileRef;
  readonly row: VersionRow & { readonly sha256: string };
  readonly isCurrent: boolean;
}

/** A lesson, or what a user sees of it. */
export interface AskedLesson {
  readonly book: BookId;
  readonly path: ContentPath;
  readonly user: Owner;
}

/** At least eight digits: fewer would soon mean more than one. */
const HASH = /^[0-9a-f]{8,64}$/;
const LISTED = 'content_history and "quartet books history" list the versions.';

/** The version that a text names: by its hash, by the beginning of it, or as the lesson was at a moment. A user's own versions win over shared ones. */
export async function findVersion(library: Library, asked: AskedLesson, text: string): Promise<FoundVersion> {
  const { book, path, user } = asked;
  const owners: Owner[] = user === BASE ? [BASE] : [user, BASE];
  const files = owners.map((owner) => lesson(book, path, owner));
  const hash = text.toLowerCase();
  const hashes = HASH.test(hash);
  const moment = hashes ? '' : momentIn(text);
  let refusal: BookFailure | undefined;
  for (const file of files) {
    const current = await upToDate(library, file);
    const row = hashes ? await withHash(library, file, hash) : await library.journal.history.at(file, moment);
    if (row && row.sha256 !== null) {
      return { file, row: { ...row, sha256: row.sha256 }, isCurrent: current === row.sha256 };
    }
    // What happened to a user's own version explains less than what happened to the shared one.
    refusal = hashes ? noSuchHash(path, hash) : await notThere(library, file, moment, row);
  }
  throw refusal ?? noSuchHash(path, hash);
}

/** A version as readers get it. */
export async function readVersion(library: Library, { file, row, isCurrent }: FoundVersion, admit?: Admit) {
  const bytes = await library.versions.read(file, row, admit);
  const content = { bytes, sha256: row.sha256, lastModified: row.writtenAt };
  const item: ReadItem = present(file.path, content, namespaceOf(file.userId));
  return { ...item, written_by: row.agentId, is_current: isCurrent };
}

/** The hash that a file has now, after what was changed by hand is taken in. Its history can be read even when it cannot. */
export async function upToDate(library: Library, file: FileRef): Promise<string | undefined> {
  try {
    return (await library.known(file))?.sha256;
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error;
    return undefined;
  }
}

function momentIn(text: string): string {
  try {
    return instant(text);
  } catch {
    const sentence =
      'version must be a hash of the lesson, 8 of its 64 hexadecimal digits at least, or a moment in ISO 8601 such as 2026-01-31T12:00:00Z. ' +
      LISTED;
    throw invalid('VALIDATION_ERROR', 'version', sentence);
  }
}

async function withHash({ journal }: Library, file: FileRef, start: string): Promise<VersionRow | undefined> {
  const [row, another] = await journal.history.beginningWith(file, start);
  if (another === undefined) return row;
  throw invalid('VALIDATION_ERROR', 'version', `Several versions begin with ${start}: send more digits. ${LISTED}`);
}

function noSuchHash(path: string, version: string): BookFailure {
  return notFound(path, `There is no version of this lesson with the hash ${version}. ${LISTED}`, { version });
}

async function notThere(library: Library, file: FileRef, moment: string, row: VersionRow | undefined) {
  const { path } = file;
  if (row) {
    const sentence = `The lesson was deleted at ${row.writtenAt} by ${row.agentId}, so it was not there at ${moment}. ${LISTED}`;
    return notFound(path, sentence, { version: moment });
  }
  const first = await library.journal.history.oldest(file);
  const sentence = first
    ? `The history of this lesson begins at ${first.writtenAt}, after ${moment}. ${LISTED}`
    : 'There is no such lesson, and there never was. Find the right path with glob_search.';
  return notFound(path, sentence, { version: moment });
}
