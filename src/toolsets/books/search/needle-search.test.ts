import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf, textOf } from '../storage/page.ts';
import { linesWithNeedles } from './needle-search.ts';

const unit = fc.constantFrom('a', 'b', ' ', 'é', '🎻', '\n', '\r\n', '\r');
const content = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit, maxLength: 30 }).map((text) => Buffer.from(text)) },
  fc.string({ unit, maxLength: 30 }).map((text) => Buffer.from(`${text}\0`)),
  fc.string({ unit, maxLength: 30 }).map((text) => Buffer.concat([Buffer.from(text), Buffer.of(0xc3)])),
);
const needle = fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'é', '🎻'), minLength: 1, maxLength: 3 });

test('for any files, the lines with a needle are those of their texts, and files that are no text have none', () => {
  fc.assert(
    fc.property(
      fc.array(content, { maxLength: 5 }),
      fc.array(needle, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 1, max: 9 }),
      (files, needles, limit) => {
        const page = pageOf(files.map((bytes, at) => ({ key: `${at}`, bytes })));
        const expression = new RegExp(needles.join('|'), 'g');
        const what = { expression, needles: needles.map((text) => Buffer.from(text)) };
        const expected = files.flatMap((bytes, file) =>
          (textOf(pageOf([{ key: '', bytes }]).bytes) ?? '')
            .split('\n')
            .map((line, at) => [file, at + 1, line] as const)
            .filter(([, , line]) => needles.some((text) => line.includes(text))),
        );
        expect(linesWithNeedles(page, what, limit)).toEqual(expected.slice(0, limit));
      },
    ),
    { numRuns: 3000 },
  );
});
