import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, timed, timeToAnswer, watchPeak, withServer } from '../measurements/books-calls.js';
import { load } from '../measurements/load.js';
import { tasks } from '../measurements/tasks.js';
import { benchPath, copyOfQuartet, nodeServer } from '../servers.js';
import { median } from '../statistics.js';
import { lessonPath, scratchFolder, writeLessons, writePictures } from './books-library.js';
import { archiveTargets, callTargets, deltaTargets, grepTargets } from './books-targets.js';

const FILESYSTEM = benchPath('node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');

/** The groups of the books toolset. */
export function booksGroups() {
  return [
    { title: 'stdio: the books toolset, reads and writes', make: callGroup },
    { title: 'books: archive of a whole book', make: archiveGroup },
    { title: 'books: grep over 500 lessons', make: grepGroup },
    { title: 'books: deltas and bulk reads', make: deltaGroup },
  ];
}

/** Lets the journal take in files that were put into the folder, as a library has them that was in use before. */
function takeIn(root) {
  const program = benchPath('../bin/quartet.js');
  execFileSync(process.execPath, [program, 'books', 'verify', '--repair', '--root', root], { stdio: 'ignore' });
}

const LESSONS = 500;
const LESSON_BYTES = 10_000;

function callGroup() {
  const root = scratchFolder('calls');
  const book = join(root, 'books', 'sample-book');
  writeLessons(book, LESSONS, LESSON_BYTES);
  takeIn(root);
  const quartet = nodeServer(copyOfQuartet(), 'books', '--root', root, '--log-level', 'warn');
  const filesystem = nodeServer(FILESYSTEM, root);
  const text = readFileSync(join(book, lessonPath(0)), 'utf8');
  let written = 0;
  const rows = [
    {
      name: 'quartet books, read_content',
      start: quartet,
      tool: 'read_content',
      ask: (n) => ({
        arguments: { book_id: 'sample-book', path: lessonPath(n % LESSONS) },
        isRight: (answer) => answer.includes(`# Lesson ${n % LESSONS}\\n`) && answer.length > LESSON_BYTES,
      }),
    },
    {
      name: 'server-filesystem, read_text_file',
      peer: true,
      start: filesystem,
      tool: 'read_text_file',
      ask: (n) => ({
        arguments: { path: join(book, lessonPath(n % LESSONS)) },
        isRight: (answer) => answer.startsWith(`# Lesson ${n % LESSONS}\n`) && answer.length === LESSON_BYTES,
      }),
    },
    {
      name: 'quartet books, write_content',
      start: quartet,
      tool: 'write_content',
      ask: () => ({
        arguments: {
          book_id: 'written-book',
          path: `content/01-Part/01-Chapter/01-new-${written++}.md`,
          content: text,
        },
        isRight: (answer) => answer.includes('"mode":"created"'),
      }),
    },
    {
      name: 'server-filesystem, write_file',
      peer: true,
      start: filesystem,
      tool: 'write_file',
      ask: () => ({
        arguments: { path: join(root, `new-${written++}.md`), content: text },
        isRight: (answer) => answer.startsWith('Successfully'),
      }),
    },
  ];
  return {
    title: 'stdio: the books toolset, reads and writes',
    about: `Lessons of 10 kB. Quartet checks schema and ownership, gives hash, time and source with each read, and logs it. Each of its
writes is staged, decided in the journal, published and audited, with the data on the disk (fsync) before the answer; the
filesystem server (\`@modelcontextprotocol/server-filesystem\`) writes and renames a file and leaves it to the system when it gets to the disk.`,
    rows,
    measurements: [{ ...load, run: (all, effort) => load.run(all, { ...effort, ...fewer(effort) }) }],
    targets: callTargets,
  };
}

/** A durable write takes as long as the disk does. */
function fewer({ rounds, sequential, inFlight, warmUp }) {
  return { rounds: Math.min(rounds, 5), sequential: sequential / 10, inFlight: inFlight / 10, warmUp: warmUp / 10 };
}

/** 7-Zip writes the same format, with all cores; no row where it is not installed. */
function sevenZip(book, packed) {
  const program = ['7zz', '7z'].find((name) => spawnSync(name, ['i'], { stdio: 'ignore' }).status === 0);
  if (program === undefined) return [];
  const measure = () => {
    rmSync(packed, { force: true });
    const args = ['a', '-tzip', '-bso0', '-bsp0', packed, 'content', 'static'];
    return timed(async () => execFileSync(program, args, { cwd: book }));
  };
  return [{ name: '7-Zip, a ZIP at its usual level', against: 'zip -r', measure }];
}

function archiveGroup() {
  const root = scratchFolder('archive');
  const book = join(root, 'books', 'sample-book');
  writeLessons(book, 400, 100_000);
  writePictures(book, 100, 1_600_000);
  takeIn(root);
  const start = nodeServer(copyOfQuartet(), 'books', '--root', root, '--log-level', 'warn');
  const packed = join(root, 'peer.zip');
  let again = Number.NaN;
  const rows = [
    {
      name: 'quartet, get_book_archive',
      against: 'zip -r',
      measure: () =>
        withServer(start, async (client) => {
          rmSync(join(root, 'archives'), { recursive: true, force: true });
          await call(client, 'list_assets', { book_id: 'sample-book' });
          const before = client.residentMb();
          const peak = watchPeak(client);
          const first = await timed(() => call(client, 'get_book_archive', { book_id: 'sample-book' }));
          const mb = peak() - before;
          again = await timed(() => call(client, 'get_book_archive', { book_id: 'sample-book' }));
          return { ms: first, mb };
        }),
    },
    { name: 'quartet, the same again', measure: async () => again },
    {
      name: 'zip -r',
      measure: () => {
        rmSync(packed, { force: true });
        return timed(async () => execFileSync('zip', ['-r', '-q', packed, 'content', 'static'], { cwd: book }));
      },
    },
    ...sevenZip(book, packed),
  ];
  const about = `500 files, 200 MB: 400 lessons of 100 kB and 100 pictures of 1.6 MB that cannot be packed. The server is new each round and has made
no archive; extra memory is the peak while it packs less what it had before.`;
  return {
    title: 'books: archive of a whole book',
    about,
    rows,
    measurements: [tasks('archive', 'Time to a finished archive', 'Both have the files in the page cache.', 5)],
    targets: archiveTargets,
  };
}

