import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SmallDisk } from '../../../../../test/harness/small-disk.ts';
import { sha256 } from '../../model/files.ts';
import type { KeptObject } from '../../model/kept-object.ts';
import { StorageFailure } from '../storage.ts';
import { openWorkshop, type Workshop } from '../testing/fs.ts';
import { collect } from '../testing/put.ts';
import { FileSystemStorage } from './fs-storage.ts';
import { PackStore } from './pack-store.ts';

let workshop: Workshop;
let store: PackStore;
const stores: PackStore[] = [];

beforeEach(async () => {
  workshop = await openWorkshop();
  store = another();
});

afterEach(async () => {
  for (const one of stores.splice(0)) await one.close();
  await workshop.close();
});

/** As another process would. */
function another(longest?: number): PackStore {
  const made = new PackStore(workshop.storage.root, longest);
  stores.push(made);
  return made;
}

const keep = (text: string, by = store) => by.keep(Buffer.from(text), sha256(text));
const packPath = ({ container }: KeptObject) => join(workshop.root, '.quartet', 'objects', container);
const packs = () => readdirSync(join(workshop.root, '.quartet', 'objects'));

it('what was kept is read back, by others too, and texts take less room', async () => {
  const texts = ['', 'short', 'long '.repeat(50_000)];
  const objects = await Promise.all(texts.map((text) => keep(text)));
  for (const [at, object] of objects.entries()) expect(String(await another().read(object))).toBe(texts[at]);
  expect(objects[2]?.stored).toBeLessThan(5000);
  expect(packs()).toHaveLength(1);
  expect(await collect(another().all())).toEqual(expect.arrayContaining(objects));
  expect(await another().find(sha256('short'))).toEqual(objects[1]);
  expect(await another().find(sha256('never'))).toBeUndefined();
});

it('a pack that is long enough gets no more', async () => {
  const small = another(100);
  const objects: KeptObject[] = [];
  for (const text of ['one', 'two', 'three', 'four']) objects.push(await keep(text, small));
  expect(new Set(objects.map(({ container }) => container)).size).toBeGreaterThan(1);
  for (const object of objects) expect(await store.read(object)).toBeInstanceOf(Buffer);
});

describe('damage', () => {
  it.each([
    ['a flipped byte', (path: string, at: number) => flip(path, at + 50), 'damaged'],
    ['a flipped byte of the header', (path: string, at: number) => flip(path, at + 10), 'damaged'],
    ['an end that is cut off', (path: string, at: number) => truncateSync(path, at + 46), 'damaged'],
    ['a pack that is gone', (path: string) => rmSync(path), 'missing'],
    ['a link in the place of a pack', replaceByLink, StorageFailure],
  ])('%s is noticed and costs nothing else', async (_, damage, outcome) => {
    const elsewhere = await keep('elsewhere', another());
    const [, object] = [await keep('first '.repeat(20)), await keep('second '.repeat(20))];
    damage(packPath(object), object.position);
    if (typeof outcome === 'string') expect(await store.read(object)).toBe(outcome);
    else await expect(store.read(object)).rejects.toBeInstanceOf(outcome);
    expect(String(await store.read(elsewhere))).toBe('elsewhere');
    const next = await keep('next', another());
    expect(String(await store.read(next))).toBe('next');
  });

  it('a torn end is passed over where all is listed', async () => {
    const object = await keep('whole');
    appendFileSync(packPath(object), 'QVO1 torn');
    expect(await collect(another().all())).toEqual([object]);
  });

  it('a writer whose pack was moved away writes another', async () => {
    rmSync(packPath(await keep('first')));
    const second = await keep('second');
    expect(String(await another().read(second))).toBe('second');
  });
});

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

function replaceByLink(path: string): void {
  const copy = join(workshop.outside, 'copy.pack');
  writeFileSync(copy, readFileSync(path));
  rmSync(path);
  symlinkSync(copy, path);
}

