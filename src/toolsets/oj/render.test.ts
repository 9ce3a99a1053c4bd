import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderProblem, renderSimilar, renderStatus } from './render.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('|', '\\', '\n', '\r', '\u2028', '\u0085', '\v', ' ', 'a', '-') }),
);
const maybe = fc.option(text, { freq: 2 });
const digits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

/** The cells of a row: a pipe counts unless a backslash stands before it. */
const cells = (row: string) => row.split(/(?<!\\)\|/).slice(1, -1);
const linesOf = (table: string) => table.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);

describe('R49: tables hold together', () => {
  it('R47, R49, T3: similar problems: seven columns, a row a result, numbered', () => {
    const result = fc.record({
      source: text,
      id: text,
      title: maybe,
      difficulty: maybe,
      similarity: fc.double({ min: -1, max: 1, noNaN: true }),
      link: maybe,
    });
    fc.assert(
      fc.property(fc.array(result), (results) => {
        const lines = linesOf(renderSimilar({ rewritten_query: 'q', results }));
        expect(lines).toHaveLength(6 + results.length + 1);
        expect(lines.at(-1)).toBe('');
        lines.slice(4, -1).forEach((line) => expect(cells(line)).toHaveLength(7));
        lines.slice(6, -1).forEach((line, index) => expect(cells(line)[0]).toBe(` ${index + 1} `));
      }),
      { numRuns: 300 },
    );
  });

  it('R48, R49, T5: the status: four columns, a row a platform', () => {
    const platform = fc.record({ source: text, total: digits, missing_content: digits, not_embedded: digits });
    fc.assert(
      fc.property(text, fc.array(platform), (version, platforms) => {
        const lines = linesOf(renderStatus({ version, platforms }));
        expect(lines).toHaveLength(4 + platforms.length + 1);
        lines.slice(2, -1).forEach((line) => expect(cells(line)).toHaveLength(4));
      }),
      { numRuns: 300 },
    );
  });

  it('R49: a cell can be read back, but for its line breaks', () => {
    fc.assert(
      fc.property(text, (source) => {
        const row = linesOf(
          renderStatus({ version: '1', platforms: [{ source, total: '1', missing_content: '2', not_embedded: '3' }] }),
        )[4];
        expect(
          cells(row ?? '')[0]
            ?.slice(1, -1)
            .replaceAll('\\|', '|'),
        ).toBe(source.replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' '));
      }),
    );
  });
});

describe('R46: a problem', () => {
  it('R46, R50: has its facts in nine lines, whatever is missing', () => {
    const problem = fc.record({
      source: fc.string(),
      id: fc.string(),
      title: maybe,
      difficulty: fc.option(fc.string()),
      ac_rate: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
      tags: fc.option(fc.array(fc.string())),
      link: fc.option(fc.string()),
    });
    fc.assert(
      fc.property(problem, (given) => {
        const lines = renderProblem(given, 'statement').split('\n');
        expect(lines).toHaveLength(10);
        expect(lines[0]?.startsWith('# ')).toBe(true);
        expect(lines[2]).toBe(`- Source: ${given.source} | ID: ${given.id} | Difficulty: ${given.difficulty ?? 'N/A'}`);
        expect(lines[3]).toBe(`- Tags: ${given.tags?.length ? given.tags.join(', ') : 'N/A'}`);
        expect(lines[4]).toBe(`- Link: ${given.link ?? 'N/A'}`);
        expect(lines[5]).toMatch(/^- AC Rate: (\d+\.\d%|N\/A)$/);
        expect(lines.slice(6)).toEqual(['', '---', '', 'statement']);
      }),
    );
  });
});
