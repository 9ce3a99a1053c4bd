import { afterAll, describe, expect, it } from 'vitest';
import { AllowedRoots } from '../../engines/filesearch/allowed-roots.ts';
import type { Engine } from '../../engines/filesearch/engine.ts';
import { Bench, find } from '../../engines/filesearch/testing/engine.ts';
import { keepingLog } from '../../kernel/testing/toolsets.ts';
import { spotlight } from './index.ts';

const bench = new Bench();
afterAll(() => bench.end(), 60_000);

const folder = bench.folder({ 'a.txt': 'needle', 'b.txt': 'x', 'sub/c.txt': 'x' });

async function facts(engine: Engine, roots = AllowedRoots.open([folder])) {
  const { log } = keepingLog();
  return spotlight.facts?.({ engine, allowedRoots: await roots, log });
}

describe('the facts of spotlight', () => {
  it('tell the engine, where it may look, and what is indexed once somebody has searched', async () => {
    const engine = bench.engine();
    const known = [
      { label: 'Engine', value: 'portable' },
      { label: 'Allowed', value: folder },
    ];
    expect(await facts(engine)).toEqual(known);
    await find(engine, 'needle', folder);
    const index = { label: 'Index', value: expect.stringMatching(/^3 files, \d+\.\d MB of memory$/) };
    // The index is made after the first search.
    await expect.poll(() => facts(engine)).toEqual([...known, index]);
  });

  it('leave out the index when a thread cannot answer now', async () => {
    const engine = bench.engine();
    await find(engine, 'needle', folder);
    await engine.close();
    expect(await facts(engine)).toHaveLength(2);
  });

  it('warn when nothing may be searched, and name only some of many directories', async () => {
    const engine = bench.engine();
    const nowhere = AllowedRoots.open([], () => '');
    expect(await facts(engine, nowhere)).toContainEqual(expect.objectContaining({ state: 'warning' }));
    const many = AllowedRoots.open(Array.from({ length: 10 }, () => folder));
    expect((await facts(engine, many))?.[1]?.value).toBe(`${Array(8).fill(folder).join(', ')} and 2 more`);
  });
});
