import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LineCounter } from '../storage/line-counter.ts';
import { pageAfter, pageOf } from '../storage/text-page.ts';
import { linesWithNeedles } from './needle-search.ts';
import { textOf } from './testing/text-of.ts';

const unit = fc.constantFrom('a', 'b', 'abbbabababba', ' ', 'é', '🎻', '\n', '\r\n', '\r');
const content = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit, maxLength: 30 }).map((text) => Buffer.from(text)) },
  fc.string({ unit, maxLength: 30 }).map((text) => Buffer.from(`${text}\0`)),
  fc.string({ unit, maxLength: 30 }).map((text) => Buffer.concat([Buffer.from(text), Buffer.of(0xc3)])),
);
const needle = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '🎻'), minLength: 1, maxLength: 3 }),
  fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 4, maxLength: 12 }),
);

test('for any files, the lines with a needle are those of their texts, and files that are no text have none', () => {
  fc.assert(
    fc.property(
      fc.array(content, { maxLength: 5 }),
      fc.array(needle, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      fc.boolean(),
      fc.boolean(),
      (files, needles, limit, withShape, isKept) => {
        const fresh = pageOf(files.map((bytes, at) => ({ key: `${at}`, bytes })));
        const page = isKept ? { ...fresh, lineCounter: new LineCounter(fresh.bytes) } : fresh;
        const shape = withShape ? { shape: { expression: new RegExp(needles.join('|')), width: 9 } } : {};
        const plan = { needles: needles.map((text) => Buffer.from(text)), ...shape };
        const expected = files.flatMap((bytes, file) =>
          (textOf(pageOf([{ key: '', bytes }]).bytes) ?? '')
            .split('\n')
            .map((line, at) => [file, at + 1, line] as const)
            .filter(([, , line]) => needles.some((text) => line.includes(text))),
        );
        expect(linesWithNeedles(page, plan, limit)).toEqual(expected.slice(0, limit));
      },
    ),
    { numRuns: 3000 },
  );
});

test.each([
  ['one long line', `${'a'.repeat(400_000)}\n`],
  ['very many lines', 'aaaa\n'.repeat(50_000)],
  ['a large file', 'b\n'.repeat(300_000)],
])('%s is left to others when each step may count', (_, text) => {
  const page = pageOf([{ key: 'a', bytes: Buffer.from(text) }]);
  const shape = { expression: /aaa[bc]{10}/, width: 13 };
  expect(linesWithNeedles(page, { needles: [Buffer.from('aaa')], shape }, 10)).toBeUndefined();
});

test('a file that is no text is passed over, however often it holds a needle', () => {
  const page = pageOf([
    { key: 'a', bytes: Buffer.from(`\0${'abc\n'.repeat(100_000)}`) },
    { key: 'b', bytes: Buffer.from('abc') },
  ]);
  expect(linesWithNeedles(page, { needles: [Buffer.from('abc')] }, 10)).toEqual([[1, 1, 'abc']]);
});

test('a needle is found behind many places that look like it', () => {
  const page = pageOf([{ key: 'a', bytes: Buffer.from(`${'a quick brown fog\n'.repeat(25_000)}a quick brown fox\n`) }]);
  const needles = [Buffer.from('quick brown fox')];
  expect(linesWithNeedles(page, { needles }, 10)).toEqual([[0, 25_001, 'a quick brown fox']]);
});

test('what comes behind a line of a page that is kept has its own numbers', () => {
  const text = 'one fox\ntwo\nthree fox\nfour\nfive fox\n';
  const fresh = pageOf([
    { key: 'a', bytes: Buffer.from(text) },
    { key: 'b', bytes: Buffer.from(text) },
  ]);
  const page = { ...fresh, lineCounter: new LineCounter(fresh.bytes) };
  const rest = pageAfter(page, 'a', 3);
  expect(rest.linesBefore).toBe(3);
  expect(linesWithNeedles(rest, { needles: [Buffer.from('fox')] }, 10)).toEqual([
    [0, 2, 'five fox'],
    [1, 1, 'one fox'],
    [1, 3, 'three fox'],
    [1, 5, 'five fox'],
  ]);
});
