import { byAge, type FileEntry } from './entries.ts';

/** Both lists, each newest first, as one. To sort anew would look at all of them, and most often one is new. */
export function mergedByAge(many: readonly FileEntry[], few: readonly FileEntry[]): FileEntry[] {
  const all: FileEntry[] = [];
  let next = 0;
  for (const entry of few) {
    for (const end = placeOf(entry, many, next); next < end; next++) all.push(many[next] as FileEntry);
    all.push(entry);
  }
  for (; next < many.length; next++) all.push(many[next] as FileEntry);
  return all;
}

// Behind all that come before it.
function placeOf(entry: FileEntry, ordered: readonly FileEntry[], start: number): number {
  let low = start;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (byAge(ordered[middle] as FileEntry, entry) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
