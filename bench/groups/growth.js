import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { programNamed, timedCommand } from '../commands.js';
import { call, timeToAnswer, withServer } from '../measurements/books-calls.js';
import { tasks } from '../measurements/tasks.js';
import { uploads } from '../measurements/uploads.js';
import { waits } from '../measurements/waits.js';
import { processorMs, processorMsOf } from '../processor-time.js';
import { thousands } from '../report/table.js';
import { median } from '../statistics.js';
import { lessonPath } from './books-library.js';
import { FULL_TEXT, fullTextGroup } from './full-text.js';
import { BOOK, emptyServer, libraryOf, OTHER } from './growth-library.js';
import { archiveTargets, callTargets, memoryTargets, waitTargets } from './growth-targets.js';

const SIZES = [5000, 50_000];
const ROUNDS = 3;
const REPEATS = 21;
const CHAPTER = 'content/03-Part/07-Chapter';
const EVERYTHING = { book_id: BOOK, since: '2020-01-01T00:00:00Z' };
const NOTHING = { book_id: BOOK, since: '2099-01-01T00:00:00Z' };
const SIZES_TEXT =
  'Books of 5,000 and of 50,000 lessons of 4 KiB, 50 a chapter, on a folder and SQLite, without assets.';

/** How the library fares with large books and much at once. */
export function growthGroups() {
  return [
    { title: 'books growth: finding and deltas', make: callGroup },
    { title: FULL_TEXT, make: fullTextGroup },
    { title: 'books growth: archives of small lessons', make: archiveGroup },
    { title: 'books growth: small reads beside heavy calls', make: waitGroup },
    { title: 'books growth: uploads at once', make: uploadGroup },
  ];
}

/** Rows for a book of each size. */
async function forEachSize(rowsOf) {
  const rows = [];
  for (const size of SIZES) rows.push(...rowsOf(await libraryOf(size), thousands(size)));
  return rows;
}

async function callGroup() {
  const again = (start, tool, args) => ({
    measure: () =>
      withServer(start, async (client) => {
        await timeToAnswer(client, tool, args);
        const times = [];
        for (let at = 0; at < REPEATS; at++) times.push(await timeToAnswer(client, tool, args));
        return median(times);
      }),
  });
  const first = (start, args) => ({
    measure: () => withServer(start, (client) => timeToAnswer(client, 'delta_build', args)),
  });
  const found = async (args) => (await timedCommand('find', args)).ms;
  const rows = await forEachSize(({ start, book }, size) => [
    {
      name: `glob_search of a chapter, ${size}`,
      against: `find in the chapter, ${size}`,
      ...again(start, 'glob_search', { book_id: BOOK, pattern: `${CHAPTER}/*.md` }),
    },
    { name: `find in the chapter, ${size}`, measure: () => found([join(book, CHAPTER), '-name', '*.md']) },
    { name: `list_assets, ${size}`, ...again(start, 'list_assets', { book_id: BOOK }) },
    { name: `delta_build, nothing changed, ${size}`, ...again(start, 'delta_build', NOTHING) },
    {
      name: `the first delta_build after a start, ${size}`,
      against: `find with times, ${size}`,
      ...first(start, NOTHING),
    },
    { name: `the same, with every lesson in the answer, ${size}`, ...first(start, EVERYTHING) },
    {
      name: `find with times, ${size}`,
      measure: () => found([book, '-type', 'f', '-printf', '%P %s %T@ %C@\n']),
    },
  ]);
  return {
    title: 'books growth: finding and deltas',
    about: `${SIZES_TEXT} A row is the median of ${REPEATS} calls after a first one, unless it says that it is the first. \`find\` is the whole process; with times it
looks at every file of the book, as a server does that has just been started and cannot know what was changed before.`,
    rows,
    measurements: [tasks('calls', 'Time to the answer', 'In the page cache for all; a new server each round.', ROUNDS)],
    targets: (results) => callTargets(results, SIZES.map(thousands)),
  };
}

