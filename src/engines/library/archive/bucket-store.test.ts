import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ObjectInfo, StorageFailure } from '../storage/storage.ts';
import { put } from '../storage/testing/put.ts';
import { openS3, type S3Workshop } from '../storage/testing/s3.ts';
import { createArchive } from './archive.ts';
import { BucketArchiveStore } from './bucket-store.ts';
import { named } from './testing/names.ts';
import { unzip } from './testing/unzip.ts';

let workshop: S3Workshop;
let archives: BucketArchiveStore;

beforeEach(async () => {
  workshop = await openS3();
  archives = new BucketArchiveStore(workshop.storage.bucket);
});
afterEach(() => workshop.close());

const PREFIX = 'team a/archives/';
const stored = (name: string) => workshop.server.bucket.objects.get(PREFIX + name)?.bytes;

async function shelve(name: string, text: string): Promise<void> {
  const sink = await archives.create(name);
  await sink.write([Buffer.from(text), Buffer.from('!')], 0);
  await sink.commit(text.length + 1);
}

/** Makes a finished archive look older. */
function age(name: string, hours: number): void {
  const { objects } = workshop.server.bucket;
  const thing = objects.get(PREFIX + name);
  if (!thing) throw new Error(`there is no ${name}`);
  objects.set(PREFIX + name, { ...thing, modifiedAt: new Date(Date.now() - hours * 3_600_000) });
}

test('an archive is in the store only after its commit, in parts or not', async () => {
  for (const size of [5, 12_000_000]) {
    const bytes = randomBytes(size);
    const sink = await archives.create(named('a'));
    for (let at = 0; at < size; at += 700_000) await sink.write([bytes.subarray(at, at + 700_000)], at);
    expect(await archives.find(named('a'))).toBeUndefined();
    expect(await archives.list()).toEqual([]);
    await sink.commit(size);
    await sink.abort();
    expect(await archives.find(named('a'))).toMatchObject({ name: named('a'), size });
    expect(stored(named('a'))?.equals(bytes)).toBe(true);
    expect(await archives.remove(named('a'))).toBe(true);
    expect(await archives.remove(named('a'))).toBe(false);
  }
});

test('headers may come after their data, and what failed is written over, while parts are already on their way', async () => {
  const MEMBER = 6_000_000;
  const whole = Buffer.alloc(0);
  const expected: Buffer[] = [whole];
  const sink = await archives.create(named('a'));
  let position = 0;
  for (let round = 0; round < 5; round++) {
    const header = Buffer.alloc(40, `h${round}`);
    const data = randomBytes(MEMBER);
    // A member that fails half way leaves data behind, and no header.
    await sink.write([Buffer.alloc(MEMBER / 2, 'failed')], position + header.length);
    for (let at = 0; at < MEMBER; at += 500_000) {
      await sink.write([data.subarray(at, at + 500_000)], position + header.length + at);
    }
    await sink.write([header], position);
    const small = Buffer.alloc(100, `s${round}`);
    await sink.write([small], position + header.length + MEMBER);
    position += header.length + MEMBER + small.length;
    expected.push(header, data, small);
  }
  expect(workshop.server.counts.get('upload-part')).toBeGreaterThan(3);
  await sink.commit(position);
  expect(stored(named('a'))?.equals(Buffer.concat(expected))).toBe(true);
});

test('a sink that is given up leaves nothing, neither in the bucket nor on the disk', async () => {
  const before = await spools();
  const sink = await archives.create(named('a'));
  await sink.write([randomBytes(12_000_000)], 0);
  await sink.abort();
  expect(workshop.server.bucket.uploads.size).toBe(0);
  expect(workshop.server.bucket.objects.size).toBe(0);
  expect(await spools()).toEqual(before);
});

test('a sink in which something is missing cannot be committed', async () => {
  const sink = await archives.create(named('a'));
  await sink.write([Buffer.alloc(6_000_000)], 0);
  await sink.write([Buffer.alloc(10)], 7_000_000);
  await expect(sink.commit(7_000_010)).rejects.toThrow('Part 2 of the archive upload is missing.');
  await sink.abort();
});

async function spools(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('quartet-archive-')).sort();
}

