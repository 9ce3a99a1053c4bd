import { importTypeScript } from '../../scripts/import-typescript.js';
import { startS3 } from '../../test/harness/s3/start.js';
import { call } from '../measurements/books-calls.js';
import { throughput } from '../measurements/throughput.js';
import { copyOfQuartet, nodeServer } from '../servers.js';
import { scratchFolder } from './books-library.js';

const TITLE = 'books: replicas on three set-ups';
const REPLICAS = [1, 2, 4];
const LATENCY_MS = 5;
const BOOKS = 8;
const LESSONS = 200;
const TEXT = `# Lesson\n\n${'A line of some words. '.repeat(90)}`;

/** Reads and writes of one library through more and more servers. */
export function booksReplicaGroups() {
  return [{ title: TITLE, make: replicaGroup }];
}

async function replicaGroup() {
  const program = copyOfQuartet();
  const { PostgresServer, newDatabase } = await importTypeScript(`export * from './test/harness/postgres/server.ts';`);
  // Ends with this process.
  const postgres = await PostgresServer.start();
  const s3 = await startS3(LATENCY_MS);
  const setUps = {
    'fs + SQLite': {},
    'fs + PostgreSQL': { DATABASE_URL: await newDatabase(postgres.url) },
    'S3 + PostgreSQL': { DATABASE_URL: await newDatabase(postgres.url), ...s3.environment },
  };
  const rows = [];
  for (const [name, environment] of Object.entries(setUps)) {
    const start = nodeServer(program, 'books', '--root', scratchFolder('replicas'), '--log-level', 'warn').with(
      environment,
    );
    await fill(start);
    for (const count of REPLICAS) {
      rows.push({ name: `${name}, ${count}`, one: `${name}, 1`, start, count, read, write });
    }
  }
  return {
    title: TITLE,
    about: `One library of ${BOOKS} books, and 1, 2 or 4 server processes on it. The same 32 callers, whatever the number of servers, so that a
growth is that of the servers. A read gives a lesson of 2 kB with hash, time and source; a write makes a new one. PostgreSQL and S3 run on this machine too, S3 takes ${LATENCY_MS} ms longer
for each request, and PostgreSQL does not wait for the disk (\`fsync = off\`, as in the tests). All of them share the cores: where those are busy already, more servers cannot bring more.`,
    rows,
    measurements: [throughput(3)],
    // None is wanted: with everything on the same cores these rows show what sharing them costs.
    targets: () => [],
  };
}

const pathOf = (at) => `content/01-Part/01-Chapter/${10 + (at % 80)}-lesson-${at}.md`;
const bookOf = (at) => `book-${at % BOOKS}`;
let written = LESSONS;

async function fill(start) {
  const client = await start();
  for (let at = 0; at < LESSONS; at++) {
    await call(client, 'write_content', { book_id: bookOf(at), path: pathOf(at), content: `${TEXT}${at}` });
  }
  await client.stop();
}

async function read(client, at) {
  const { content } = await call(client, 'read_content', { book_id: bookOf(at % LESSONS), path: pathOf(at % LESSONS) });
  if (content !== `${TEXT}${at % LESSONS}`) throw new Error('that is not the lesson');
}

async function write(client) {
  const at = ++written;
  const made = await call(client, 'write_content', { book_id: bookOf(at), path: pathOf(at), content: TEXT });
  if (made.mode !== 'created') throw new Error(`the lesson was ${made.mode}`);
}
