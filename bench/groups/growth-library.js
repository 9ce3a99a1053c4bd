import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { withServer } from '../measurements/books-calls.js';
import { copyOfQuartet, httpServer, nodeServer } from '../servers.js';
import { scratchFolder, writeLessons } from './books-library.js';

export const LESSON_BYTES = 4096;
export const BOOK = 'large-book';
/** A book that is read while something happens to the large one. */
export const OTHER = { book: 'small-book', lessons: 50 };

const made = new Map();
let program;

/** A library with a book of so many lessons, as one that was in use before; made once for all groups. */
export async function libraryOf(lessons) {
  if (!made.has(lessons)) made.set(lessons, await makeLibrary(lessons));
  return made.get(lessons);
}

async function makeLibrary(lessons) {
  const root = scratchFolder(`growth-${lessons}`);
  program ??= copyOfQuartet();
  process.stderr.write(`growth: makes a library of ${lessons} lessons\n`);
  writeLessons(join(root, 'books', BOOK), lessons, LESSON_BYTES);
  writeLessons(join(root, 'books', OTHER.book), OTHER.lessons, LESSON_BYTES);
  const start = nodeServer(program, 'books', '--root', root, '--log-level', 'warn');
  await withServer(start, (client) => takeIn(client, BOOK));
  await withServer(start, (client) => takeIn(client, OTHER.book));
  // Else whoever syncs a file while something is measured waits for all of this.
  execFileSync('sync');
  return {
    lessons,
    root,
    book: join(root, 'books', BOOK),
    start,
    extras: nodeServer(program, 'books', '--extras', '--root', root, '--log-level', 'warn'),
    serve: httpServer(program, 'serve', '--port', '0', '--toolsets', 'books', '--root', root, '--log-level', 'warn'),
  };
}

/** The journal takes in what was put into the folder. A call that runs out of time has done a part of it. */
async function takeIn(client, book_id) {
  const args = { book_id, since: '2099-01-01T00:00:00Z' };
  for (let tries = 0; tries < 10; tries++) {
    const { isError } = await client.request('tools/call', { name: 'delta_build', arguments: args });
    if (!isError) return;
  }
  throw new Error('the journal does not take in the files of a book');
}

/** An empty library behind HTTP. */
export function emptyServer() {
  program ??= copyOfQuartet();
  const root = scratchFolder('uploads');
  return httpServer(program, 'serve', '--port', '0', '--toolsets', 'books', '--root', root, '--log-level', 'warn');
}
