import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { grouped, oneDecimal, percent, renderProblem, renderSimilar, renderStatus } from './render.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('|', '\\', '\n', '\r', '\u2028', '\u0085', '\v', ' ', 'a', '-') }),
);
const maybe = fc.option(text, { freq: 2 });
const digits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);

/** The cells of a row: a pipe counts unless an odd number of backslashes stands before it. */
const cells = (row: string) => row.split(/(?<!(?<!\\)\\(?:\\\\)*)\|/).slice(1, -1);
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
      fc.property(maybe, fc.array(result), (rewritten_query, results) => {
        const lines = linesOf(renderSimilar({ rewritten_query, results }));
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
            .replace(/(\\*)\1\\\|/g, '$1|'),
        ).toBe(source.replace(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/g, ' '));
      }),
    );
  });
});

describe('R46: a problem', () => {
  it('R46, R50: has its facts in nine lines, whatever is missing', () => {
    const problem = fc.record({
      source: text,
      id: text,
      title: maybe,
      difficulty: maybe,
      ac_rate: fc.option(fc.double({ min: 0, max: 100, noNaN: true })),
      tags: fc.option(fc.array(text)),
      link: maybe,
    });
    const oneLine = (line: string) => linesOf(line).join(' ');
    fc.assert(
      fc.property(problem, (given) => {
        const lines = linesOf(renderProblem(given, 'statement'));
        expect(lines).toHaveLength(10);
        expect(lines[0]?.startsWith('# ')).toBe(true);
        expect(lines[2]).toBe(
          oneLine(`- Source: ${given.source} | ID: ${given.id} | Difficulty: ${given.difficulty ?? 'N/A'}`),
        );
        expect(lines[3]).toBe(oneLine(`- Tags: ${given.tags?.length ? given.tags.join(', ') : 'N/A'}`));
        expect(lines[4]).toBe(oneLine(`- Link: ${given.link ?? 'N/A'}`));
        expect(lines[5]).toMatch(/^- AC Rate: (\d+\.\d%|N\/A)$/);
        expect(lines.slice(6)).toEqual(['', '---', '', 'statement']);
      }),
    );
  });
});

/** One decimal of the exact binary value, ties to even, without floating point. */
function exactOneDecimal(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  const mantissa = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = BigInt(Math.max(exponent, 1) - 1075);
  const numerator = shift > 0n ? (mantissa * 10n) << shift : mantissa * 10n;
  const denominator = shift > 0n ? 1n : 1n << -shift;
  let tenths = numerator / denominator;
  const twice = (numerator % denominator) * 2n;
  if (twice > denominator || (twice === denominator && tenths % 2n === 1n)) tenths++;
  return `${tenths / 10n}.${tenths % 10n}`;
}

describe('oneDecimal', () => {
  it.each([
    [0.25, '0.2'],
    [0.75, '0.8'],
    [12.25, '12.2'],
    [12.75, '12.8'],
    [0.35, '0.3'],
    [57.05, '57.0'],
    [57, '57.0'],
    [0, '0.0'],
    [99.95, '100.0'],
    [0.7905 * 100, '79.0'],
    [0.4445 * 100, '44.5'],
    [0.6665 * 100, '66.6'],
    [-0.25, '-0.2'],
    [-0.75, '-0.8'],
    [-12.34, '-12.3'],
  ])('R53: %d is %s', (value, text) => {
    expect(oneDecimal(value)).toBe(text);
  });

  it('R53: rounds any number as exact arithmetic does', () => {
    const quarters = fc.integer({ min: 0, max: 4_000_000_000 }).map((count) => count / 4);
    const hundredths = fc.integer({ min: 0, max: 100_000_000 }).map((count) => count / 100);
    const numbers = fc.oneof(fc.double({ min: 0, max: 1e9, noNaN: true }), quarters, hundredths);
    fc.assert(
      fc.property(numbers, (value) => oneDecimal(value) === exactOneDecimal(value)),
      { numRuns: 5000 },
    );
  });

  it('R53: the oracle knows the recorded values', () => {
    expect([0.25, 12.25, 0.35, 57.05].map(exactOneDecimal)).toEqual(['0.2', '12.2', '0.3', '57.0']);
  });

  it('R51: a percentage carries its sign', () => {
    expect(percent(57)).toBe('57.0%');
  });
});

describe('grouped', () => {
  it.each([
    ['0', '0'],
    ['100', '100'],
    ['999', '999'],
    ['1000', '1,000'],
    ['12984', '12,984'],
    ['1000000', '1,000,000'],
    ['18446744073709551615', '18,446,744,073,709,551,615'],
  ])('R54: %s is %s', (digits, text) => {
    expect(grouped(digits)).toBe(text);
  });

  it('R54: any unsigned 64-bit count as English writes it', () => {
    const english = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        (count) => grouped(String(count)) === english.format(count),
      ),
    );
  });
});
