import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { showsOpenFiles } from '../../../lib/in-place.ts';
import { sha256 } from '../model/files.ts';
import { type ArchiveOptions, createArchive } from './archive.ts';
import { FolderArchiveStore } from './folder-store.ts';
import { MemoryStorage } from './testing/memory-storage.ts';
import { named } from './testing/names.ts';
import { unzip } from './testing/unzip.ts';

let root: string;
let folder: string;
let storage: MemoryStorage;
let archives: FolderArchiveStore;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'archive-')));
  folder = path.join(root, 'archives');
  await mkdir(folder);
  storage = new MemoryStorage();
  archives = new FolderArchiveStore({ path: root, anchored: showsOpenFiles, folds: false, tellsChanges: false });
});

afterEach(() => rm(root, { recursive: true, force: true }));

const make = (options: Partial<ArchiveOptions> = {}) =>
  createArchive({ storage, archives, name: named('a'), members: storage.members(), ...options });
const pathOf = (name: string) => path.join(folder, name);
const open = (name = named('a')) => unzip(pathOf(name));
const names = async (name?: string) => [...(await open(name)).keys()];

test('packs every member under its book-relative name, in order', async () => {
  storage.put('books/b/content/02.md', 'two');
  storage.put('books/b/content/01.md', 'one');
  storage.put('books/b/static/x.png', 'not really');
  const result = await make();
  expect(result).toMatchObject({ status: 'success', fileCount: 3, totalSizeBytes: 16, errors: [], remaining: [] });
  const members = await open();
  expect([...members].map(([name, { text }]) => [name, text])).toEqual([
    ['content/01.md', 'one'],
    ['content/02.md', 'two'],
    ['static/x.png', 'not really'],
  ]);
  expect(result.archiveSizeBytes).toBe((await archives.find(named('a')))?.size);
  expect(await readdir(folder)).toEqual([named('a')]);
});

test('text is deflated, compressed types are stored, times are UTC in steps of two seconds, modes are 0644', async () => {
  storage.put('books/b/content/01.md', 'a'.repeat(1000));
  storage.put('books/b/static/x.PNG', 'a'.repeat(1000));
  await make();
  const [text, image] = [...(await open()).values()].map(({ entry }) => entry);
  expect(text).toMatchObject({ compressionMethod: 8, uncompressedSize: 1000, generalPurposeBitFlag: 0x800 });
  expect(text?.compressedSize).toBeLessThan(50);
  expect(image).toMatchObject({ compressionMethod: 0, compressedSize: 1000 });
  expect(text?.getLastModDate({ timezone: 'UTC' })).toEqual(new Date('2026-03-01T08:30:00Z'));
  expect((text?.externalFileAttributes ?? 0) >>> 16).toBe(0o100644);
});

test('an empty book is a valid empty archive', async () => {
  expect(await make()).toMatchObject({ status: 'success', fileCount: 0, totalSizeBytes: 0, archiveSizeBytes: 22 });
  expect(await names()).toEqual([]);
});

test('equal members give equal bytes, whatever their order of arrival', async () => {
  for (let i = 0; i < 40; i++) storage.put(`books/b/content/${i}.md`, `${i} lorem ipsum `.repeat(i * 50));
  storage.put('books/b/static/large.bin', Buffer.alloc(3_000_000, 'abc'));
  await make();
  await make({ name: named('b') });
  expect(await readFile(pathOf(named('a')))).toEqual(await readFile(pathOf(named('b'))));
});

test('members of all sizes come back whole, also past Info-ZIP', async () => {
  const sizes = [0, 1, 65_535, 65_536, 1_048_576, 1_048_577, 5_000_000];
  for (const size of sizes) {
    storage.put(
      `books/b/content/${size}.md`,
      randomBytes(size >> 1)
        .toString('hex')
        .padEnd(size, 'x'),
    );
    storage.put(`books/b/static/${size}.png`, Buffer.alloc(size, 'abc'));
  }
  await make();
  const members = await open();
  for (const [key, bytes] of storage.files)
    expect(members.get(key.slice(8))?.text === bytes.toString(), key).toBe(true);
  expect(unzipTest()).toMatch(/No errors|not installed/);
});