test('renames, makes young again, and sweeps what is old or was never finished', async () => {
  for (const name of [named('old'), named('used'), named('new')]) await shelve(name, name);
  await archives.rename(named('new'), named('newer'));
  age(named('old'), 5);
  age(named('used'), 5);
  await archives.touch(named('used'));
  const upload = workshop.server.bucket.begin(`${PREFIX}${named('dead')}`, {});
  expect(await archives.sweep(new Date(Date.now() - 3_600_000))).toBe(1);
  expect((await archives.list()).map(({ name }) => name)).toEqual([named('newer'), named('used')]);
  expect(stored(named('newer'))?.toString()).toBe(`${named('new')}!`);
  expect(workshop.server.bucket.uploads.has(upload)).toBe(true);
  expect(await archives.sweep(new Date(Date.now() + 3_600_000))).toBe(3);
  expect(workshop.server.bucket.uploads.size).toBe(0);
});

test('a part of an archive can be read', async () => {
  await shelve(named('a'), 'the archive');
  const read = async (start: number, end: number) =>
    Buffer.concat(await all(archives.read(named('a'), start, end))).toString();
  expect(await read(0, 12)).toBe('the archive!');
  expect(await read(4, 7)).toBe('arc');
  expect(await read(5, 5)).toBe('');
});

test('W-26: the address works for anybody, and expires', async () => {
  await shelve(named('a'), 'the archive');
  const url = archives.addressOf(named('a'), new Date(Date.now() + 5000));
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, 'the archive!']);
  expect(url).not.toContain(encodeURIComponent(workshop.server.keys.secretAccessKey));
  expect((await fetch(url.replace(named('a'), named('b')))).status).toBe(403);
  expect((await fetch(url.replace('Expires=5', 'Expires=5000'))).status).toBe(403);
  await expect.poll(async () => (await fetch(url)).status, { timeout: 20_000, interval: 500 }).toBe(403);
});

test.each(['../a.zip', 'a/b.zip', '.hidden', ''])('refuses the name %j', async (name) => {
  await expect(archives.find(name)).rejects.toThrow('no name of an archive');
  expect(() => archives.addressOf(name, new Date())).toThrow('no name of an archive');
});

test.each(['error', 'reset-after', 'reset-in-request', 'half-answer'] as const)(
  '5.4: an archive of a bucket, into the bucket, is whole although requests meet: %s',
  async (fault) => {
    const { server, storage } = workshop;
    const members = [];
    for (let at = 0; at < 30; at++) {
      const bytes = at % 10 === 0 ? randomBytes(5_000_000) : Buffer.from(`lesson ${at} `.repeat(200));
      const info: ObjectInfo = await put(
        storage,
        `books/b/${at % 10 === 0 ? `static/img/${at}.png` : `content/${at}.md`}`,
        bytes,
      );
      members.push({ ...info, name: info.key.slice(8), hash: createHash('sha256').update(bytes).digest('hex') });
    }
    for (const operation of ['get', 'upload-part', 'begin-upload', 'complete-upload', 'head'] as const)
      server.faults.add(fault, operation, 2);
    const result = await createArchive({ storage, archives, name: named('a'), members });
    expect(result).toMatchObject({ status: 'success', fileCount: 30, errors: [] });
    expect(server.faults.struck).toBeGreaterThan(4);
    const folder = await mkdtemp(path.join(tmpdir(), 'bucket-'));
    await writeFile(path.join(folder, named('a')), stored(named('a')) ?? '');
    const unpacked = await unzip(path.join(folder, named('a')));
    await rm(folder, { recursive: true });
    expect([...unpacked.keys()]).toEqual(members.map(({ name }) => name));
    expect(unpacked.get('content/1.md')?.text).toBe('lesson 1 '.repeat(200));
  },
);

test('FR-014: a member of a bucket that changed or vanished is left out and listed', async () => {
  const { storage } = workshop;
  const members = [];
  for (const name of ['changed', 'gone', 'well']) {
    const info = await put(storage, `books/b/content/${name}.md`, name);
    members.push({ ...info, name: `content/${name}.md` });
  }
  await put(storage, 'books/b/content/changed.md', 'CHANGED');
  await storage.remove('books/b/content/gone.md');
  const { status, errors } = await createArchive({ storage, archives, name: named('a'), members });
  expect([status, errors.map((error) => error.path)]).toEqual(['partial', ['content/changed.md', 'content/gone.md']]);
});

test('a bucket that fails fails the archive', async () => {
  const { server, storage } = workshop;
  const info = await put(storage, 'books/b/content/a.md', 'x');
  server.faults.add('error', 'put', Number.POSITIVE_INFINITY, 'archives/');
  const making = createArchive({ storage, archives, name: named('a'), members: [{ ...info, name: 'content/a.md' }] });
  await expect(making).rejects.toBeInstanceOf(StorageFailure);
  expect(await archives.list()).toEqual([]);
});

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
