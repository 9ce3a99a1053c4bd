import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Library } from './library.ts';
import { Pace } from './pace.ts';

const scope = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-library-')));
mkdirSync(join(scope, 'a/b'), { recursive: true });
mkdirSync(join(scope, '.hidden'));
for (let at = 0; at < 10; at++) writeFileSync(join(scope, 'a/b', `${at}`), 'x');
afterAll(() => rmSync(scope, { recursive: true }));

const clock = { now: () => 0, grainMs: 0 };
const pace = new Pace(new Int32Array(1), 60_000);
const settings = { share: { index: 0, count: 1 }, watch: false, all: false, accelerate: true, clockGrainMs: 0 };
const make = (signatureBytes: number) => new Library({ ...settings, signatureBytes }, clock);

describe('the library of indexes', () => {
  it('covers a folder by the index of a scope above it, unless it is left out there', async () => {
    const library = make(1 << 20);
    const index = library.open(scope);
    await index.freshen(index.tree.root, pace);
    expect(library.covering(join(scope, 'a/b'))).toBe(index);
    expect(library.covering(join(scope, '.hidden'))).toBeUndefined();
    expect(library.covering(join(scope, '..'))).toBeUndefined();
  });

  it('drops an index that another one covers', async () => {
    const library = make(1 << 20);
    const inner = library.open(join(scope, 'a'));
    const outer = library.open(scope);
    await outer.freshen(outer.tree.root, pace);
    library.trim();
    expect(library.covering(join(scope, 'a'))).toBe(outer);
    expect(inner.canGoLive).toBe(false);
  });

  it('lets one index grow at the cost of others, up to the limit', async () => {
    const library = make(5000);
    const one = library.open(join(scope, 'a'));
    await one.freshen(one.tree.root, pace);
    expect(library.hasRoomFor(one)).toBe(true);
    const other = library.open(join(scope, 'a/b'));
    await other.freshen(other.tree.root, pace);
    expect(library.hasRoomFor(other)).toBe(true);
    expect(library.covering(join(scope, 'a'))).toBeUndefined();
  });

  it('drops the longest unused index when memory is full', async () => {
    const library = make(5000);
    const inner = library.open(join(scope, 'a/b'));
    const hidden = library.open(join(scope, '.hidden'));
    await inner.freshen(inner.tree.root, pace);
    expect(library.isFull).toBe(false);
    writeFileSync(join(scope, '.hidden', 'f'), 'x');
    for (let at = 0; at < 10; at++) writeFileSync(join(scope, '.hidden', `${at}`), 'x');
    await hidden.freshen(hidden.tree.root, pace);
    library.trim();
    expect(library.covering(join(scope, 'a/b'))).toBeUndefined();
    expect(library.covering(join(scope, '.hidden'))).toBe(hidden);
  });
});
