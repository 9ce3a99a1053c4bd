import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Random } from '../../../../test/harness/random.ts';
import { FileSystemStorage } from '../storage/fs/fs-storage.ts';
import type { Storage } from '../storage/storage.ts';
import { collect, put } from '../storage/testing/put.ts';
import { openS3, type S3Workshop } from '../storage/testing/s3.ts';
import { type MigrationOptions, migrate } from './migrate.ts';
import { MigrationRecord } from './record.ts';

let home: string;
let folder: FileSystemStorage;
let workshop: S3Workshop;
let bucket: Storage;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'migrate-'));
  folder = await FileSystemStorage.open(join(home, 'library'));
  workshop = await openS3();
  bucket = workshop.storage;
});
afterEach(async () => {
  await workshop.close();
  await rm(home, { recursive: true, force: true });
});

async function run(from: Storage, to: Storage, told: Partial<MigrationOptions> = {}, name = 'record') {
  const quiet = { dryRun: false, overwrite: false, onProgress: () => {}, onLine: () => {} };
  const record = await MigrationRecord.open(join(home, `${name}.jsonl`));
  return migrate(from, to, record, { ...quiet, signal: new AbortController().signal, ...told });
}

async function fill(storage: Storage, count: number): Promise<void> {
  const random = new Random(3);
  for (let at = 0; at < count; at++) {
    const bytes = Buffer.from(Array.from({ length: random.below(3000) }, () => random.below(256)));
    await put(
      storage,
      `books/b-${at % 3}/${at % 2 ? `static/img/bild ü ${at}.png` : `content/01-Part/01-Chapter/${at}.md`}`,
      bytes,
    );
  }
}

async function contentsOf(storage: Storage): Promise<string[]> {
  const keys = (await collect(storage.list('books/'))).map(({ key }) => key);
  return Promise.all(keys.map(async (key) => `${key} ${(await storage.read(key))?.bytes.toString('hex')}`));
}

test('N-18: all books go to a bucket and back, byte for byte, and nothing the second time', async () => {
  await fill(folder, 40);
  await put(folder, 'books/b-0/static/videos/large.mp4', Buffer.alloc(17_000_000, 'video '));
  const bytes = (await collect(folder.list('books/'))).reduce((sum, { size }) => sum + size, 0);
  expect(await run(folder, bucket)).toMatchObject({ files: 41, bytes, copied: 41, copied_bytes: bytes, already: 0 });
  expect(await contentsOf(bucket)).toEqual(await contentsOf(folder));

  const reads = workshop.server.counts.get('get');
  expect(await run(folder, bucket)).toMatchObject({ copied: 0, already: 41, lines: [] });
  expect(workshop.server.counts.get('get')).toBe(reads);

  const back = await FileSystemStorage.open(join(home, 'back'));
  expect(await run(bucket, back, {}, 'back')).toMatchObject({ copied: 41 });
  expect(await contentsOf(back)).toEqual(await contentsOf(folder));
});

test('what is interrupted goes on where it was', async () => {
  await fill(folder, 60);
  const stop = new AbortController();
  const stopping = run(folder, bucket, {
    signal: stop.signal,
    onProgress: (done) => {
      if (done === 20) stop.abort();
    },
  });
  await expect(stopping).rejects.toThrow(/abort/i);
  const arrived = (await collect(bucket.list('books/'))).length;
  expect(arrived).toBeGreaterThanOrEqual(20);
  expect(arrived).toBeLessThan(60);
  expect(await run(folder, bucket)).toMatchObject({ copied: 60 - arrived, already: arrived });
  expect(await contentsOf(bucket)).toEqual(await contentsOf(folder));
});

test('an object storage that fails ends the run with a failure that can be tried again', async () => {
  await fill(folder, 30);
  workshop.server.faults.add('error', 'put', Number.POSITIVE_INFINITY, '/12.md');
  await expect(run(folder, bucket)).rejects.toMatchObject({ retryable: true });
  workshop.server.faults.clear();
  expect((await run(folder, bucket)).files).toBe(30);
  expect(await contentsOf(bucket)).toEqual(await contentsOf(folder));
  expect(await bucket.leftovers(new Date(Date.now() + 3_600_000))).toEqual([]);
});

test('nothing that differs is replaced unasked, nothing is removed', async () => {
  await fill(folder, 6);
  await run(folder, bucket);
  const [first, second] = (await collect(folder.list('books/'))).map(({ key }) => key) as [string, string];
  await put(bucket, first, 'changed in the bucket');
  await put(bucket, 'books/b-0/content/more.md', 'only there');
  await put(folder, second, 'changed in the folder');
  expect((await run(folder, bucket)).lines).toEqual([
    { action: 'conflict', key: first },
    { action: 'copy', key: second },
    { action: 'extra', key: 'books/b-0/content/more.md' },
  ]);
  expect((await bucket.read(first))?.bytes.toString()).toBe('changed in the bucket');
  expect(await run(folder, bucket, { overwrite: true })).toMatchObject({ copied: 1, already: 5 });
  expect((await bucket.read(first))?.bytes).toEqual((await folder.read(first))?.bytes);
  expect(await bucket.stat('books/b-0/content/more.md')).toBeDefined();
});

test('a dry run tells the same and changes nothing', async () => {
  await fill(folder, 10);
  const told = await run(folder, bucket, { dryRun: true });
  expect(told).toMatchObject({ dry_run: true, copied: 10 });
  expect(workshop.server.bucket.objects.size).toBe(0);
  expect((await run(folder, bucket)).lines).toEqual(expect.arrayContaining([...told.lines]));
});

test('without its record it compares the bytes and does not copy them again', async () => {
  await fill(folder, 10);
  await run(folder, bucket);
  expect(await run(folder, bucket, {}, 'another')).toMatchObject({ copied: 0, already: 10 });
});

test('bytes that do not arrive as they were sent are told', async () => {
  await fill(folder, 3);
  const [{ key } = { key: '' }] = await collect(folder.list('books/'));
  // A storage that garbles one object.
  const garbling: Storage = Object.create(bucket, {
    stage: {
      value: async (bytes: Buffer) => {
        const isTheOne = bytes.equals((await folder.read(key))?.bytes ?? Buffer.alloc(0));
        return bucket.stage(isTheOne ? Buffer.concat([bytes, Buffer.from('!')]) : bytes);
      },
    },
    publish: { value: bucket.publish.bind(bucket) },
    read: { value: bucket.read.bind(bucket) },
    list: { value: bucket.list.bind(bucket) },
  });
  const { copied, lines } = await run(folder, garbling);
  expect(copied).toBe(2);
  expect(lines.find(({ action }) => action === 'failed')).toMatchObject({
    key,
    reason: expect.stringContaining('read back'),
  });
});
