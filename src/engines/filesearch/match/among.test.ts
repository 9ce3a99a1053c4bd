import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { exclusionOf } from '../index/walk.ts';
import { Bench } from '../testing/engine.ts';

const bench = new Bench();
afterAll(() => bench.end());

const request = (scope: string, limit = 100) => ({
  scope,
  limit,
  snippets: false,
  signal: new AbortController().signal,
});

describe('a search among named files', () => {
  it('finds those that match, ranked, and no others', async () => {
    const scope = bench.folder({
      'a.txt': 'red fox',
      'b red fox.txt': '',
      'c.txt': 'red fox too',
      'd.txt': 'fox, red',
    });
    const engine = bench.engine();
    const paths = ['d.txt', 'b red fox.txt', 'a.txt', 'gone.txt'].map((name) => join(scope, name));
    const { hits, truncated } = await engine.among('red fox', paths, request(scope));
    expect(hits.map(({ path }) => path)).toEqual(['b red fox.txt', 'a.txt', 'd.txt'].map((name) => join(scope, name)));
    expect(truncated).toBe(false);
    const cut = await engine.among('red fox', paths, request(scope, 1));
    expect(cut).toMatchObject({ truncated: true, hits: [{ path: join(scope, 'b red fox.txt') }] });
  });
});

describe('what a walk would not come to', () => {
  const scope = bench.folder({
    'a.txt': '',
    'node_modules/a.js': '',
    'x/.hidden/a.txt': '',
    'y.noindex/a.txt': '',
    'marked/.metadata_never_index': '',
    'marked/sub/a.txt': '',
    'Cargo.toml': '',
    'target/a.txt': '',
    'other/target/a.txt': '',
    'venv/pyvenv.cfg': '',
    'venv/lib/a.py': '',
  });

  it.each([
    ['a.txt', true, true],
    ['other/target/a.txt', true, true],
    ['node_modules/a.js', false, true],
    ['target/a.txt', false, true],
    ['venv/lib/a.py', false, true],
    ['x/.hidden/a.txt', false, false],
    ['y.noindex/a.txt', false, false],
    ['marked/sub/a.txt', false, false],
  ])('R36, R37: %s', (path, usually, withAll) => {
    expect(exclusionOf({ all: false })(join(scope, path), scope)).toBe(usually);
    expect(exclusionOf({ all: true })(join(scope, path), scope)).toBe(withAll);
  });
});
