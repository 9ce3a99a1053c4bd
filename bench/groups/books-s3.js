import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startS3 } from '../../test/harness/s3/start.js';
import { call, timed, watchPeak, withServer } from '../measurements/books-calls.js';
import { medianOf, ratioOf, tasks } from '../measurements/tasks.js';
import { atMost } from '../report/targets.js';
import { readOneAfterAnother } from '../s3.js';
import { copyOfQuartet, nodeServer } from '../servers.js';
import { scratchFolder, writeLessons, writePictures } from './books-library.js';

const LATENCY_MS = 20;
const VALID_SECONDS = 3;
const ARCHIVE = 'quartet, get_book_archive from a bucket';
const AGAIN = 'quartet, the same again';
const READS = 'one read after another';

const TITLE = 'books: archive of a whole book in a bucket';

/** The archive of a book that is in an object storage. */
export function booksS3Groups() {
  return [{ title: TITLE, make: archiveGroup }];
}

async function archiveGroup() {
  const source = scratchFolder('s3-source');
  const book = join(source, 'books', 'sample-book');
  writeLessons(book, 400, 100_000);
  writePictures(book, 100, 1_600_000);
  const { urls, environment } = await startS3(LATENCY_MS, source);
  rmSync(source, { recursive: true });
  const root = scratchFolder('s3-journal');
  const start = nodeServer(
    copyOfQuartet(),
    'books',
    '--root',
    root,
    '--log-level',
    'warn',
    '--presign-expiry',
    String(VALID_SECONDS),
  ).with(environment);
  let again = Number.NaN;
  let round = 0;
  const rows = [
    {
      name: ARCHIVE,
      against: READS,
      measure: () =>
        withServer(start, async (client) => {
          await call(client, 'list_assets', { book_id: 'sample-book' });
          // Another state each time: an archive of a known one would not be made again.
          const path = `content/99-Part/01-Chapter/01-round-${Date.now()}-${round++}.md`;
          await call(client, 'write_content', { book_id: 'sample-book', path, content: 'new' });
          const before = client.residentMb();
          const peak = watchPeak(client);
          const ms = await timed(() => archive(client));
          const mb = peak() - before;
          again = await timed(() => archive(client));
          if (round === 1) await refuseAfterExpiry(client);
          return { ms, mb };
        }),
    },
    { name: AGAIN, measure: async () => again },
    { name: READS, measure: () => timed(() => readOneAfterAnother(urls)) },
  ];
  return {
    title: TITLE,
    about: `500 files, 200 MB, in an S3 on this machine that takes ${LATENCY_MS} ms longer for each request: 400 lessons of 100 kB and 100 pictures of 1.6 MB.
The archive goes back into the bucket, in parts, while it is made. For comparison a plain client reads the 500 objects, one after another, on one connection.`,
    rows,
    measurements: [tasks('s3', 'Time to a finished archive', 'A new server each round.', 5)],
    targets: ({ s3: samples }) => [
      atMost('archive from a bucket, × one read after another', 0.35, ratioOf(samples, ARCHIVE, READS)),
      atMost('archive from a bucket, extra memory, MB', 64, medianOf(samples, ARCHIVE, 'mb')),
    ],
  };
}

async function archive(client) {
  const made = await call(client, 'get_book_archive', { book_id: 'sample-book' });
  if (made.status !== 'success' || made.file_count < 500) throw new Error(`${made.status}, ${made.file_count} files`);
  const answer = await fetch(made.archive_url, { headers: { range: 'bytes=0-3' } });
  if ((await answer.text()) !== 'PK\u0003\u0004') throw new Error(`the address gives ${answer.status}`);
  return made.archive_url;
}

async function refuseAfterExpiry(client) {
  const url = await archive(client);
  await sleep((VALID_SECONDS + 1.5) * 1000);
  const { status } = await fetch(url);
  if (status !== 403) throw new Error(`the address has expired and gives ${status}`);
}
