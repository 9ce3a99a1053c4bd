import { join } from 'node:path';
import { bareWrites } from '../bare-writes.js';
import { HttpClient } from '../http-client.js';
import { durableWrites, figures, IN_FLIGHT } from '../measurements/durable-writes.js';
import { atLeast, atMost } from '../report/targets.js';
import { benchPath, copyOfQuartet, nodeServer } from '../servers.js';
import { median, medianRatio } from '../statistics.js';
import { scratchFolder } from './books-library.js';

const TITLE = 'books: durable writes';
const FILESYSTEM = benchPath('node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const BYTES = 2000;
const FILES = 200;
const FLOOR = 'bare threads: write, fsync, rename, fsync';

/** The group of writes that are on the disk when they are answered. */
export function booksWriteGroups() {
  return [{ title: TITLE, make: writeGroup }];
}

function writeGroup() {
  const quartet = copyOfQuartet();
  const { PATH, HOME } = process.env;
  const overStdio = () => {
    const root = scratchFolder('writes');
    return (environment) => nodeServer(quartet, 'books', '--root', root, '--log-level', 'warn').with(environment)();
  };
  const overHttp = () => {
    const root = scratchFolder('writes');
    const args = [quartet, 'serve', '--toolsets', 'books', '--root', root, '--port', '0', '--log-level', 'warn'];
    return (environment) => HttpClient.start(process.execPath, args, { PATH, HOME, ...environment });
  };
  const rows = [
    { name: FLOOR, threads: (count, writes) => bareWrites(count, writes, BYTES) },
    { name: 'quartet, HTTP, creates', start: overHttp(), countsSyncs: true, prepare: creating() },
    { name: 'quartet, HTTP, updates', start: overHttp(), countsSyncs: true, prepare: updating() },
    { name: 'quartet, stdio, creates', start: overStdio(), countsSyncs: true, prepare: creating() },
    { name: 'quartet, stdio, updates', start: overStdio(), countsSyncs: true, prepare: updating() },
    filesystem('creates', () => `${unique()}.md`),
    filesystem('updates', (n) => `${n % FILES}.md`),
  ];
  return {
    title: TITLE,
    about: `Texts of ${BYTES} bytes into one folder. Quartet answers when the bytes, their name, the journal and the audit entry would survive a power cut; the floor is what the
disk gives to threads that do nothing but write, fsync, rename and fsync the folder. server-filesystem syncs nothing.`,
    rows,
    measurements: [durableWrites(3)],
    targets: ({ writes }) => targetsOf(writes),
    notes: [
      `A write waits for two trips to the disk: its version and the decision, side by side, then the record. The file itself is synced within a minute, when nobody waits; until then a start after a power cut puts it back
from its version. What is left of a sequential write is the processor's: thirteen statements of SQLite and two commits of its own (0.3 to 0.7 ms; 0.17 ms where 64 share them), four trips to other threads, the protocol; the
profile is flat beyond that. A server that writes a plain file has none of the journal, the history or the audit entry.`,
      `The event loop is blocked while SQLite writes into its log in the main thread: on a busy machine the longest of 47,000 such writes took 31 ms, since the file system holds them up while it writes its own journal. Below 20 ms on any
disk, the connection that writes has to be in a thread of its own. New files are made, and the log is synced, taken over and begun anew, in other threads already.`,
    ],
  };
}

let made = 0;
const unique = () => `${process.pid}-${made++}`;
const pathOf = (name) => `content/01-Part/01-Chapter/01-${name}.md`;

async function write(client, path, content, expected) {
  const args = { book_id: 'written-book', path, content, expected_hash: expected };
  const result = await client.request('tools/call', { name: 'write_content', arguments: args });
  if (result.isError) throw new Error(`write_content: ${result.content[0].text}`);
  return result.structuredContent.file_hash;
}

function textOf(n) {
  return `${n} `.padEnd(BYTES, 'x');
}

function creating() {
  return async (client) => (n) => write(client, pathOf(unique()), textOf(n));
}

/** Each update is of a lesson that nobody else is writing. */
function updating() {
  return async (client) => {
    const free = [];
    for (let n = 0; n < FILES; n++) {
      const path = pathOf(unique());
      free.push({ path, hash: await write(client, path, textOf(n)) });
    }
    return async (n) => {
      const lesson = free.shift();
      lesson.hash = await write(client, lesson.path, textOf(`${n} ${unique()}`), lesson.hash);
      free.push(lesson);
    };
  };
}

function filesystem(what, nameOf) {
  const root = scratchFolder('writes-peer');
  return {
    name: `server-filesystem, stdio, ${what}`,
    start: (environment) => nodeServer(FILESYSTEM, root).with(environment)(),
    write: async (client, n) => {
      const args = { path: join(root, nameOf(n)), content: textOf(n) };
      const result = await client.request('tools/call', { name: 'write_file', arguments: args });
      if (result.isError) throw new Error(`write_file: ${result.content[0].text}`);
    },
  };
}

function targetsOf(samples) {
  const ratio = (name, other, figure) => medianRatio(figures(samples, name, figure), figures(samples, other, figure));
  return ['HTTP', 'stdio'].flatMap((transport) =>
    ['creates', 'updates'].flatMap((what) => {
      const name = `quartet, ${transport}, ${what}`;
      const peer = `server-filesystem, stdio, ${what}`;
      return [
        atLeast(`${transport}, ${what}, ${IN_FLIGHT} in flight, × floor`, 0.5, ratio(name, FLOOR, 'inFlight')),
        atLeast(`${transport}, ${what}, ${IN_FLIGHT} in flight, × server-filesystem`, 1, ratio(name, peer, 'inFlight')),
        atLeast(`${transport}, ${what}, sequential, × floor`, 0.4, ratio(name, FLOOR, 'sequential')),
        atMost(
          `${transport}, ${what}, ${IN_FLIGHT} in flight, syncs a write`,
          1,
          median(figures(samples, name, 'syncs')),
        ),
        atMost(`${transport}, ${what}, longest block, ms`, 20, Math.max(...figures(samples, name, 'blockMs'))),
      ];
    }),
  );
}
