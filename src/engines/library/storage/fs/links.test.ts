import { mkdir, readdir, readFile, rename, rm, stat, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { byHand, openWorkshop, refused, type Workshop } from '../testing/fs.ts';
import { collect, put } from '../testing/put.ts';
import { FileSystemStorage } from './fs-storage.ts';

const key = 'books/abc/content/01-Part/01-Chapter/01-intro.md';

describe.each([
  { name: 'anchored', told: {}, anchored: true },
  { name: 'by path', told: { anchored: false }, anchored: false },
])('links, fs $name', ({ told, anchored }) => {
  let shop: Workshop;
  let storage: FileSystemStorage;
  beforeEach(async () => {
    shop = await openWorkshop(told);
    storage = shop.storage;
  });
  afterEach(() => shop.close());

  const listed = async (prefix = '') => (await collect(storage.list(prefix))).map((info) => info.key);

  beforeEach(async () => {
    await byHand(shop.outside, 'secret.md', 'secret');
    await byHand(shop.outside, '01-Chapter/01-intro.md', 'secret');
  });

  test('to a file: neither read nor listed nor written through nor removed', async () => {
    await mkdir(join(shop.root, 'books/abc/content'), { recursive: true });
    const link = 'books/abc/content/link.md';
    await symlink(join(shop.outside, 'secret.md'), join(shop.root, link));
    expect(await listed()).toEqual([]);
    expect(storage.versionAtOnce(link)).toBeUndefined();
    await refused(
      storage.read(link),
      storage.stat(link),
      storage.stream(link),
      put(storage, link, 'x'),
      storage.remove(link),
    );
    expect(await readFile(join(shop.outside, 'secret.md'), 'utf8')).toBe('secret');
    expect((await storage.leftovers(new Date(Date.now() + 60_000))).length).toBe(1);
  });

  test('to a folder, at any depth: the same, and nothing is made behind it', async () => {
    await mkdir(join(shop.root, 'books/abc/content'), { recursive: true });
    await symlink(shop.outside, join(shop.root, 'books/abc/content/01-Part'));
    await symlink(shop.outside, join(shop.root, 'books/linked'));
    expect(await listed()).toEqual([]);
    expect(await storage.folders('books/')).toEqual(['abc']);
    expect(storage.versionAtOnce(key)).toBeUndefined();
    await refused(
      storage.read(key),
      storage.stat(key),
      storage.stream(key),
      put(storage, key, 'x'),
      storage.remove(key),
    );
    await refused(put(storage, 'books/abc/content/01-Part/new/deep/a.md', 'x'), listed('books/linked/'));
    await refused(storage.exists('books/linked/'), storage.read('books/linked/secret.md'));
    expect((await readdir(shop.outside)).sort()).toEqual(['01-Chapter', 'secret.md']);
    expect(await readFile(join(shop.outside, '01-Chapter/01-intro.md'), 'utf8')).toBe('secret');
  });

  test('that point nowhere are as little followed', async () => {
    await mkdir(join(shop.root, 'books/abc/content'), { recursive: true });
    await symlink(join(shop.outside, 'none'), join(shop.root, 'books/abc/content/a.md'));
    await symlink(join(shop.outside, 'none'), join(shop.root, 'books/abc/static'));
    await refused(storage.read('books/abc/content/a.md'), put(storage, 'books/abc/content/a.md', 'x'));
    await refused(put(storage, 'books/abc/static/img/a.png', 'x'));
    expect(await readdir(shop.outside)).not.toContain('none');
  });

  test('swapped in while at work never lead outside', async () => {
    const folder = join(shop.root, 'books/abc/content/01-Part/01-Chapter');
    await put(storage, key, 'inside');
    let swapping = true;
    const swapper = (async () => {
      let swaps = 0;
      for (const away = `${folder}-away`; swapping; ) {
        await rename(folder, away).catch(() => {});
        await symlink(join(shop.outside, '01-Chapter'), folder).then(
          () => swaps++,
          () => {},
        );
        if (swaps % 3 === 0) await stat(folder).catch(() => {});
        await unlink(folder).catch(() => {});
        // A writer may have made the folder anew meanwhile.
        await rename(away, folder).catch(() => rm(away, { recursive: true, force: true }));
      }
      return swaps;
    })();
    try {
      for (let i = 0; i < 100; i++) {
        const object = await storage.read(key).catch(() => undefined);
        if (object) expect(object.bytes.toString()).toBe('inside');
        const stream = await storage.stream(key).catch(() => undefined);
        if (stream) expect((await buffer(stream)).toString()).toBe('inside');
        for (const found of await collect(storage.list('books/')).catch(() => [])) expect(found.size).toBe(6);
        if (anchored) await put(storage, key, 'inside').catch(() => {});
      }
    } finally {
      swapping = false;
    }
    expect(await swapper).toBeGreaterThan(10);
    expect(await readFile(join(shop.outside, '01-Chapter/01-intro.md'), 'utf8')).toBe('secret');
    expect(await readdir(join(shop.outside, '01-Chapter'))).toEqual(['01-intro.md']);
  });

  test('swapped in for a file while it is opened are refused or passed by', async () => {
    const path = await byHand(shop.root, key, 'inside');
    let swapping = true;
    const swapper = (async () => {
      while (swapping) {
        await symlink(join(shop.outside, 'secret.md'), `${path}~`);
        await rename(`${path}~`, path);
        await writeFile(`${path}~`, 'inside');
        await rename(`${path}~`, path);
      }
    })();
    const seen = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      const object = await storage.read(key).catch((error: unknown) => error);
      seen.add(object instanceof Error ? object.constructor.name : String((object as { bytes: Buffer }).bytes));
    }
    swapping = false;
    await swapper;
    expect(['NotPlain', 'StorageFailure', 'inside']).toEqual(expect.arrayContaining([...seen]));
  });

  test('the root itself may be reached through a link', async () => {
    const link = join(shop.outside, 'to the root');
    await symlink(shop.root, link);
    const other = await FileSystemStorage.open(link, told);
    await put(other, key, 'x');
    expect((await storage.read(key))?.bytes.toString()).toBe('x');
  });
});
