import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDecimal } from '../../../engines/money/decimal.ts';
import { readAddRows } from '../../../engines/money/testing/vectors.ts';
import { anyNumberLiteral } from '../../../kernel/testing/json.ts';
import { add } from './add.ts';
import { call } from './testing/call.ts';

const sumOf = (a: string, b: string) => call(add, `{"a":${a},"b":${b}}`);
const EXPECTED =
  'expected a number such as 12, -0.5 or "12345678901234567890.01"; it must be numeric, without commas, blanks or currency signs.';

describe('add', () => {
  it('A1: every row of add.json, as numbers and as strings', async () => {
    const wrong: unknown[] = [];
    for (const { a, b, sum } of readAddRows()) {
      const text = `COBOL reports: ADD ${a} TO ${b} GIVING ${sum}`;
      for (const answer of [await sumOf(a, b), await sumOf(JSON.stringify(a), JSON.stringify(b))]) {
        if (answer.text !== text || answer.data?.sum !== sum || answer.isError) wrong.push({ a, b, sum, answer });
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each([
    ['0.1', '0.2', '0.3'],
    ['9007199254740993', '0', '9007199254740993'],
    ['12345678901234567890', '1', '12345678901234567891'],
    ['1'.repeat(70), '1', `${'1'.repeat(69)}2`],
    ['1e-20', '1e20', '100000000000000000000.00000000000000000001'],
  ])('A1: %s + %s is exact', async (a, b, sum) => {
    expect((await sumOf(a, b)).data?.sum).toBe(sum);
  });

  it.each([
    ['3.50', '4.50', '8'],
    ['1.10', '1.20', '2.3'],
    ['-0', '0', '0'],
    ['-0.5', '0.5', '0'],
    ['-0.0', '-0.0', '0'],
    ['0.5', '0.25', '0.75'],
    ['-0.5', '0.25', '-0.25'],
    ['1e21', '0', '1000000000000000000000'],
    ['1e-7', '0', '0.0000001'],
  ])('A2: the sum of %s and %s is written plainly', async (a, b, sum) => {
    expect((await sumOf(a, b)).data?.sum).toBe(sum);
  });

  it('A3: says that COBOL did it, shows the operands as received, and the sum last', async () => {
    expect(await sumOf('1.50', '"-2e1"')).toEqual({
      text: 'COBOL reports: ADD 1.50 TO -2e1 GIVING -18.5',
      data: { a: '1.5', b: '-20', sum: '-18.5' },
    });
  });

  it('A3: an operand of more than 80 characters is shown in plain notation', async () => {
    const zeros = '0'.repeat(100);
    expect((await sumOf(`1.5${zeros}`, '1')).text).toBe('COBOL reports: ADD 1.5 TO 1 GIVING 2.5');
    const eighty = `0.${'1'.repeat(78)}`;
    expect((await sumOf(`"${eighty}"`, '0')).text).toBe(`COBOL reports: ADD ${eighty} TO 0 GIVING ${eighty}`);
  });

  it.each([
    ['1e5', '1', '100001'],
    ['1E+2', '0', '100'],
    ['1.5e-3', '0', '0.0015'],
    ['"1e3"', '"-0.5"', '999.5'],
  ])('A4: exponents work: %s + %s', async (a, b, sum) => {
    expect((await sumOf(a, b)).data?.sum).toBe(sum);
  });

  it.each(['1e999999999', '-1e999999999', '1e-999999999', '"1e1000"', '1e99999999999999999999999'])(
    'A5: %s is a size error',
    async (huge) => {
      const shown = JSON.stringify(huge.startsWith('"') ? JSON.parse(huge) : undefined) ?? huge;
      expect(await sumOf('1', huge)).toEqual({
        text: `Invalid argument "b": received ${shown}; expected at most 1000 digits written out in full (SIZE ERROR).`,
        isError: true,
      });
    },
  );

  it('A5: a thousand digits still fit', async () => {
    const nines = '9'.repeat(1000);
    expect((await sumOf(nines, '1')).data?.sum).toBe(`1${'0'.repeat(1000)}`);
    expect((await sumOf(`${nines}9`, '1')).isError).toBe(true);
    expect((await sumOf('1e999', '0')).data?.sum).toBe(`1${'0'.repeat(999)}`);
  });

  it.each([
    ['"abc"', '"abc"'],
    ['""', '""'],
    ['" "', '" "'],
    ['null', 'null'],
    ['true', 'true'],
    ['false', 'false'],
    ['[1]', 'an array'],
    ['{"source":"1"}', 'an object'],
    ['"1,234"', '"1,234"'],
    ['"$5"', '"$5"'],
    ['"0x10"', '"0x10"'],
    ['"NaN"', '"NaN"'],
    ['"Infinity"', '"Infinity"'],
    ['"1 2"', '"1 2"'],
    ['" 5 "', '" 5 "'],
    ['"+5"', '"+5"'],
    ['".5"', '".5"'],
    ['"5."', '"5."'],
    ['"00012"', '"00012"'],
    ['"１"', '"１"'],
    ['"1\\n"', '"1\\n"'],
  ])('A6, K7: %s is not numeric, and the answer names the argument', async (json, shown) => {
    expect(await sumOf(json, '1')).toEqual({
      text: `Invalid argument "a": received ${shown}; ${EXPECTED}`,
      isError: true,
    });
    expect(await sumOf('1', json)).toEqual({
      text: `Invalid argument "b": received ${shown}; ${EXPECTED}`,
      isError: true,
    });
  });

  it('A6: a missing operand is named', async () => {
    expect(await call(add, '{"a":1}')).toEqual({ text: `Missing argument "b"; ${EXPECTED}`, isError: true });
    expect(await call(add, '{}')).toEqual({
      text: `Missing argument "a"; ${EXPECTED} Missing argument "b"; ${EXPECTED}`,
      isError: true,
    });
  });

  it.each(['"12"', '"-0.5"', '"1e3"', '"12345678901234567890.01"', '"0"'])('K7: %s is accepted', async (json) => {
    expect((await sumOf(json, '0')).isError).toBeUndefined();
  });

  it('T7, K6: nested and extra arguments have no effect, and the last of two wins', async () => {
    expect((await call(add, '{"z":{"a":7},"a":1,"b":2,"c":"x"}')).data?.sum).toBe('3');
    expect((await call(add, '{"a":1,"a":5,"b":2}')).data?.sum).toBe('7');
  });

  it('T8: for any two JSON numbers, a number and the string of it give the same', async () => {
    await fc.assert(
      fc.asyncProperty(anyNumberLiteral, anyNumberLiteral, async (a, b) => {
        const asNumbers = await sumOf(a, b);
        const asStrings = await sumOf(`"${a}"`, `"${b}"`);
        expect(asStrings.data).toEqual(asNumbers.data);
        const fits = [a, b].every((literal) => typeof parseDecimal(literal) === 'object');
        expect(asNumbers.isError).toBe(fits ? undefined : true);
      }),
      { numRuns: 500 },
    );
  });
});