const IDLE_MS = 300;
const PATTERNS = {
  'a rare word': 'Zweifelsfall',
  'a common word': 'journal chapter',
  'a word that is not there': 'Nirgendwo',
  'either of two': 'Zweifelsfall|Nirgendwo',
  'classes and repetition': '[Zz]weifels\\w+',
  'start of a line': '^# Lesson 4[0-9]{2}$',
};

function grepGroup() {
  const root = scratchFolder('grep');
  const book = join(root, 'books', 'sample-book');
  writeLessons(book, LESSONS, LESSON_BYTES);
  takeIn(root);
  const start = nodeServer(copyOfQuartet(), 'books', '--root', root, '--log-level', 'warn');
  let warm = Number.NaN;
  const rows = Object.entries(PATTERNS).flatMap(([what, pattern]) => {
    const args = { book_id: 'sample-book', pattern, max_results: 1000 };
    const search = (client) => timeToAnswer(client, 'grep_search', args);
    return [
      {
        name: `quartet, ${what}, cold`,
        against: `rg, ${what}`,
        measure: () =>
          withServer(start, async (client) => {
            await sleep(IDLE_MS);
            const cold = await search(client);
            const times = [];
            for (let call = 0; call < 40; call++) times.push(await search(client));
            warm = median(times.slice(20));
            return cold;
          }),
      },
      { name: `quartet, ${what}, warm`, against: `rg, ${what}`, measure: async () => warm },
      { name: `rg, ${what}`, measure: () => timed(async () => ripgrep(pattern, book)) },
    ];
  });
  return {
    title: 'books: grep over 500 lessons',
    about: `500 lessons of 10 kB, at most 1,000 matches. Cold: the first call of a server that has read no file, ${IDLE_MS} ms after
its start. Warm: the median of its 21st to 40th, which read only what has changed. rg is the whole process, as an assistant would run
it: \`rg -n -j2 PATTERN\`. Both are timed until their output is in; neither output is parsed.`,
    rows,
    measurements: [tasks('grep', 'Time to the matches', 'In the page cache for all.')],
    targets: (results) => grepTargets(results, Object.keys(PATTERNS)),
  };
}

function ripgrep(pattern, folder) {
  try {
    execFileSync('rg', ['-n', '-j2', pattern, folder], { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e9 });
  } catch (error) {
    // 1 says that nothing matches.
    if (error.status !== 1) throw error;
  }
}

function deltaGroup() {
  const root = scratchFolder('delta');
  const book = join(root, 'books', 'sample-book');
  writeLessons(book, 10_000, 200);
  const start = nodeServer(copyOfQuartet(), 'books', '--root', root, '--log-level', 'warn');
  const small = { book_id: 'sample-book', path: 'content/01-Part/01-Chapter', scope: 'chapter' };
  const bulk = join(root, 'books', 'bulk-book');
  writeLessons(bulk, LESSONS, LESSON_BYTES);
  takeIn(root);
  let since = '';
  const rows = [
    {
      name: 'delta_build, 5 changes in 10,000 files',
      measure: () =>
        withServer(start, async (client) => {
          const delta = (from) => call(client, 'delta_build', { book_id: 'sample-book', since: from });
          since ||= (await delta('2020-01-01T00:00:00Z')).next_since;
          for (let at = 0; at < 5; at++) {
            const path = `content/09-Part/01-Chapter/01-new-${Math.random().toString(36).slice(2)}.md`;
            await call(client, 'write_content', { book_id: 'sample-book', path, content: 'new' });
          }
          await delta(since);
          const started = performance.now();
          const found = await delta(since);
          const ms = performance.now() - started;
          if (found.changed_count !== 5) throw new Error(`${found.changed_count} changes instead of 5`);
          since = found.next_since;
          return ms;
        }),
    },
    {
      name: 'read_content of a book of 500 lessons, cold',
      measure: () =>
        withServer(start, async (client) =>
          timed(async () => {
            let lessons = 0;
            for (let cursor; lessons === 0 || cursor !== undefined; ) {
              const args = { ...small, book_id: 'bulk-book', scope: 'book', cursor };
              const page = await call(client, 'read_content', args);
              lessons += page.result.length;
              cursor = page.next_cursor;
            }
            if (lessons !== LESSONS) throw new Error(`${lessons} lessons instead of ${LESSONS}`);
          }),
        ),
    },
    {
      name: 'the same, one call a lesson',
      measure: () =>
        withServer(start, async (client) =>
          timed(async () => {
            for (let at = 0; at < LESSONS; at++) {
              await call(client, 'read_content', { book_id: 'bulk-book', path: lessonPath(at) });
            }
          }),
        ),
    },
  ];
  rows[1].against = rows[2].name;
  return {
    title: 'books: deltas and bulk reads',
    about: 'A book of 10,000 files for the delta, one of 500 lessons of 10 kB for the bulk read.',
    rows,
    measurements: [tasks('delta', 'Time to the answer', 'A new server each round.', 5)],
    targets: deltaTargets,
  };
}
