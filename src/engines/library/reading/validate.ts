import { Turns } from '../../../lib/turns.ts';
import type { Library } from '../commit/library.ts';
import type { BookFinding } from '../model/book-finding.ts';
import { BASE } from '../model/file-key.ts';
import { bookPrefix, LAYOUT_FILE } from '../model/files.ts';
import { ASSET_TYPES, assetPath, type BookId, isLessonPath, isReadme } from '../model/names.ts';
import type { OnUnreadable } from '../storage/storage.ts';
import type { SkippedPlace } from './skipped.ts';

export interface LayoutReport {
  readonly errors: BookFinding[];
  readonly warnings: BookFinding[];
  totalFiles: number;
  contentFiles: number;
}

const FOLDER = /^[0-9]{2}-[A-Za-z0-9][A-Za-z0-9-]*$/;

/** Checks every shared file of a book against the written layout, and the journal against the files; by path. */
export async function validateBook(
  library: Library,
  book: BookId,
  stopAtFirst: boolean,
  unreadable: readonly SkippedPlace[] = [],
): Promise<LayoutReport> {
  const report: LayoutReport = { errors: [], warnings: [], totalFiles: 0, contentFiles: 0 };
  const prefix = bookPrefix(book);
  const paths: string[] = [];
  const issues = new Map(unreadable.map(({ path, error }) => [path, error]));
  const note: OnUnreadable = (place, failure) => void issues.set(place.slice(prefix.length), failure.message);
  for await (const { key } of library.storage.list(prefix, undefined, note)) {
    const path = key.slice(prefix.length);
    if (!path.startsWith('users/')) paths.push(path);
  }
  report.totalFiles = paths.length;
  report.contentFiles = paths.filter((path) => path.startsWith('content/')).length;
  for (const [path, issue] of issues) if (!path.startsWith('users/')) report.errors.push({ path, issue });
  if (stopAtFirst && report.errors.length > 0) return report;
  const turns = new Turns();
  const missing = new Set<string>();
  for (const folder of ['content/', 'static/']) {
    for (const path of (await library.journal.versions(book, BASE, folder)).keys()) missing.add(path);
  }
  for (const path of paths) {
    await turns.next();
    checkFile(path, report);
    missing.delete(path);
    if (stopAtFirst && report.errors.length > 0) return report;
  }
  await checkNeighbours(paths, report, turns);
  for (const path of missing) {
    if (issues.has(path)) continue;
    report.errors.push({ path, issue: 'The journal knows this file, but it is not in storage' });
  }
  return report;
}

function checkFile(path: string, { errors, warnings }: LayoutReport): void {
  const segments = path.split('/');
  if (segments[0] === 'static') checkAsset(path, segments, errors);
  else if (segments[0] === 'content') checkContent(path, segments, errors, warnings);
  else if (!isReadme(path))
    warnings.push({ path, issue: 'The file is outside content/ and static/, where no tool looks' });
}

function checkAsset(path: string, [, type = '', ...name]: readonly string[], errors: BookFinding[]): void {
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

function checkContent(path: string, segments: readonly string[], errors: BookFinding[], warnings: BookFinding[]): void {
  const folders = segments.slice(1, -1);
  const bad = folders.slice(0, 2).find((folder) => !FOLDER.test(folder));
  if (bad !== undefined) errors.push({ path, issue: `The folder ${bad} is not named NN-Name` });
  else if (folders.length > 2)
    errors.push({ path, issue: 'The file is too deep: content/NN-Part/NN-Chapter/NN-lesson.md is the whole depth' });
  else if (isReadme(path) || segments.at(-1) === '_category_.json' || path === LAYOUT_FILE) return;
  else if (!path.endsWith('.md')) warnings.push({ path, issue: 'Only Markdown belongs below content/' });
  else if (folders.length < 2)
    warnings.push({ path, issue: 'The file name does not follow the NN-name pattern of a lesson in a chapter' });
  else if (!isLessonPath(path))
    errors.push({ path, issue: 'The lesson is not named NN-name.md or NN-name.summary.md' });
}

/** What only shows beside other files: a summary without its lesson, a number used twice, names that differ in case alone. */
async function checkNeighbours(paths: readonly string[], { warnings }: LayoutReport, turns: Turns): Promise<void> {
  const known = new Set(paths);
  const numbers = new Map<string, string>();
  const lowerCase = new Map<string, string>();
  for (const path of paths) {
    await turns.next();
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