const zip = programNamed('zip');
const NO_ZIP = 'Not measured, because it is not installed here: zip. On Debian: apt-get install zip';

async function archiveGroup() {
  const rows = await forEachSize(({ start, root, book }, size) => [
    {
      name: `get_book_archive, ${size}`,
      ...(zip && { against: `zip -r, ${size}` }),
      measure: () => {
        rmSync(join(root, 'archives'), { recursive: true, force: true });
        return withServer(start, packedWhole);
      },
    },
    ...(zip ? [{ name: `zip -r, ${size}`, measure: async () => zipped(root, book) }] : []),
  ]);
  return {
    title: 'books growth: archives of small lessons',
    about: `${SIZES_TEXT} Processor time, user and system, of all threads: of the server for this one call, the first after its start, and of \`zip -r\` as a process.`,
    rows,
    measurements: [tasks('archive', 'Processor time of an archive', 'In the page cache for both.', ROUNDS)],
    targets: (results) => (zip ? archiveTargets(results, SIZES.map(thousands)) : []),
    notes: zip ? [] : [NO_ZIP],
  };
}

/** An archive that runs out of time is continued. */
async function packedWhole(client) {
  const before = processorMs(client.process.pid);
  let resume_token;
  do {
    const args = { book_id: BOOK, ...(resume_token && { resume_token }) };
    ({ resume_token } = await call(client, 'get_book_archive', args));
  } while (resume_token !== undefined);
  return processorMs(client.process.pid) - before;
}

function zipped(root, book) {
  const packed = join(root, 'peer.zip');
  rmSync(packed, { force: true });
  return processorMsOf(zip, ['-r', '-q', packed, 'content'], book);
}

async function waitGroup() {
  const heavy = {
    nothing: {},
    validate_book: { tool: 'validate_book', args: { book_id: BOOK } },
    'delta_build, nothing changed': { tool: 'delta_build', args: NOTHING },
    'delta_build of every lesson': { tool: 'delta_build', args: EVERYTHING },
    'grep_search of a word that is not there': {
      tool: 'grep_search',
      args: { book_id: BOOK, pattern: 'Nirgendwo' },
    },
    'grep_search with classes and repetition': {
      tool: 'grep_search',
      args: { book_id: BOOK, pattern: '[Nn]irgend\\w+' },
    },
    get_book_archive: { tool: 'get_book_archive', args: { book_id: BOOK } },
  };
  const rows = await forEachSize(({ serve, root }, size) =>
    Object.entries(heavy).map(([what, { tool, args }]) => ({
      name: `${what}, ${size}`,
      serve,
      tool,
      args,
      small: readOther,
      before: () => rmSync(join(root, 'archives'), { recursive: true, force: true }),
    })),
  );
  return {
    title: 'books growth: small reads beside heavy calls',
    about: SIZES_TEXT,
    rows,
    measurements: [waits(ROUNDS)],
    targets: (results) =>
      waitTargets(
        results,
        rows.filter(({ tool }) => tool),
      ),
  };
}

async function readOther(client, n) {
  const lesson = n % OTHER.lessons;
  const args = { book_id: OTHER.book, path: lessonPath(lesson) };
  const { content, isError } = await client.request('tools/call', { name: 'read_content', arguments: args });
  if (isError || !content[0].text.includes(`# Lesson ${lesson}\\n`)) throw new Error(content[0].text.slice(0, 300));
}

const UPLOADS = { count: 48, bytes: 10 * 1024 * 1024 };

function uploadGroup() {
  const name = '48 uploads of 10 MiB at once';
  return {
    title: 'books growth: uploads at once',
    about: 'Assets of 10 MiB each, in base64, over HTTP: 670 MB of requests.',
    rows: [{ name, serve: emptyServer(), ...UPLOADS }],
    measurements: [uploads(ROUNDS)],
    targets: (results) => memoryTargets(results, name),
  };
}
