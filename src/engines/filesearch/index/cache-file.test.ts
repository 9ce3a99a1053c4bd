import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { readCacheFile, writeCacheFile } from './cache-file.ts';
import { prepareCacheFolder, takeLock, trimCacheFolder } from './cache-folder.ts';

const folder = join(mkdtempSync(join(tmpdir(), 'quartet-cache-')), 'cache');
expect(prepareCacheFolder(folder)).toBeUndefined();
afterAll(() => rmSync(folder, { recursive: true }));

const path = join(folder, 'a.index');
const MOST = 1 << 20;
const sections = fc.dictionary(fc.string({ maxLength: 12 }), fc.uint8Array({ maxLength: 300 }), { maxKeys: 4 });

function write(given: Readonly<Record<string, Uint8Array>>): boolean {
  return writeCacheFile(path, 'k', new Map(Object.entries(given).map(([name, bytes]) => [name, [Buffer.from(bytes)]])));
}

describe('a cache file', () => {
  it('gives back any sections, each where numbers can be read in place', () => {
    fc.assert(
      fc.property(sections, (given) => {
        expect(write(given)).toBe(true);
        const read = readCacheFile(path, 'k', MOST);
        expect(Object.fromEntries([...(read ?? [])].map(([name, bytes]) => [name, new Uint8Array(bytes)]))).toEqual({
          ...given,
        });
        for (const { byteOffset } of read?.values() ?? []) expect(byteOffset % 8).toBe(0);
      }),
      { numRuns: 50 },
    );
  });

  it('is not believed after any change of its bytes, cut or appendix', () => {
    const damage = fc.record({ at: fc.nat(), flip: fc.integer({ min: 1, max: 255 }), cut: fc.boolean() });
    fc.assert(
      fc.property(sections, damage, ({ ...given }, { at, flip, cut }) => {
        write(given);
        const bytes = readFileSync(path);
        const place = at % bytes.length;
        const damaged = cut ? bytes.subarray(0, place) : Buffer.from(bytes);
        if (!cut) damaged[place] = (bytes[place] as number) ^ flip;
        writeFileSync(path, damaged);
        const read = readCacheFile(path, 'k', MOST);
        // Bytes between two sections belong to none.
        if (read)
          expect(new Map(read)).toEqual(
            new Map(Object.entries(given).map(([name, each]) => [name, Buffer.from(each)])),
          );
        if (cut) expect(read).toBeUndefined();
        writeFileSync(path, Buffer.concat([bytes, Buffer.alloc(8)]));
        expect(readCacheFile(path, 'k', MOST)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  it('is for its owner alone, and nothing is left beside it', () => {
    write({ x: Uint8Array.of(1) });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['a.index']);
    chmodSync(folder, 0o755);
    expect(prepareCacheFolder(folder)).toBeUndefined();
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(prepareCacheFolder(path)).toBe('no folder');
  });

  it('of another kind, larger than it may be, or behind a link is not read', () => {
    write({ x: Uint8Array.of(1) });
    expect(readCacheFile(path, 'other', MOST)).toBeUndefined();
    expect(readCacheFile(path, 'k', 10)).toBeUndefined();
    const link = join(folder, 'link.index');
    symlinkSync(path, link);
    expect(readCacheFile(link, 'k', MOST)).toBeUndefined();
    rmSync(link);
  });

  it('has one writer at a time; who has died does not count', () => {
    const lock = takeLock(path);
    expect(write({ x: Uint8Array.of(2) })).toBe(false);
    lock?.release();
    expect(write({ x: Uint8Array.of(2) })).toBe(true);
    writeFileSync(`${path}.lock`, '4194999\n');
    expect(write({ x: Uint8Array.of(3) })).toBe(true);
    expect(readCacheFile(path, 'k', MOST)?.get('x')).toEqual(Buffer.of(3));
  });
});

describe('a cache folder', () => {
  it('keeps the newest files as far as there is room, and touches no others', () => {
    const files = ['old.index', 'new.index', 'theirs.txt'].map((name) => join(folder, name));
    for (const [age, file] of files.entries()) {
      writeFileSync(file, Buffer.alloc(600));
      utimesSync(file, 1000 + age, 1000 + age);
    }
    rmSync(path, { force: true });
    trimCacheFolder(folder, 1000);
    expect(files.map((file) => existsSync(file))).toEqual([false, true, true]);
  });
});
