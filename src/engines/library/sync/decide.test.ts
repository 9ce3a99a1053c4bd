import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { actionOf, decide } from './decide.ts';

const hash = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined });
const sides = fc.record({ from: hash, to: hash, agreed: hash });

describe('what is done with a file', () => {
  test.each([
    ['same', 'a', 'a', undefined],
    ['same', undefined, undefined, 'a'],
    ['create', 'a', undefined, undefined],
    ['update', 'b', 'a', 'a'],
    ['delete', undefined, 'a', 'a'],
    ['keep', undefined, 'a', undefined],
    ['keep', 'a', 'b', 'a'],
    ['keep', 'a', undefined, 'a'],
    ['conflict', 'a', 'b', undefined],
    ['conflict', 'b', 'c', 'a'],
    ['conflict', undefined, 'b', 'a'],
    ['conflict', 'b', undefined, 'a'],
  ] as const)('%s: from %s, to %s, agreed %s', (step, from, to, agreed) => {
    expect(decide({ from, to, agreed })).toBe(step);
  });

  test('for any sides, nothing that only the written side knows is touched', () => {
    fc.assert(
      fc.property(sides, (given) => {
        const writes = ['create', 'update', 'delete'].includes(decide(given));
        expect(writes).toBe(given.from !== given.to && given.to === given.agreed);
      }),
    );
  });

  test('for any sides, carrying it over and agreeing on it leaves nothing to do', () => {
    fc.assert(
      fc.property(sides, (given) => {
        const action = actionOf(given, { deletes: true, overwrite: true });
        expect(['same', 'create', 'update', 'delete']).toContain(action);
        expect(decide({ from: given.from, to: given.from, agreed: given.from })).toBe('same');
      }),
    );
  });

  test('nothing is deleted unless asked for', () => {
    const gone = { from: undefined, to: 'a', agreed: 'a' };
    expect(actionOf(gone, { deletes: false, overwrite: false })).toBe('stale');
    expect(actionOf(gone, { deletes: false, overwrite: true })).toBe('stale');
    expect(actionOf(gone, { deletes: true, overwrite: false })).toBe('delete');
  });
});
