import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderShelf } from './folder-shelf.ts';

let folder: string;
let shelf: FolderShelf;

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'shelf-')), 'archives');
  shelf = new FolderShelf(folder);
});

afterEach(() => rm(path.dirname(folder), { recursive: true, force: true }));

async function put(name: string, text: string) {
  const sink = await shelf.create(name);
  await sink.write([Buffer.from(text), Buffer.alloc(0), Buffer.from('!')], 0);
  await sink.commit(text.length + 1);
}

test('an archive is on the shelf only after its commit', async () => {
  const sink = await shelf.create('a.zip');
  await sink.write([Buffer.from('hello, too long')], 0);
  expect(await shelf.find('a.zip')).toBeUndefined();
  expect(await shelf.list()).toEqual([]);
  await sink.commit(5);
  expect(await shelf.find('a.zip')).toMatchObject({ name: 'a.zip', size: 5 });
  await sink.abort();
  expect(await shelf.list()).toMatchObject([{ name: 'a.zip', size: 5 }]);
});

test('removes, and says whether there was something', async () => {
  await put('a.zip', 'x');
  expect(await shelf.remove('a.zip')).toBe(true);
  expect(await shelf.remove('a.zip')).toBe(false);
});

test('sweeps old archives and old leftovers, nothing else', async () => {
  await put('old.zip', 'x');
  await put('new.zip', 'x');
  await shelf.create('left.zip');
  await writeFile(path.join(folder, 'strange name'), 'x');
  const old = new Date('2026-01-01');
  for (const name of await readdir(folder)) if (name !== 'new.zip') await utimes(path.join(folder, name), old, old);
  expect(await shelf.sweep(new Date('2026-02-01'))).toBe(2);
  expect((await readdir(folder)).sort()).toEqual(['new.zip', 'strange name']);
});

test('a shelf that nobody has used is empty', async () => {
  expect(await shelf.list()).toEqual([]);
  expect(await shelf.sweep(new Date())).toBe(0);
});

test.each(['../a.zip', 'a/b.zip', '.hidden', '', 'a\0.zip'])('refuses the name %j', async (name) => {
  await expect(shelf.find(name)).rejects.toThrow('no name of an archive');
  await expect(shelf.create(name)).rejects.toThrow('no name of an archive');
});

test('a failure tells the reason, not the path', async () => {
  await writeFile(folder, 'a file in the way');
  await expect(shelf.create('a.zip')).rejects.toThrow('The folder of archives does not work (EEXIST).');
});
