import { truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pdf } from '../documents/testing/pdf.ts';
import type { FileFilter } from '../file-criteria.ts';
import { Bench, never, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
const engine = bench.engine({ accelerate: false });
afterAll(() => bench.end(), 60_000);

it('a search tells how many files it has come across and read', { timeout: 120_000 }, async () => {
  const scope = bench.folder({ 'other.txt': 'x' });
  // Text by its beginning, and too much of it to be read at once.
  writeFileSync(join(scope, 'large.txt'), ' '.repeat(10_000));
  truncateSync(join(scope, 'large.txt'), 2 ** 29);
  // Often, however quick the machine is.
  const { setInterval } = globalThis;
  const often = vi.spyOn(globalThis, 'setInterval').mockImplementation((work) => setInterval(work, 5));
  onTestFinished(() => often.mockRestore());
  const told: [number, number][] = [];
  const onProgress = (seen: number, read: number) => void told.push([seen, read]);
  for (const regex of [false, true]) {
    told.length = 0;
    await engine.search('needle', { scope, limit: 10, signal: never, snippets: true, onProgress, regex });
    expect(told).toContainEqual([2, 2]);
  }
});

describe('conditions', () => {
  it('are seen in documents and in large files, wherever the words are', async () => {
    const far = `tea${'.'.repeat(3 << 20)}`;
    const scope = bench.folder({
      'a.pdf': pdf(['green tea', 'a draft']),
      'b.pdf': pdf(['green tea']),
      'c.txt': `${far}draft`,
      'd.txt': far,
    });
    const find = async (phrases: string[], without: string[]) =>
      pathsOf(
        await engine.search('tea', {
          scope,
          limit: 10,
          signal: never,
          snippets: true,
          conditions: { phrases, without },
        }),
      )
        .map((path) => path.slice(-5, -4))
        .sort();
    expect(await find([], ['DRAFT'])).toEqual(['b', 'd']);
    expect(await find(['draft'], [])).toEqual(['a', 'c']);
    expect(await find(['green tea'], ['draft'])).toEqual(['b']);
  });

  it('go on behind many files that do not fulfil them', async () => {
    const scope = bench.folder();
    for (let n = 0; n < 400; n++) {
      const path = join(scope, `${n}.txt`);
      writeFileSync(path, n < 395 ? 'tea draft' : 'tea');
      utimesSync(path, 2e9 - n, 2e9 - n);
    }
    const conditions = { phrases: [], without: ['draft'] };
    const found = await engine.search('tea', { scope, limit: 3, signal: never, snippets: false, conditions });
    expect([pathsOf(found), found.truncated]).toEqual([[395, 396, 397].map((n) => join(scope, `${n}.txt`)), true]);
    const all = await engine.recent(0, { scope, limit: 5, signal: never, conditions });
    expect([all.hits.length, all.truncated]).toEqual([5, false]);
  });
});

it('a filter is asked before a file is read', async () => {
  const scope = bench.folder({ 'a.md': 'tea', 'b.pdf': pdf(['tea']) });
  const read: string[] = [];
  const readers = bench.readers();
  const before = readers.read.bind(readers);
  readers.read = (question) => {
    read.push(question.path);
    return before(question);
  };
  const counted = bench.engine({ accelerate: false, readers });
  const search = (filter: FileFilter) =>
    counted.search('tea', { scope, limit: 10, signal: never, snippets: true, filter });
  for (const filter of [{ name: '*.md' }, { maxSize: 100 }, { untilMs: 5 }, { kind: 'code' as const }]) {
    await search(filter);
    expect({ filter, read }).toEqual({ filter, read: [] });
  }
  expect((await search({ kind: 'pdf' })).hits).toHaveLength(1);
  expect(read).toEqual([join(scope, 'b.pdf')]);
});
