import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attributes, type MetadataValue, represented, sortedJson } from './metadata.ts';

describe('R22: values', () => {
  it.each<[string, unknown, unknown]>([
    ['text', 'x', 'x'],
    ['an integer', 5, 5],
    ['a float', 1.5, 1.5],
    ['true', true, 1],
    ['false', false, 0],
    ['a date, without milliseconds', new Date('2024-01-05T10:20:30.987Z'), '2024-01-05T10:20:30Z'],
    ['a date before 1970', new Date(-500), '1969-12-31T23:59:59Z'],
    ['a list', ['x', true, new Date(0)], ['x', 1, '1970-01-01T00:00:00Z']],
    ['an object', { a: { b: false } }, { a: { b: 0 } }],
    ['NaN', Number.NaN, undefined],
    ['Infinity', -Infinity, undefined],
    ['no date', new Date(Number.NaN), undefined],
    ['a date without such a form', new Date(8.64e15), undefined],
    ['null', null, undefined],
    ['nothing', undefined, undefined],
    ['bytes', new Uint8Array(2), undefined],
    ['a function', () => 1, undefined],
    ['a big integer', 5n, undefined],
    ['a list with one bad element', ['x', Number.NaN], undefined],
    ['an object with one bad member', { a: 1, b: null }, undefined],
  ])('R22: %s', (_, value, form) => {
    expect(represented(value)).toEqual(form);
  });

  it('R22: what cannot be represented is left out, the rest stays', () => {
    expect(attributes({ good: 1, bad: Number.NaN, list: [1, undefined], text: 'x' })).toEqual({ good: 1, text: 'x' });
  });

  it('R22: for any attributes, no null comes out and everything is finite', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), (values) => {
        const text = sortedJson(attributes(values));
        expect(JSON.stringify(JSON.parse(text))).not.toMatch(/[:,[]null[,\]}]/);
      }),
    );
  });
});

describe('R21: JSON', () => {
  it('R21: is compact, with sorted keys on every level', () => {
    const value = { kMDItemB: [{ z: 1, a: 2 }], _path: '/x', kMDItemA: { d: 1, c: 'y' }, 10: 'ten', 9: 'nine' };
    expect(sortedJson(value)).toBe(
      '{"10":"ten","9":"nine","_path":"/x","kMDItemA":{"c":"y","d":1},"kMDItemB":[{"a":2,"z":1}]}',
    );
    expect(sortedJson([])).toBe('[]');
    expect(sortedJson({})).toBe('{}');
  });

  it('R21: for any value, it says the same as plain JSON', () => {
    const { tree } = fc.letrec<{ tree: MetadataValue }>((tie) => ({
      tree: fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.integer(),
        fc.array(tie('tree')),
        fc.dictionary(
          fc.string().filter((key) => key !== '__proto__'),
          tie('tree'),
        ),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => {
        expect(JSON.parse(sortedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('R56: names with quotes, line breaks and control characters survive', () => {
    const path = '/a "b"\\\n\u0001\u2028\ud800';
    expect(JSON.parse(sortedJson({ path })) as unknown).toEqual({ path });
  });
});
