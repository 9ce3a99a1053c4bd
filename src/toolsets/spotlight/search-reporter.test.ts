import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Hit, TextRequest } from '../../engines/filesearch/engine.ts';
import { temporaryFolder } from '../../engines/filesearch/testing/folders.ts';
import { ask } from './tools/testing/call.ts';

const S = temporaryFolder({ 'a tea.md': 'tea', 'b\u202ex.md': 'tea' });
const info = { rank: 1.5, why: 'all words', size: 3, blocks: 1, modifiedMs: 0, createdMs: 0, uid: 0, gid: 0 };
const hit = (name: string): Hit => ({
  ...info,
  path: join(S, name),
  snippet: { text: 'tea', start: 0, end: 3, line: 1 },
});

/** What a client is told while a search finds these, one list after the other. */
async function told(lists: readonly Hit[][], meta: Record<string, unknown>) {
  const steps: unknown[][] = [];
  let wake = () => {};
  const findings = { hits: [], complete: true, truncated: false, scanned: 5, skipped: 0, engine: 'x' };
  const engine = {
    search: async (_: string, { onHits, onProgress }: TextRequest) => {
      onProgress?.(5, 0);
      for (const list of lists) {
        const heard = new Promise<void>((resolve) => {
          wake = resolve;
        });
        onHits?.(list);
        if (onHits) await heard;
      }
      // Too late: the answer is there before it could be told.
      onHits?.([hit('a tea.md')]);
      return findings;
    },
  };
  const progress = (...step: unknown[]) => {
    steps.push(step);
    if (step.length > 3) wake();
  };
  await ask('search', { query: 'tea', scope: S }, { engine, meta, progress });
  return steps;
}

it('hits that are found early go to a client that has asked for progress, each step further than the last', async () => {
  const steps = await told([[hit('a tea.md')], [hit('b\u202ex.md'), hit('a tea.md')]], { progressToken: 1 });
  expect(steps.map((step) => step[0])).toEqual([5, 6, 7]);
  expect(steps[1]?.slice(2)).toEqual([
    '5 files seen, 0 read; best so far: a tea.md',
    {
      'quartet/search': {
        results: [expect.objectContaining({ _path: join(S, 'a tea.md'), snippet: 'tea', line: 1, kMDItemFSSize: 3 })],
      },
    },
  ]);
  expect(steps[2]?.[2]).toBe('5 files seen, 0 read; best so far: b\\u202ex.md');
});

it('with reasons and the place of the match for a client that wants them', async () => {
  const steps = await told([[hit('a tea.md')]], { progressToken: 1, 'quartet/reasons': true });
  expect(steps[1]?.[3]).toMatchObject({ 'quartet/search': { results: [{ match: [0, 3], _why: 'all words' }] } });
});

it('no more than ten, and no more bytes than a page has', async () => {
  const many = Array.from({ length: 30 }, () => hit('a tea.md'));
  const long = many.map((one) => ({ ...one, snippet: { text: 'x'.repeat(1500), start: 0, end: 1 } }));
  const steps = await told([many, long], { progressToken: 1 });
  const counts = steps.slice(1).map((step) => (step[3] as Record<string, { results: unknown[] }>)['quartet/search']);
  expect(counts.map((one) => one?.results.length)).toEqual([10, 2]);
});

it('and to nobody else', async () => {
  expect(await told([[hit('a tea.md')]], {})).toEqual([[5, undefined, '5 files seen, 0 read']]);
});