it('a link in the place of the folder is not followed', async () => {
  const folder = join(workshop.root, '.quartet', 'objects');
  symlinkSync(workshop.outside, folder);
  await expect(keep('x')).rejects.toBeInstanceOf(StorageFailure);
  expect(readdirSync(workshop.outside)).toEqual([]);
});

describe('clearing', () => {
  const old = (object: KeptObject) => utimesSync(packPath(object), 0, 0);
  const inUse = (...objects: KeptObject[]) => ({
    objects,
    in: async (containers: readonly string[]) => objects.filter(({ container }) => containers.includes(container)),
    move: async (from: KeptObject, to: object) => {
      objects.splice(objects.indexOf(from), 1, { ...from, ...to });
      return true;
    },
  });
  const options = { olderThan: new Date(Date.now() - 3_600_000), dryRun: false };

  it('removes packs that nobody needs, and moves what is needed of those that are mostly unused', async () => {
    const [a, b] = [another(), another()];
    const [unused, useful] = [await keep('unused', a), await keep('useful', b)];
    await keep('rubbish '.repeat(10), b);
    await keep('more rubbish', b);
    const use = inUse(useful);
    old(unused);
    old(useful);
    expect(await store.clear(use, { ...options, dryRun: true })).toBeGreaterThan(100);
    expect(packs()).toHaveLength(2);
    expect(await store.clear(use, options)).toBeGreaterThan(100);
    expect([await store.read(unused), await store.read(useful)]).toEqual(['missing', 'missing']);
    expect(String(await store.read(use.objects[0] as KeptObject))).toBe('useful');
  });

  it('leaves alone what is young, what is mostly needed and what is damaged', async () => {
    const [young, needed, broken] = [
      await keep('young'),
      await keep('needed', another()),
      await keep('broken', another()),
    ];
    await keep('rubbish '.repeat(10), stores[2]);
    old(needed);
    flip(packPath(broken), broken.position + 48);
    old(broken);
    await store.clear(inUse(needed, broken), options);
    expect(await store.read(young)).toBeInstanceOf(Buffer);
    expect(await store.read(needed)).toBeInstanceOf(Buffer);
    expect(await store.read(broken)).toBe('damaged');
  });

  it('a writer whose pack is cleared while it writes loses nothing', async () => {
    const first = await keep('first');
    let later: KeptObject | undefined;
    old(first);
    const use = inUse();
    // It appends after the look at the pack, before it is taken out of sight.
    const late = { ...use, in: async () => ((later ??= await keep('later')), []) };
    expect(await another().clear(late, options)).toBe(0);
    expect(String(await store.read(later as unknown as KeptObject))).toBe('later');
    old(first);
    await another().clear(use, options);
    const next = await keep('next');
    expect(String(await another().read(next))).toBe('next');
  });

  it('puts back what somebody was about to remove when it was killed', async () => {
    const object = await keep('needed');
    const path = packPath(object);
    writeFileSync(`${path}.old`, readFileSync(path));
    rmSync(path);
    await another().clear(inUse(object), options);
    expect(String(await another().read(object))).toBe('needed');
  });
});

describe.skipIf(SmallDisk.missing)('a full disk', () => {
  it('is told, and what is kept before and after is whole', async () => {
    const disk = new SmallDisk(2);
    try {
      mkdirSync(join(disk.path, 'library'));
      const storage = await FileSystemStorage.open(join(disk.path, 'library'));
      const full = storage.versions;
      const random = (n: number) => createHash('shake256', { outputLength: 200_000 }).update(`${n}`).digest();
      const before = await full.keep(random(1), sha256(random(1)));
      disk.fill();
      await expect(full.keep(random(3), sha256(random(3)))).rejects.toThrow(/full/);
      await expect(full.keep(random(5), sha256(random(5)))).rejects.toThrow(/full/);
      disk.makeRoom();
      const after = await full.keep(random(7), sha256(random(7)));
      expect(await full.read(before)).toEqual(random(1));
      expect(await full.read(after)).toEqual(random(7));
      expect(await collect(full.all())).toHaveLength(2);
      await storage.close();
    } finally {
      disk.remove();
    }
  });
});
