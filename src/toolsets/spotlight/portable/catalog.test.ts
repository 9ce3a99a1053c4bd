import { describe, expect, it } from 'vitest';
import { Directory, Entry } from './catalog.ts';
import { Facts, UNSIGNED } from './facts.ts';

const stamp = (seed: number) => ({ size: seed, mtimeMs: seed + 0.25, ctimeMs: seed + 0.5, ino: 2 ** 40 + seed });

describe('entries', () => {
  it('keep the numbers of their file apart from those of all others', () => {
    const directory = new Directory('/a', undefined, new Facts());
    const entries = Array.from({ length: 10_000 }, (_, seed) => new Entry(directory, `${seed}`, stamp(seed)));
    entries.forEach((entry, seed) => {
      entry.signature = seed;
    });
    entries.forEach((entry, seed) => {
      expect(entry.isStill(stamp(seed))).toBe(true);
      expect(entry.signature).toBe(seed);
    });
  });

  it('notice every change of size, times and inode', () => {
    const entry = new Entry(new Directory('/a', undefined, new Facts()), 'f', stamp(7));
    for (const key of ['size', 'mtimeMs', 'ctimeMs', 'ino'] as const) {
      expect(entry.isStill({ ...stamp(7), [key]: 8 })).toBe(false);
    }
  });

  it('that are gone know nothing, also when another one has their place', () => {
    const directory = new Directory('/a', undefined, new Facts());
    const gone = new Entry(directory, 'f', stamp(1));
    gone.die();
    const next = new Entry(directory, 'f', stamp(2));
    next.signature = 5;
    expect(gone.dead).toBe(true);
    expect(gone.signature).toBe(UNSIGNED);
    expect(gone.size).toBe(-1);
    gone.signature = 9;
    expect(next.signature).toBe(5);
  });
});

describe('directories', () => {
  it('have the path that they were made with', () => {
    expect(new Directory('/', undefined, new Facts()).path).toBe('/');
    expect(new Directory('/a/b', undefined, new Facts()).path).toBe('/a/b');
    expect(new Directory('/a/b', undefined, new Facts()).prefix).toBe('/a/b/');
  });
});
