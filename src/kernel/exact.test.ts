import { describe, expect, it } from 'vitest';
import { ExactNumber, mapLeaves, toPlainNumbers } from './exact.ts';

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
