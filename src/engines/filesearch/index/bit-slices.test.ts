import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Arena } from './arena.ts';
import { BitSlices } from './bit-slices.ts';
import { mayHoldAt } from './signature.ts';

const words = fc.constantFrom(1, 2, 5, 8);
const signature = words.chain((length) =>
  fc
    .array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: length, maxLength: length })
    .map((content) => Uint32Array.from([(length << 5) | 10, ...content])),
);
const action = fc.oneof({ weight: 3, arbitrary: signature }, { weight: 2, arbitrary: fc.nat() });
const grams = fc.array(fc.integer(), { maxLength: 3 }).map((list) => Int32Array.from(list));

it('keeps each signature as it is, whatever comes and goes beside it', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 150 }), grams, (actions, wanted) => {
      const arena = new Arena();
      const slices = new BitSlices(arena);
      const known = new Map<number, Uint32Array>();
      for (const each of actions) {
        if (typeof each !== 'number') {
          const id = slices.add(Uint32Array.from([0, ...each]), 1);
          expect(known.has(id)).toBe(false);
          known.set(id, each);
        } else if (known.size > 0) {
          const id = [...known.keys()][each % known.size] as number;
          slices.remove(id);
          known.delete(id);
        }
      }
      const found = slices.whichMayHold(wanted);
      for (let id = 0; id < slices.slots; id++) {
        const kept = known.get(id);
        const isFound = (((found[id >>> 5] as number) >>> (id & 31)) & 1) === 1;
        expect(isFound).toBe(kept !== undefined && mayHoldAt(kept, 0, wanted));
      }
      for (const [id, kept] of known) {
        expect(slices.words(id)).toEqual(kept);
        expect(slices.mayHold(id, wanted)).toBe(mayHoldAt(kept, 0, wanted));
        slices.remove(id);
      }
      expect(arena.bytes).toBe(0);
    }),
    { numRuns: 300 },
  );
});

it('puts signatures of one size together, and fills what has become free', () => {
  const slices = new BitSlices(new Arena());
  const one = Uint32Array.of((1 << 5) | 10, 1);
  const ids = Array.from({ length: 64 }, () => slices.add(one, 0));
  expect(slices.slots).toBe(64);
  for (const id of ids.slice(10, 20)) slices.remove(id);
  for (let count = 0; count < 10; count++) slices.add(one, 0);
  expect(slices.slots).toBe(64);
  slices.add(one, 0);
  expect(slices.slots).toBe(96);
});
