import { expect, test } from 'vitest';
import { chart } from './chart.ts';
import type { Sample } from './measures.ts';
import { judge } from './verdict.ts';

/** A sample a second for a minute. */
const minute = (rss: (second: number) => number): Sample[] =>
  Array.from({ length: 60 }, (_, seconds) => ({ seconds, rss: rss(seconds), handles: 4 }));
const rssOf = (samples: readonly Sample[]) => judge(samples).find(({ measure }) => measure.key === 'rss');

test('what grows over the second half beyond its bound is not flat', () => {
  expect(rssOf(minute((second) => 100 + 3 * second))).toMatchObject({ isFlat: false, bound: 48, growth: 3 * 29 });
  expect(rssOf(minute((second) => 100 + second))).toMatchObject({ isFlat: true, growth: 29 });
});

test('warming up, falling, teeth of a garbage collector and a few outliers are flat', () => {
  const shapes = [
    (second: number) => Math.min(200, 20 * second),
    (second: number) => 400 - 5 * second,
    (second: number) => 100 + 20 * (second % 7),
    (second: number) => (second % 11 === 0 ? 900 : 100),
  ];
  for (const shape of shapes) expect(rssOf(minute(shape)), String(shape)).toMatchObject({ isFlat: true });
});

test('too few samples are not judged', () => {
  expect(judge(minute(() => 1).slice(0, 8))).toEqual([]);
});

test('the picture has a panel for each measure that was taken, with title, unit and verdict, and nothing that ends its text', () => {
  const svg = chart('A <title>', '"seed" & 1', [
    { name: 'stdio', samples: minute((second) => 100 + 3 * second) },
    { name: 'http', samples: minute(() => 50) },
  ]);
  expect(svg.match(/class="name"[^>]*>[^<]+/g)?.map((found) => found.split('>')[1])).toEqual([
    'Resident memory (MB)',
    'Active handles and requests (number)',
  ]);
  expect(svg).toContain('GROWS: +87.0 MB, allowed 48');
  expect(svg).toContain('A &lt;title>');
  expect(svg).not.toMatch(/NaN|Infinity|undefined/);
});
