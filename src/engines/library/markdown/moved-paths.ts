import { BookFailure, invalid, notFound } from '../model/failures.ts';
import { assetPath, chapterFolder, contentPath, isLessonPath } from '../model/names.ts';

const SUMMARY = /\.summary\.md$/;

/** Which of a book's files move, and where to: a lesson with its summary, a chapter, or an asset. */
export function movedPaths(known: ReadonlySet<string>, from: string, to: string): Map<string, string> {
  const source = from.replace(/\/$/, '');
  const target = destinationOf(source, to);
  if (source === target) throw invalid('VALIDATION_ERROR', 'to', 'from and to are the same. Say where it shall go.');
  const moved = isFile(source) ? file(known, source, target) : folder(known, source, target);
  if (moved.size === 0) {
    throw notFound(from, 'There is nothing to move. Find the right path with glob_search.');
  }
  const taken = [...moved.values()].find((path) => known.has(path)) ?? folderTaken(known, source, target);
  if (taken !== undefined) {
    const sentence = `Nothing was moved: ${taken} is there already. Choose another path, or move or delete that first.`;
    throw new BookFailure('ConflictError', 'CONFLICT', sentence, { path: taken });
  }
  return moved;
}

function isFile(path: string): boolean {
  return path.startsWith('static/') || path.endsWith('.md');
}

/** The place that is asked for, which must be one of the same kind. */
function destinationOf(source: string, to: string): string {
  if (source.startsWith('static/')) {
    placeOfAsset(source);
    return placeOfAsset(to);
  }
  if (!source.endsWith('.md')) {
    chapterFolder(source);
    return chapterFolder(to);
  }
  contentPath(source);
  const target = contentPath(to);
  if (SUMMARY.test(source) !== SUMMARY.test(target))
    throw invalid(
      'VALIDATION_ERROR',
      'to',
      'A summary stays a summary, and a lesson a lesson. Choose a path like that of from.',
    );
  return target;
}

function placeOfAsset(path: string): string {
  const [, type = '', name = ''] = /^static\/([^/]*)\/(.*)$/s.exec(path) ?? [];
  if (name === '') throw invalid('VALIDATION_ERROR', 'to', 'An asset moves to a path like static/img/name.png.');
  return assetPath(type, name);
}

function file(known: ReadonlySet<string>, source: string, target: string): Map<string, string> {
  const moved = new Map(known.has(source) ? [[source, target]] : []);
  const summary = source.replace(/\.md$/, '.summary.md');
  if (moved.size > 0 && isLessonPath(source) && !SUMMARY.test(source) && known.has(summary))
    moved.set(summary, target.replace(/\.md$/, '.summary.md'));
  return moved;
}

function folder(known: ReadonlySet<string>, source: string, target: string): Map<string, string> {
  const files = [...known].filter((path) => path.startsWith(`${source}/`));
  return new Map(files.map((path) => [path, `${target}${path.slice(source.length)}`]));
}

function folderTaken(known: ReadonlySet<string>, source: string, target: string): string | undefined {
  return isFile(source) ? undefined : [...known].find((path) => path.startsWith(`${target}/`));
}
