import { BASE, type FileRow } from './journal/journal.ts';
import type { Library } from './library.ts';
import { ASSET_TYPES, assetPath, type BookId, bookPrefix, isLessonPath, isReadme } from './paths.ts';

export interface Finding extends Record<string, unknown> {
  readonly path: string;
  readonly issue: string;
}

export interface Report {
  readonly errors: Finding[];
  readonly warnings: Finding[];
  totalFiles: number;
  contentFiles: number;
}

const FOLDER = /^[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]*$/;

/** Checks every shared file of a book against the written layout, and the journal against the files; by path. */
export async function validateBook(library: Library, book: BookId, stopAtFirst: boolean): Promise<Report> {
  const report: Report = { errors: [], warnings: [], totalFiles: 0, contentFiles: 0 };
  const prefix = bookPrefix(book);
  const paths: string[] = [];
  for await (const { key } of library.storage.list(prefix)) {
    const path = key.slice(prefix.length);
    if (!path.startsWith('users/')) paths.push(path);
  }
  report.totalFiles = paths.length;
  report.contentFiles = paths.filter((path) => path.startsWith('content/')).length;
  const rows = new Map((await library.journal.rows(book, [BASE])).map((row) => [row.path, row]));
  for (const path of paths) {
    checkFile(path, report);
    rows.delete(path);
    if (stopAtFirst && report.errors.length > 0) return report;
  }
  checkNeighbours(paths, report);
  checkMissing(rows, report);
  return report;
}

function checkFile(path: string, { errors, warnings }: Report): void {
  const segments = path.split('/');
  if (segments[0] === 'static') checkAsset(path, segments, errors);
  else if (segments[0] === 'content') checkContent(path, segments, errors, warnings);
  else if (!isReadme(path))
    warnings.push({ path, issue: 'The file is outside content/ and static/, where no tool looks' });
}

function checkAsset(path: string, [, type = '', ...name]: readonly string[], errors: Finding[]): void {
  const known = ASSET_TYPES.find((candidate) => candidate === type);
  if (known === undefined || name.length === 0) {
    errors.push({ path, issue: 'Assets belong below static/img, static/slides, static/videos or static/audio' });
    return;
  }
  try {
    assetPath(known, name.join('/'));
  } catch {
    errors.push({
      path,
      issue:
        'The name of the asset is not safe: no control characters, backslashes, blanks at the ends or dots in front',
    });
  }
}

function checkContent(path: string, segments: readonly string[], errors: Finding[], warnings: Finding[]): void {
  const folders = segments.slice(1, -1);
  const bad = folders.slice(0, 2).find((folder) => !FOLDER.test(folder));
  if (bad !== undefined) errors.push({ path, issue: `The folder ${bad} is not named NN-Name` });
  else if (folders.length > 2)
    errors.push({ path, issue: 'The file is too deep: content/NN-Part/NN-Chapter/NN-lesson.md is the whole depth' });
  else if (isReadme(path) || segments.at(-1) === '_category_.json') return;
  else if (!path.endsWith('.md')) warnings.push({ path, issue: 'Only Markdown belongs below content/' });
  else if (folders.length < 2)
    warnings.push({ path, issue: 'The file name does not follow the NN-name pattern of a lesson in a chapter' });
  else if (!isLessonPath(path))
    errors.push({ path, issue: 'The lesson is not named NN-name.md or NN-name.summary.md' });
}

/** What only shows beside other files: a summary without its lesson, a number used twice, names that differ in case alone. */
function checkNeighbours(paths: readonly string[], { warnings }: Report): void {
  const known = new Set(paths);
  const numbers = new Map<string, string>();
  const lowerCase = new Map<string, string>();
  for (const path of paths) {
    const twin = lowerCase.get(path.toLowerCase());
    if (twin !== undefined)
      warnings.push({
        path,
        issue: `The name differs from ${twin} only in case, which some systems cannot tell apart`,
      });
    lowerCase.set(path.toLowerCase(), path);
    if (!isLessonPath(path)) continue;
    if (path.endsWith('.summary.md')) {
      const lesson = path.replace(/\.summary\.md$/, '.md');
      if (!known.has(lesson)) warnings.push({ path, issue: 'There is no lesson to this summary' });
      continue;
    }
    const number = path.slice(0, path.lastIndexOf('/') + 3);
    const other = numbers.get(number);
    if (other !== undefined) warnings.push({ path, issue: `The number is also that of ${other}` });
    numbers.set(number, path);
  }
}

function checkMissing(rows: ReadonlyMap<string, FileRow>, { errors }: Report): void {
  for (const path of rows.keys()) errors.push({ path, issue: 'The journal knows this file, but it is not in storage' });
}
