import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge, type Operation, type Value } from './linearizability.ts';

const FOR_EVER = Number.POSITIVE_INFINITY;
type Values = Record<string, Value>;
const call = (begins: number, ends: number, finds: Values, makes: Values = {}): Operation => ({
  name: 'call',
  begins,
  ends,
  finds,
  makes,
});
const isGood = (...operations: Operation[]) => judge(operations).isLinearizable;

describe('a history is good', () => {
  it.each<[string, ...Operation[]]>([
    ['that has nothing in it'],
    ['whose reads find what was written before', call(1, 2, { a: null }, { a: 'x' }), call(3, 4, { a: 'x' })],
    [
      'whose reads find either of two values during a write',
      call(1, 6, { a: null }, { a: 'x' }),
      call(2, 3, { a: null }),
      call(4, 5, { a: 'x' }),
    ],
    [
      'whose lost call happened later',
      call(1, FOR_EVER, { a: null }, { a: 'x' }),
      call(2, 3, { a: null }),
      call(4, 5, { a: 'x' }),
    ],
    [
      'whose lost call never happened',
      call(1, FOR_EVER, { a: null }, { a: 'x' }),
      call(2, 3, { a: null }, { a: 'y' }),
      call(4, 5, { a: 'y' }),
    ],
    [
      'whose lost call was seen and taken back',
      call(1, FOR_EVER, { a: null }, { a: 'x' }),
      call(2, 3, { a: 'x' }),
      call(4, 5, { a: null }),
    ],
    [
      'whose group is seen as a whole',
      call(1, 2, { a: null, b: null }, { a: 'x', b: 'y' }),
      call(3, 4, { a: 'x', b: 'y' }),
    ],
  ])('%s', (_, ...operations) => {
    expect(isGood(...operations)).toBe(true);
  });
});

describe('a history is bad', () => {
  it.each<[string, ...Operation[]]>([
    ['that forgets a write', call(1, 2, { a: null }, { a: 'x' }), call(3, 4, { a: null })],
    [
      'that goes back to an old value',
      call(1, 2, { a: null }, { a: 'x' }),
      call(3, 4, { a: 'x' }, { a: 'y' }),
      call(5, 6, { a: 'x' }),
    ],
    ['in which two win the same contest', call(1, 4, { a: null }, { a: 'x' }), call(2, 5, { a: null }, { a: 'y' })],
    [
      'whose reads see new, then old',
      call(1, 8, { a: null }, { a: 'x' }),
      call(2, 3, { a: 'x' }),
      call(4, 5, { a: null }),
    ],
    [
      'that takes back a call that succeeded',
      call(1, 2, { a: null }, { a: 'x' }),
      call(3, 4, { a: 'x' }),
      call(5, 6, { a: null }),
    ],
    ['whose lost call happened before it began', call(1, 2, { a: 'x' }), call(3, FOR_EVER, { a: null }, { a: 'x' })],
    [
      'that shows half of a group',
      call(1, 2, { a: null, b: null }, { a: 'x', b: 'y' }),
      call(3, 4, { a: 'x', b: null }),
    ],
    [
      'that shows halves of a group to one after the other',
      call(1, 8, { a: null, b: null }, { a: 'x', b: 'y' }),
      call(2, 3, { a: 'x' }),
      call(4, 5, { b: null }),
    ],
  ])('%s', (_, ...operations) => {
    expect(isGood(...operations)).toBe(false);
  });

  it('and only the calls of its files are named', () => {
    const { unexplained } = judge([call(1, 2, { a: null }, { a: 'x' }), call(3, 4, { b: 'x' })]);
    expect(unexplained.map(({ begins }) => begins)).toEqual([3]);
  });
});

/** Tries every order of everything that may have happened. */
function isGoodByForce(operations: readonly Operation[]): boolean {
  interface Move {
    readonly at: number;
    readonly isBack: boolean;
  }
  const go = (state: Values, happened: readonly Move[]): boolean => {
    const has = (at: number, isBack = false) => happened.some((move) => move.at === at && move.isBack === isBack);
    if (operations.every(({ ends }, at) => ends === FOR_EVER || has(at))) return true;
    return operations.some((operation, at) => {
      const isAllowed = operations.every(
        (other, before) => has(before) || other.ends > operation.begins || before === at,
      );
      if (!has(at) && isAllowed && matches(state, operation.finds))
        return go({ ...state, ...operation.makes }, [...happened, { at, isBack: false }]) || wasTakenBack(at);
      return wasTakenBack(at);
    });
    function wasTakenBack(at: number): boolean {
      const operation = operations[at] as Operation;
      if (operation.ends !== FOR_EVER || !has(at) || has(at, true) || !matches(state, operation.makes)) return false;
      return go({ ...state, ...operation.finds }, [...happened, { at, isBack: true }]);
    }
  };
  return go({ a: null, b: null }, []);
}

const matches = (state: Values, finds: Values) => Object.entries(finds).every(([key, value]) => state[key] === value);

it('the search finds an order exactly where trying all of them does', () => {
  const value = fc.constantFrom(null, 'x', 'y');
  const values = fc.oneof(fc.record({ a: value }), fc.record({ b: value }), fc.record({ a: value, b: value }));
  const drawn = fc.record({
    begins: fc.integer({ min: 0, max: 8 }),
    takes: fc.constantFrom(1, 2, 4, FOR_EVER),
    finds: values,
    isWrite: fc.boolean(),
    made: fc.tuple(value, value),
  });
  let good = 0;
  const property = fc.property(fc.array(drawn, { maxLength: 5 }), (calls) => {
    const operations = calls.map(({ begins, takes, finds, isWrite, made }, at) => {
      const makes = isWrite
        ? Object.fromEntries(Object.keys(finds).map((key, place) => [key, made[place] ?? null]))
        : {};
      // No two moments are the same.
      return call(begins + at / 100, begins + takes + at / 100 + 0.005, finds, makes);
    });
    const expected = isGoodByForce(operations);
    if (expected) good++;
    return judge(operations).isLinearizable === expected;
  });
  fc.assert(property, { numRuns: 2000 });
  expect(good).toBeGreaterThan(50);
});
