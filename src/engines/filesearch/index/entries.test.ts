import { describe, expect, it } from 'vitest';
import { Directory, FileEntry, StatTable } from './entries.ts';

const stamp = (seed: number) => ({ size: seed, mtimeMs: seed + 0.25, ctimeMs: seed + 0.5, ino: 2 ** 40 + seed });

describe('entries', () => {
  it('keep the numbers of their file apart from those of all others', () => {
    const directory = new Directory('/a', undefined, new StatTable());
    const entries = Array.from({ length: 10_000 }, (_, seed) => new FileEntry(directory, `${seed}`, stamp(seed)));
    expect(entries.every((entry, seed) => entry.isStill(stamp(seed)))).toBe(true);
  });

  it('notice every change of size, times and inode', () => {
    const entry = new FileEntry(new Directory('/a', undefined, new StatTable()), 'f', stamp(7));
    for (const key of ['size', 'mtimeMs', 'ctimeMs', 'ino'] as const) {
      expect(entry.isStill({ ...stamp(7), [key]: 8 })).toBe(false);
    }
  });

  it('that are gone know nothing, also when another one has their place', () => {
    const directory = new Directory('/a', undefined, new StatTable());
    const gone = new FileEntry(directory, 'f', stamp(1));
    gone.die();
    const next = new FileEntry(directory, 'f', stamp(2));
    expect(gone.dead).toBe(true);
    expect([gone.size, gone.modifiedMs, gone.changedMs]).toEqual([-1, Number.NaN, Number.NaN]);
    gone.die();
    expect(new FileEntry(directory, 'g', stamp(3)).isStill(stamp(3))).toBe(true);
    expect(next.isStill(stamp(2))).toBe(true);
  });
});

describe('directories', () => {
  it('have the path that they were made with', () => {
    expect(new Directory('/', undefined, new StatTable()).path).toBe('/');
    expect(new Directory('/a/b', undefined, new StatTable()).path).toBe('/a/b');
    expect(new Directory('/a/b', undefined, new StatTable()).prefix).toBe('/a/b/');
  });
});
