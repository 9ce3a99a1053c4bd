import { medianOf, ratioOf } from '../measurements/tasks.js';
import { longestWait } from '../measurements/waits.js';
import { atMost } from '../report/targets.js';

export function callTargets({ calls }, sizes) {
  return sizes.flatMap((size) => [
    atMost(`glob of a chapter, ${size} lessons, ms`, 10, medianOf(calls, `glob_search of a chapter, ${size}`)),
    atMost(`list_assets, ${size} lessons, ms`, 10, medianOf(calls, `list_assets, ${size}`)),
    atMost(`delta without change, ${size} lessons, ms`, 10, medianOf(calls, `delta_build, nothing changed, ${size}`)),
  ]);
}

export function archiveTargets({ archive }, sizes) {
  return sizes.map((size) =>
    atMost(
      `archive of ${size} lessons, processor time, × zip -r`,
      3,
      ratioOf(archive, `get_book_archive, ${size}`, `zip -r, ${size}`),
    ),
  );
}

export function waitTargets(results, rows) {
  return rows.map(({ name }) =>
    atMost(`longest wait of a small read beside ${name}, ms`, 100, longestWait(results.waits, name)),
  );
}

/** Less than all of the requests together. */
const MOST_MB = 640;

export function memoryTargets({ uploads }, name) {
  return [atMost(`${name}, peak memory, MB`, MOST_MB, medianOf(uploads, name, 'mb'))];
}
