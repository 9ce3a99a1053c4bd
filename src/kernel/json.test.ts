import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ExactNumber,
  MAX_EXACT_NUMBERS,
  MAX_VALUES,
  mapLeaves,
  parseJson,
  TooManyValues,
  toPlainNumbers,
} from './json.ts';
import { anyJsonText, anyNumberLiteral } from './testing/json.ts';

const exact = (source: string) => new ExactNumber(source);

describe('parseJson keeps numbers as they were written', () => {
  it.each([
    '9007199254740993',
    '-9007199254740993',
    '123456789012345678901234567890',
    '0.1000000000000000055511151231257827',
    '1.10',
    '1.0',
    '100.00',
    '-0',
    '-0.0',
    '-0.50',
    '1e400',
    '-1E+400',
    '1e-400',
    '1e5',
    '1E5',
    '1.5e-3',
    '0e0',
    '0.0000001',
    '-0.0000001',
    '0.00000012345',
    '9999999999999999',
    '0.30000000000000004440892098500626',
  ])('T8: %s is exact', (source) => {
    expect(parseJson(source)).toEqual(exact(source));
  });

  it.each([
    '0',
    '1',
    '-1',
    '0.1',
    '-0.5',
    '12.34',
    '0.000001',
    '123456789012345',
    '999999999999999.9',
    '9007199254740991',
    '9007199254740992',
    '100',
    '10.01',
  ])('T8: %s stays a plain number', (source) => {
    expect(parseJson(source)).toBe(Number(source));
  });

  it('T8: inside nested arrays and objects, beside plain ones', () => {
    expect(parseJson('{"a":[1,1.10,{"b":1e400,"c":[-0]}],"d":9007199254740993,"e":2}')).toEqual({
      a: [1, exact('1.10'), { b: exact('1e400'), c: [exact('-0')] }],
      d: exact('9007199254740993'),
      e: 2,
    });
  });

  it('T8: numbers in strings and keys are left alone', () => {
    const text = '{"1.10":"9007199254740993","-0":["1e400","a 1.00 b"],"n":1.10}';
    expect(parseJson(text)).toEqual({ '1.10': '9007199254740993', '-0': ['1e400', 'a 1.00 b'], n: exact('1.10') });
  });

  it('T8: backslashes and escaped quotes do not end a string early', () => {
    const text = String.raw`["\"1.10", "\\", 1.10, "\\\"1.20", "\\\\", 1.20, "\u0022 1.30", "a\\\\\"1.40,\\"]`;
    const expected = ['"1.10', '\\', exact('1.10'), '\\"1.20', '\\\\', exact('1.20'), '" 1.30', 'a\\\\"1.40,\\'];
    expect(parseJson(text)).toEqual(expected);
  });

  it('a number next to any delimiter is found', () => {
    expect(parseJson('[1.10,1.20\t,\n1.30 ]')).toEqual([exact('1.10'), exact('1.20'), exact('1.30')]);
    expect(parseJson(' 1.10 ')).toEqual(exact('1.10'));
    expect(parseJson('{"a":1.10}')).toEqual({ a: exact('1.10') });
  });
});