function unzipTest(): string {
  try {
    return execFileSync('unzip', ['-tq', pathOf(named('a'))], { encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'not installed';
    throw error;
  }
}

test('names keep their scripts', async () => {
  storage.put('books/b/content/Grüße-日本-🎻.md', 'x');
  await make();
  expect(await names()).toEqual(['content/Grüße-日本-🎻.md']);
});

test.each(['/etc/passwd', '../x', 'a/../x', 'a\\b', 'a\0b', 'C:/x', 'a//b', './a', ''])(
  'refuses the name %j',
  async (name) => {
    const member = { key: 'k', name, size: 0, modifiedAt: new Date() };
    await expect(make({ members: [member] })).rejects.toThrow('cannot go into an archive');
    await expect(
      make({
        members: [
          { ...member, name: 'a' },
          { ...member, name: 'a' },
        ],
      }),
    ).rejects.toThrow('twice');
    expect(await readdir(folder)).toEqual([]);
  },
);

test.each([10, 2_000_000])('a member of %i bytes that cannot be read is left out without a trace', async (size) => {
  for (const name of ['1', '2', '3']) storage.put(`books/b/content/${name}.md`, randomBytes(size));
  storage.failing.add('books/b/content/2.md');
  expect(await make()).toMatchObject({
    status: 'partial',
    fileCount: 2,
    errors: [{ path: 'content/2.md', error: 'The disk is on fire.' }],
    remaining: [],
  });
  expect(await names()).toEqual(['content/1.md', 'content/3.md']);
  expect(unzipTest()).toMatch(/No errors|not installed/);
});

test('FR-014: a member that vanished or changed is left out and listed', async () => {
  for (const name of ['gone', 'grown', 'shrunk', 'other', 'hashed', 'well'])
    storage.put(`books/b/content/${name}.md`, name);
  const members = storage
    .members()
    .map((member) => ({ ...member, ...(member.name.includes('hashed') && { sha256: sha256(Buffer.from('hashed')) }) }));
  storage.files.delete('books/b/content/gone.md');
  storage.put('books/b/content/grown.md', 'grown more');
  storage.put('books/b/content/shrunk.md', 's');
  storage.put('books/b/content/other.md', 'OTHER');
  storage.put('books/b/content/hashed.md', 'HASHED');
  const { errors, status } = await make({ members });
  expect(status).toBe('partial');
  expect(errors.map(({ path }) => path)).toEqual(
    ['gone', 'grown', 'hashed', 'other', 'shrunk'].map((n) => `content/${n}.md`),
  );
  expect(await names()).toEqual(['content/well.md']);
});

test.each([10, 2_000_000])(
  'FR-014: the time limit ends a hanging read of %i bytes and closes the archive properly',
  async (size) => {
    for (const name of ['1', '2', '3']) storage.put(`books/b/content/${name}.md`, randomBytes(size));
    storage.hanging.add('books/b/content/2.md');
    const result = await make({ timeLimitMs: 1500 });
    expect(result.status).toBe('partial');
    expect(result.elapsedMs).toBeGreaterThan(1400);
    expect(result.remaining).toEqual(['content/2.md', 'content/3.md']);
    expect(result.errors).toEqual([]);
    expect(await names()).toEqual(['content/1.md']);
  },
);

test('a storage that ignores the signal while it opens a file does not hold the archive up', async () => {
  storage.put('books/b/content/1.md', 'x');
  storage.stream = () => new Promise(() => undefined);
  expect(await make({ timeLimitMs: 100 })).toMatchObject({ status: 'partial', fileCount: 0 });
});

test('FR-014: a caller that asks for the rest gets further, also past a file that takes longer than an archive may take', async () => {
  for (const name of ['1', '2', '3']) storage.put(`books/b/content/${name}.md`, randomBytes(2_000_000));
  storage.hanging.add('books/b/content/1.md');
  const result = await make({ timeLimitMs: 100 });
  expect(result).toMatchObject({ status: 'partial', remaining: ['content/2.md', 'content/3.md'] });
  expect(result.errors).toEqual([{ path: 'content/1.md', error: expect.stringContaining('longer') }]);
});

test('the caller can give an archive up: nothing is left', async () => {
  storage.put('books/b/content/1.md', 'x');
  storage.hanging.add('books/b/content/1.md');
  await expect(make({ signal: AbortSignal.timeout(100) })).rejects.toThrow('aborted');
  await expect(make({ signal: AbortSignal.abort() })).rejects.toThrow('aborted');
  expect(await readdir(folder)).toEqual([]);
});

test.each([10, 2_000_000])('a store that fails fails the archive, not the member of %i bytes', async (size) => {
  storage.put('books/b/content/1.md', randomBytes(size));
  const create = archives.create.bind(archives);
  archives.create = async (name) => {
    const sink = await create(name);
    sink.write = () => Promise.reject(new Error('disk full'));
    return sink;
  };
  await expect(make()).rejects.toThrow('disk full');
  expect(await readdir(folder)).toEqual([]);
});

test('archives of the same name made at once do not disturb each other', async () => {
  for (let i = 0; i < 30; i++) storage.put(`books/b/content/${i}.md`, randomBytes(50_000));
  const results = await Promise.all(Array.from({ length: 8 }, () => make()));
  expect(new Set(results.map(({ archiveSizeBytes }) => archiveSizeBytes)).size).toBe(1);
  expect((await names()).length).toBe(30);
  expect(await readdir(folder)).toEqual([named('a')]);
});

test('tells its progress, and reads each member once', async () => {
  for (let i = 0; i < 5; i++) storage.put(`books/b/content/${i}.md`, 'x');
  const progress: [number, number][] = [];
  await make({ onProgress: (...step) => progress.push(step) });
  expect(progress).toEqual([1, 2, 3, 4, 5].map((done) => [done, 5]));
  expect(storage.streams).toBe(5);
});
