import fc from 'fast-check';
import { RE2JS } from 're2js';
import { afterAll, expect, test } from 'vitest';
import { requiredLiterals } from '../../../lib/required-literals.ts';
import type { PageVisitor } from '../storage/folder-reader.ts';
import { pageOf } from '../storage/text-page.ts';
import { fixedShape } from './fixed-shape.ts';
import { Grepper } from './grep.ts';

const grepper = new Grepper();
afterAll(() => grepper.close());

const atom = fc.constantFrom(
  ...String.raw`a b ab A - 1 é 🎻 . \d \w \W \D \S \. \- [ab] [^a] [a-c1] [\d.] ^ $ \b`.split(' '),
  ' ',
);
const flat = fc
  .array(fc.tuple(atom, fc.constantFrom('', '', '', '{2}')), { maxLength: 5 })
  .map((parts) => parts.map(([one, times]) => (/^(?:\^|\$|\\[bB])$/.test(one) ? one : one + times)).join(''));
const alternatives = fc.array(flat, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('|'));
const safe = fc.oneof(
  alternatives,
  fc
    .tuple(flat, alternatives, fc.constantFrom('', '?', '*', '+', '{1,2}'), flat)
    .map(([a, b, q, c]) => `${a}(?:${b})${q}${c}`),
  fc.tuple(flat, fc.constantFrom('a+', 'b*', '1?', '[ab]+', '.*'), flat).map((parts) => parts.join('')),
);
const line = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', 'B', '1', '.', '-', ' ', 'é', '🎻', '_'), { maxLength: 8 })
  .map((parts) => parts.join(''));
const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n'))).map((lines) => lines.flat().join(''));
const texts = fc.array(
  fc.tuple(text, line).map((parts) => parts.join('')),
  { maxLength: 4 },
);

test('the result is that of a naive search', async () => {
  await fc.assert(
    fc.asyncProperty(texts, safe, fc.integer({ min: 1, max: 6 }), async (contents, pattern, maxResults) => {
      const { matches, truncated } = await grepper.search((visit) => seenOf(contents, visit), pattern, { maxResults });
      const all = naive(contents, new RegExp(pattern.replaceAll('\\-', '-'), 'u'));
      expect(matches).toEqual(all.slice(0, maxResults));
      expect(truncated).toBe(all.length > maxResults);
    }),
    { numRuns: 1500 },
  );
});

/** The first two on one page, each other one on a page of its own. */
async function* seenOf<Result>(contents: readonly string[], visit: PageVisitor<Result>) {
  const files = contents.map((content, i) => ({ key: `${i}`, bytes: Buffer.from(content) }));
  yield visit(pageOf(files.slice(0, 2)));
  for (const file of files.slice(2)) yield visit(pageOf([file]));
}

function naive(contents: readonly string[], expression: RegExp) {
  return contents.flatMap((content, file) => {
    const lines = content.replaceAll('\r\n', '\n').split('\n');
    if (lines.at(-1) === '') lines.pop();
    return lines.flatMap((matched_line, index) =>
      expression.test(matched_line) ? [{ file_path: `${file}`, line_number: index + 1, matched_line }] : [],
    );
  });
}

test('what is searched natively means the same to RE2', () => {
  const piece = fc.constantFrom(...('abkKsSſKßéÉ🎻[]{}()()??^$.|\\-dwsDWSbBtnxp0159_ \t\f:&~,!#/'.match(/./gu) ?? []));
  const pattern = fc
    .tuple(
      fc.constantFrom('', '(?i)'),
      fc.oneof(
        fc.array(piece, { maxLength: 8 }).map((p) => p.join('')),
        alternatives,
        safe,
      ),
    )
    .map((p) => p.join(''));
  const subject = fc
    .array(fc.constantFrom(...('abkKsSſKßéÉ🎻dwDWx0159_- \t\f\r\v\u00a0\u2028[]{}^$.|\\&~,!#/:'.match(/./gsu) ?? [])), {
      maxLength: 6,
    })
    .map((p) => p.join(''));
  let shapes = 0;
  fc.assert(
    fc.property(pattern, fc.array(subject, { maxLength: 12 }), (source, subjects) => {
      const native = fixedShape(source)?.expression;
      if (native === undefined) return;
      shapes++;
      const re2 = RE2JS.compile(source);
      for (const one of subjects) expect([one, native.test(one)]).toEqual([one, re2.test(one)]);
    }),
    { numRuns: 20_000 },
  );
  expect(shapes).toBeGreaterThan(5000);
});

test('a line without any required literal does not match', () => {
  fc.assert(
    fc.property(safe, line, (pattern, one) => {
      const literals = requiredLiterals(pattern);
      if (literals.length > 0 && !literals.some((literal) => one.includes(literal)))
        expect(RE2JS.compile(pattern).test(one)).toBe(false);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['xylo\\w+ needle', ' needle'],
  ['abc+def', 'abc'],
  ['abc*def', 'def'],
  ['abcd?e', 'abc'],
  ['ab{2}cde', 'cde'],
  ['(foo|bar) baz', ' baz'],
  ['a\\.b[cd]', 'a.b'],
  ['foo|bar', 'foo', 'bar'],
  ['foo|b+', 'foo', 'b'],
  ['foo|[b]'],
  ['(?i)foo+'],
  ['\\x41bc+'],
  ['\\Qa*\\E+'],
  ['[abc]+'],
  ['[]abc]+'],
  ['🎻*xy', 'xy'],
])('%s needs %s', (pattern = '', ...literals) => {
  expect(requiredLiterals(pattern)).toEqual(literals);
});
