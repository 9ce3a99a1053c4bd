import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdir, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StorageFailure } from '../storage.ts';
import { storageContract } from '../testing/contract.ts';
import { byHand, openWorkshop, refused, type Workshop } from '../testing/fs.ts';
import { collect, put } from '../testing/put.ts';
import type { FileSystemStorage } from './fs-storage.ts';

storageContract('fs', () => openWorkshop());
storageContract('fs by path', () => openWorkshop({ anchored: false }), 100);
storageContract('fs where A is a', () => openWorkshop({ anchored: false, folds: true }), 100);

const key = 'books/abc/content/01-Part/01-Chapter/01-intro.md';

describe.each([
  { name: 'anchored', told: {} },
  { name: 'by path', told: { anchored: false } },
])('fs $name', ({ told }) => {
  let shop: Workshop;
  let storage: FileSystemStorage;
  beforeEach(async () => {
    shop = await openWorkshop(told);
    storage = shop.storage;
  });
  afterEach(() => shop.close());

  const listed = async (prefix = '') => (await collect(storage.list(prefix))).map((info) => info.key);

  test('staged bytes whose names were synced can be published as any others', async () => {
    const staged = await storage.stage(Buffer.from('staged'));
    await Promise.all([storage.syncStaged(), storage.syncStaged()]);
    await storage.publish(staged, key);
    expect((await storage.read(key))?.bytes.toString()).toBe('staged');
  });

  describe('what comes by hand', () => {
    test('is read, listed and replaced; a key is a path', async () => {
      await byHand(shop.root, key, 'by hand');
      expect((await storage.read(key))?.bytes.toString()).toBe('by hand');
      await put(storage, key, 'by program');
      expect(await readFile(join(shop.root, key), 'utf8')).toBe('by program');
      expect(await readdir(join(shop.root, '.quartet/staging'))).toEqual([]);
    });

    test('an edit that keeps size and time still gives another version', async () => {
      const before = await put(storage, key, 'one');
      const path = join(shop.root, key);
      await writeFile(path, 'two');
      await utimes(path, before.modifiedAt, before.modifiedAt);
      expect((await storage.stat(key))?.version).not.toBe(before.version);
    });

    test('hidden names are not listed, wherever they are', async () => {
      await put(storage, key, 'x');
      for (const hidden of [
        '.DS_Store',
        'books/abc/content/.gitkeep',
        'books/abc/.trash/a.md',
        'books/.new/content/a.md',
      ]) {
        await byHand(shop.root, hidden, 'x');
      }
      expect(await listed()).toEqual([key]);
      expect(await storage.folders('books/')).toEqual(['abc']);
      await expect(storage.read('books/abc/.trash/a.md')).rejects.toBeInstanceOf(StorageFailure);
      await expect(storage.read('.quartet/staging/x')).rejects.toBeInstanceOf(StorageFailure);
    });

    test('an empty folder exists, and is a book', async () => {
      await mkdir(join(shop.root, 'books/empty/content'), { recursive: true });
      await mkdir(join(shop.root, 'books/nothing'));
      expect(await storage.exists('books/empty/content/')).toBe(true);
      expect(await storage.folders('books/')).toEqual(['empty', 'nothing']);
    });

    test('code units decide the order, also beyond the basic plane', async () => {
      const names = ['\uffee.png', '😀.png', 'a.png', 'Z.png'];
      for (const name of names) await byHand(shop.root, `books/abc/static/img/${name}`, 'x');
      expect(await listed()).toEqual(names.map((name) => `books/abc/static/img/${name}`).sort());
    });

    test('what staging leaves behind is found by age', async () => {
      const old = await storage.stage(Buffer.from('old'));
      await storage.stage(Buffer.from('new'));
      await utimes(join(shop.root, '.quartet/staging', old), 1_000, 1_000);
      await byHand(shop.root, '.quartet/staging/notes.txt', 'not ours');
      expect(await storage.leftovers(new Date(Date.now() - 60_000))).toEqual([old]);
    });
  });

  test.skipIf(process.platform === 'win32')('pipes, sockets and devices are never waited for', async () => {
    const folder = join(shop.root, 'books/abc/content');
    await put(storage, 'books/abc/content/a.md', 'x');
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    // A socket's path is short on every system, so it is made elsewhere and moved.
    const server = createServer().listen(join('/tmp', `q-${process.pid}-${Date.now()}`));
    await once(server, 'listening');
    await rename(server.address() as string, join(folder, 'socket.md'));
    expect(await listed()).toEqual(['books/abc/content/a.md']);
    for (const name of ['pipe.md', 'socket.md']) {
      const special = `books/abc/content/${name}`;
      await refused(storage.read(special), storage.stat(special), storage.stream(special), put(storage, special, 'x'));
      await refused(storage.remove(special));
    }
    server.close();
  });

  test('a stream fails when the file is changed under it by hand', async () => {
    await put(storage, key, Buffer.alloc(3_000_000));
    const stream = await storage.stream(key);
    stream.once('data', () => {
      stream.pause();
      void appendFile(join(shop.root, key), 'more').then(() => stream.resume());
    });
    await expect(once(stream, 'end')).rejects.toBeInstanceOf(StorageFailure);
  });

  test('of two publications of the same staged bytes one succeeds', async () => {
    for (let i = 0; i < 20; i++) {
      const staged = await storage.stage(Buffer.from('x'));
      const outcomes = await Promise.allSettled(
        ['a', 'b'].map((name) => storage.publish(staged, `books/abc/content/${i}${name}`)),
      );
      const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(failures).toMatchObject([{ reason: { message: 'The staged bytes are gone.' } }]);
    }
    expect(await listed()).toHaveLength(20);
  });

  test('a file in the way of a folder, a folder in the way of a file', async () => {
    await put(storage, 'books/abc/content/a', 'file');
    await refused(put(storage, 'books/abc/content/a/b.md', 'x'), put(storage, 'books/abc/content', 'x'));
    expect((await storage.read('books/abc/content/a'))?.bytes.toString()).toBe('file');
    expect(await listed()).toEqual(['books/abc/content/a']);
  });

  test('removal takes empty folders with it, but not the book, and not what is hidden', async () => {
    await put(storage, key, 'x');
    await storage.remove(key);
    expect(await readdir(join(shop.root, 'books'))).toEqual(['abc']);
    expect(await readdir(join(shop.root, 'books/abc'))).toEqual([]);
    await put(storage, key, 'x');
    await byHand(shop.root, 'books/abc/content/01-Part/.gitkeep', '');
    await storage.remove(key);
    expect(await readdir(join(shop.root, 'books/abc/content/01-Part'))).toEqual(['.gitkeep']);
    await put(storage, 'archives/a.zip', 'x');
    await storage.remove('archives/a.zip');
    expect(await readdir(join(shop.root, 'archives'))).toEqual([]);
  });

  test.each(['', '/', 'books//a', 'books/../x', '../x', 'books/./x', 'books/.x', 'a\\b', 'a\0b', '/etc/passwd'])(
    '%j is no key',
    async (bad) => {
      await refused(
        storage.read(bad),
        storage.stat(bad),
        put(storage, bad, 'x'),
        storage.remove(bad),
        storage.stream(bad),
      );
    },
  );

  test('a folder of staged bytes that somebody removed is made again', async () => {
    execFileSync('rm', ['-rf', join(shop.root, '.quartet')]);
    await put(storage, key, 'x');
    expect(await listed()).toEqual([key]);
  });

  test.skipIf(process.platform === 'win32')(
    'what may not be read is a failure that tells no path of the machine',
    async () => {
      await put(storage, key, 'x');
      await chmod(join(shop.root, '..'), 0o755);
      await chmod(join(shop.root, key), 0);
      await asNobody(async () => {
        const failure = await storage.read(key).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(StorageFailure);
        expect(failure).toMatchObject({ retryable: false });
        expect((failure as StorageFailure).message).not.toContain('/');
      });
      await chmod(join(shop.root, 'books/abc/content/01-Part'), 0);
      await asNobody(() => refused(collect(storage.list('books/abc/')), storage.stat(key)));
      await chmod(join(shop.root, 'books/abc/content/01-Part'), 0o755);
    },
  );
});

/** Root may read everything, so as root the work is done under another name. */
async function asNobody(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65534);
  await work().finally(() => process.seteuid?.(0));
}
