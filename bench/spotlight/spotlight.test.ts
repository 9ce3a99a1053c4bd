import { expect, test } from 'vitest';
// @ts-expect-error plain JavaScript
import { timedCommand } from '../commands.js';
// @ts-expect-error plain JavaScript
import { targetsOf } from '../groups/spotlight-morning.js';
// @ts-expect-error plain JavaScript
import { spotlightTargets } from '../groups/spotlight-targets.js';
// @ts-expect-error plain JavaScript
import { median, medianRatio, quantile } from '../statistics.js';
// @ts-expect-error plain JavaScript
import { indexedPeers } from './indexed-peers.js';
// @ts-expect-error plain JavaScript
import { mixedQueries } from './queries.js';

test('statistics', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(quantile([0, 10], 0.95)).toBe(9.5);
  expect(quantile([7], 0.95)).toBe(7);
  expect(medianRatio([2, 30, 8], [1, 10, 2])).toBe(3);
});

test('at least fifty different queries, the same for the same seed, in another order for another', () => {
  const queries: string[] = mixedQueries(1);
  expect(new Set(queries).size).toBe(queries.length);
  expect(queries.length).toBeGreaterThanOrEqual(50);
  expect(queries.every((query) => typeof query === 'string' && query !== '')).toBe(true);
  expect(mixedQueries(1)).toEqual(queries);
  expect(mixedQueries(2)).not.toEqual(queries);
  expect(new Set(mixedQueries(2))).toEqual(new Set(queries));
});

test('targets compare round by round and query by query', () => {
  const results = {
    walks: {
      samples: {
        'quartet spotlight': [
          { kind: 30, recent: 20 },
          { kind: 10, recent: 18 },
        ],
        find: [
          { kind: 20, recent: 10 },
          { kind: 10, recent: 9 },
        ],
      },
    },
    searches: {
      rounds: [
        {
          first: { quartet: 150, ripgrep: 100 },
          later: [1, 2, 3].map((ms) => ({ quartet: ms, ripgrep: 10 })),
        },
      ],
    },
    memory: { textBytes: 100e6, rounds: [{ liveBytes: 26e6, indexBytes: 20e6 }] },
    names: { 'quartet spotlight': [10, 10], 'server-filesystem': [100, 500] },
  };
  const measured = spotlightTargets(results).map(({ measured, met }: { measured: string; met: boolean }) => [
    measured,
    met,
  ]);
  expect(measured).toEqual([
    ['1.25', true],
    ['2.00', false],
    ['1.50', true],
    ['0.20', false],
    ['0.29', true],
    ['30.00', true],
    ['0.26', false],
  ]);
});

test('a command is timed to its end, its lines are counted, its failure is told', async () => {
  const node = (script: string, options = {}) => timedCommand(process.execPath, ['-e', script], options);
  const { ms, lines } = await node('console.log("a\\nb"); setTimeout(() => console.log("c"), 50)');
  expect(lines).toBe(3);
  expect(ms).toBeGreaterThan(45);
  await expect(node('process.exitCode = 1')).rejects.toThrow('ended with 1');
  expect(await node('process.exitCode = 1', { mayFindNothing: true })).toMatchObject({ lines: 0 });
  await expect(node('console.error("no"); process.exitCode = 1', { mayFindNothing: true })).rejects.toThrow('no');
  await expect(timedCommand('no-such-program-here', [])).rejects.toThrow('ENOENT');
});

test('targets of first searches compare with ripgrep in the same round', () => {
  const round = (first: number, ready: number) => ({
    times: { first, kept: ready * 2, ready, ripgrep: 100 },
    indexBytes: 30,
  });
  const results = { corpus: { textBytes: 100 }, rounds: [round(90, 30), round(110, 10), round(95, 15)] };
  const told = (files: number) =>
    targetsOf(files, results).map(({ measured, met }: { measured: string; met: boolean }) => [measured, met]);
  expect(told(80_000)).toEqual([
    ['0.95', true],
    ['0.30', false],
    ['0.15', true],
    ['0.30', false],
  ]);
  expect(told(500_000)).toEqual([['0.30', false]]);
});

test('a peer that is absent, or too slow with its index, is not waited for', () => {
  const slow = () => {
    throw Object.assign(new Error('spawnSync ETIMEDOUT'), { code: 'ETIMEDOUT' });
  };
  const peers = {
    quick: { programs: ['true'], from: 'coreutils', prepare: () => 'search' },
    slow: { programs: ['true'], from: 'coreutils', prepare: slow },
    absent: { programs: ['true', 'no-such-program-here'], from: 'nowhere', prepare: slow },
  };
  const { searches, missing, prepared } = indexedPeers('/folder', '/work', peers, 1000);
  expect(searches).toEqual({ quick: 'search' });
  expect(missing).toBe(
    'Not measured: the index of slow was not ready after 1 s; no-such-program-here is not installed here (Debian: nowhere).',
  );
  expect(prepared).toBe('To make the index took quick 0 s.');
});