describe('parseJson is JSON.parse otherwise', () => {
  it('keeps a key called __proto__ an ordinary key', () => {
    const value = parseJson('{"__proto__":{"polluted":1.10},"constructor":1e400}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect((value as { polluted?: unknown }).polluted).toBeUndefined();
    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({ polluted: exact('1.10') });
    const direct = parseJson('{"__proto__":1.10}') as object;
    expect(Object.getOwnPropertyDescriptor(direct, '__proto__')?.value).toEqual(exact('1.10'));
  });

  it('takes the last of two equal keys', () => {
    expect(parseJson('{"a":1.10,"a":2.20}')).toEqual({ a: exact('2.20') });
  });

  it.each(['', ' ', '{', '[1.10', '{"a":1.10', '01', '1.', '.5', '+1', '1e', '--1', '-', 'NaN', '"', "{'a':1.10}"])(
    'refuses %j',
    (text) => {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    },
  );

  it('T9: 200,000 levels do not overflow the stack', () => {
    const levels = 200_000;
    const innermost = (value: unknown) => {
      let depth = 0;
      let node = value;
      for (; typeof node === 'object' && node !== null && !(node instanceof ExactNumber); depth++) {
        node = Object.values(node)[0];
      }
      return { depth, node };
    };
    const arrays = parseJson(`${'['.repeat(levels)}1e400${']'.repeat(levels)}`);
    expect(innermost(arrays)).toEqual({ depth: levels, node: exact('1e400') });
    expect(innermost(toPlainNumbers(arrays))).toEqual({ depth: levels, node: Number.POSITIVE_INFINITY });
    const objects = parseJson(`${'{"a":'.repeat(levels)}1.10${'}'.repeat(levels)}`);
    expect(innermost(objects)).toEqual({ depth: levels, node: exact('1.10') });
  });
});

describe('a text whose value would fill the memory', () => {
  it('is refused before it is parsed', () => {
    for (const item of ['0.1000000000000000055', '1e400', '[]', '{}', '0', '"a"', '{"a":0}']) {
      expect(() => parseJson(`[${`${item},`.repeat(3_000_000)}${item}]`)).toThrow(TooManyValues);
    }
    expect(() => parseJson('['.repeat(3_000_000))).toThrow(TooManyValues);
  });

  it('has so many values, and no fewer', () => {
    const list = (item: string, count: number) => parseJson(`[${Array<string>(count).fill(item).join()}]`) as unknown[];
    expect(list('1.10', MAX_EXACT_NUMBERS)).toHaveLength(MAX_EXACT_NUMBERS);
    expect(() => list('1.10', MAX_EXACT_NUMBERS + 1)).toThrow('10,000 numbers');
    expect(list('"a,[{"', MAX_VALUES - 1)).toHaveLength(MAX_VALUES - 1);
    expect(() => list('1', MAX_VALUES)).toThrow('250,000 values');
  });

  it('may also be long without being large', () => {
    const text = 'a"\\,[{\n1.10'.repeat(1_000_000);
    expect(parseJson(JSON.stringify([text, 1]))).toEqual([text, 1]);
  });
});

describe('for any JSON', () => {
  it('T8: parseJson made plain equals JSON.parse, whatever the formatting', () => {
    fc.assert(
      fc.property(anyJsonText, (text) => {
        const ours = toPlainNumbers(parseJson(text));
        expect(isDeepStrictEqual(ours, JSON.parse(text))).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('T8: the text of any number survives', () => {
    const survives = (literal: string, value: unknown) =>
      value instanceof ExactNumber
        ? value.source === literal && String(Number(literal)) !== literal
        : typeof value === 'number' && String(value) === literal;
    fc.assert(
      fc.property(anyNumberLiteral, (literal) => {
        expect(survives(literal, parseJson(literal))).toBe(true);
        const [, , inside] = parseJson(`["\\"1.10", {"k":1}, ${literal}]`) as unknown[];
        expect(survives(literal, inside)).toBe(true);
      }),
      { numRuns: 5_000 },
    );
  });
});

describe('ExactNumber', () => {
  it('shows its source as text and a plain number in JSON', () => {
    const number = new ExactNumber('1.10');
    expect(String(number)).toBe('1.10');
    expect(JSON.stringify({ number })).toBe('{"number":1.1}');
  });
});

describe('toPlainNumbers', () => {
  it('changes exact numbers wherever they are, in place, and nothing else', () => {
    const value = { a: new ExactNumber('1.10'), b: ['1.10', null, true, 7, { c: new ExactNumber('1e400') }] };
    expect(toPlainNumbers(value)).toBe(value);
    expect(value).toEqual({ a: 1.1, b: ['1.10', null, true, 7, { c: Number.POSITIVE_INFINITY }] });
  });

  it('takes a bare value', () => {
    expect(toPlainNumbers(new ExactNumber('9007199254740993'))).toBe(9007199254740992);
    expect(toPlainNumbers('1.10')).toBe('1.10');
    expect(toPlainNumbers(undefined)).toBe(undefined);
    expect(toPlainNumbers(null)).toBe(null);
  });
});

describe('mapLeaves', () => {
  it('visits every leaf once and no container', () => {
    const seen: unknown[] = [];
    mapLeaves({ a: [1, [2]], b: { c: 'x', d: [] }, e: {} }, (leaf) => {
      seen.push(leaf);
      return leaf;
    });
    expect(seen).toHaveLength(3);
    expect(new Set(seen)).toEqual(new Set([1, 2, 'x']));
  });
});
