import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FileSystemStorage } from '../storage/fs/fs-storage.ts';
import { createArchive } from './archive.ts';
import type { ArchiveSink, ArchiveStore } from './archive-store.ts';
import { FolderArchiveStore } from './folder-store.ts';
import { named } from './testing/names.ts';

let folder: string;

/** Counts what reaches the file. */
class CountingStore extends FolderArchiveStore implements ArchiveStore {
  writes = 0;

  override async create(name: string): Promise<ArchiveSink> {
    const sink = await super.create(name);
    return {
      write: (chunks, position) => {
        this.writes++;
        return sink.write(chunks, position);
      },
      commit: (length) => sink.commit(length),
      abort: () => sink.abort(),
    };
  }
}

/** Counts the files that are opened the long way. */
async function openStorage(anchored?: boolean) {
  const storage = await FileSystemStorage.open(
    path.join(folder, 'library'),
    anchored === undefined ? {} : { anchored },
  );
  const opened = { streams: 0 };
  const stream = storage.stream.bind(storage);
  storage.stream = (key, signal) => {
    opened.streams++;
    return stream(key, signal);
  };
  return { storage, opened };
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'small-members-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, bytes: string): Promise<void> {
  const file = path.join(folder, 'library', 'books', 'b', name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

async function membersIn(storage: FileSystemStorage) {
  const members = [];
  for await (const info of storage.list('books/b/')) members.push({ ...info, name: info.key.slice('books/b/'.length) });
  return members;
}

async function pack(storage: FileSystemStorage) {
  const archives = new CountingStore(storage.root);
  const result = await createArchive({ storage, archives, name: named('b'), members: await membersIn(storage) });
  const bytes = await readFile(path.join(storage.root.path, 'archives', named('b')));
  return { result, bytes, writes: archives.writes };
}

const lesson = (at: number) => `# Lesson ${at}\n${`${at} is the number of this lesson. `.repeat(120)}`;

test.runIf(process.platform === 'linux')(
  'small members are read at once and written together, and everybody else has a turn meanwhile',
  async () => {
    for (let at = 0; at < 2000; at++) await put(`content/${at}.md`, lesson(at));
    const { storage, opened } = await openStorage();
    let turns = 0;
    let running = true;
    const count = () => {
      turns++;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const { result, writes } = await pack(storage);
    running = false;
    expect(result).toMatchObject({ status: 'success', fileCount: 2000 });
    expect(opened.streams).toBe(0);
    expect(writes).toBeLessThan(20);
    expect(turns).toBeGreaterThan(10);
  },
);

test('an archive has the same bytes, whichever way its members were read', async () => {
  const size = fc.oneof(fc.nat(200), fc.nat(70_000), fc.constantFrom(65_535, 65_536, 65_537, 262_144, 1_048_577));
  const files = fc.array(fc.record({ size, text: fc.string({ minLength: 1 }), stored: fc.boolean() }), {
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(files, async (all) => {
      await rm(folder, { recursive: true, force: true });
      for (const [at, { size, text, stored }] of all.entries()) {
        const name = stored ? `static/img/${at}.png` : `content/${at}.md`;
        await put(name, text.repeat(size / text.length + 1).slice(0, size));
      }
      const near = await openStorage();
      const far = await openStorage(false);
      const one = await pack(near.storage);
      const other = await pack(far.storage);
      expect(far.opened.streams).toBe(all.length);
      expect(one.bytes.equals(other.bytes)).toBe(true);
    }),
    { numRuns: 20 },
  );
});
