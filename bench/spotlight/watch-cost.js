// Prints the bytes outside of JavaScript's own memory that the watch of a folder takes, by the growth of the allocator's heap
// while many folders are watched as Quartet watches them. Not a number where the system does not tell.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// The first ones use up what the allocator had in reserve.
const WARM_UP = 1000;
const COUNTED = 5000;

const root = mkdtempSync(join(tmpdir(), 'quartet-watch-'));
try {
  // Paths as long as those of the files to search in.
  const folders = Array.from({ length: WARM_UP + COUNTED }, (_, index) =>
    join(root, 'notes', 'part-12', `folder-${index}`),
  );
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const watchers = folders.slice(0, WARM_UP).map(watched);
  const before = heapBytes();
  watchers.push(...folders.slice(WARM_UP).map(watched));
  const grown = heapBytes() - before;
  for (const watcher of watchers) watcher.close();
  process.stdout.write(`${grown / COUNTED}\n`);
} finally {
  rmSync(root, { recursive: true });
}

function watched(folder) {
  return watch(folder, { persistent: false }, () => {});
}

function heapBytes() {
  try {
    const [, start, end] = /^(\w+)-(\w+) .*\[heap\]$/m.exec(readFileSync('/proc/self/maps', 'utf8'));
    return Number.parseInt(end, 16) - Number.parseInt(start, 16);
  } catch {
    return Number.NaN;
  }
}
