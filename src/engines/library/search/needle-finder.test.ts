import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonnessOn, NeedleFinder } from './needle-finder.ts';

function placesOf(text: string | Buffer, needle: string): number[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const finder = new NeedleFinder(bytes, Buffer.from(needle), commonnessOn(bytes));
  const places: number[] = [];
  for (let at = finder.next(0); at !== -1; at = finder.next(at + 1)) places.push(at);
  expect(places.map((at) => finder.next(at))).toEqual(places);
  return places;
}

function naivePlacesOf(text: string, needle: string): number[] {
  return Array.from(text, (_, at) => at).filter((at) => text.startsWith(needle, at));
}

test('for any text, a needle is found wherever it is and nowhere else', () => {
  // Pieces of the needle, often many in a row, so that it is looked for in every way there is.
  const run = (needle: string) =>
    fc
      .tuple(
        fc.oneof(
          fc.constantFrom('a', 'b', ' ', 'z', needle),
          fc
            .tuple(fc.nat(needle.length), fc.nat(needle.length))
            .map(([one, other]) => needle.slice(Math.min(one, other), Math.max(one, other))),
        ),
        fc.constantFrom(1, 1, 2, 30),
      )
      .map(([piece, times]) => piece.repeat(times));
  const search = fc
    .string({ unit: fc.constantFrom('a', 'b', 'x', ' '), minLength: 1, maxLength: 16 })
    .chain((needle) => fc.tuple(fc.constant(needle), fc.array(run(needle), { maxLength: 12 })));
  fc.assert(
    fc.property(search, ([needle, runs]) => {
      const text = runs.join('');
      expect(placesOf(text, needle)).toEqual(naivePlacesOf(text, needle));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  ['another beginning', 'one fox ran on'],
  ['another end', 'the fox ran of'],
  ['another middle', 'the fix ran on'],
])('a part with %s is no needle', (_, alike) => {
  const needle = 'the fox ran on';
  // All of them have "x ran o", and this makes every other byte more common than "x".
  const rest = 'the one of rain, '.repeat(20);
  expect(placesOf(`${rest}${alike}${needle}${alike}${rest}`, needle)).toEqual([rest.length + alike.length]);
});

const NEEDLE = 'journal chapter';
/** Every byte of the needle but "j", so that it is looked for by "journal". */
const OTHERS = 'hour, chapter patch, current lane; ';
/** Texts in which the needle is looked for in one way or another, because places that look like it are near to each other or far apart. */
const ALIKE = [
  ['a part', `journal ${OTHERS.repeat(20)}`.repeat(30)],
  ['a byte', `journal ${OTHERS.repeat(3)}`.repeat(100)],
  ['the whole', `journal ${OTHERS}`.repeat(300)],
] as const;

test.each(ALIKE)('by %s, a needle is found behind and between places that look like it', (_, alike) => {
  const places = [alike.length, 2 * alike.length + NEEDLE.length];
  expect(placesOf(`${alike}${NEEDLE}${alike}${NEEDLE}${alike}`, NEEDLE)).toEqual(places);
});

test('however many places look like a needle before it is looked for in another way, it is found right behind them', () => {
  for (let parts = 0; parts < 20; parts++) {
    for (let bytes = 0; bytes < 20; bytes++) {
      const alike = 'journal'.repeat(parts) + 'j'.repeat(bytes);
      expect(placesOf(`${alike}${NEEDLE}${OTHERS.repeat(20)}`, NEEDLE)).toEqual([alike.length]);
    }
  }
});

test.each(ALIKE)('by %s, a needle is found up to the borders of a page, and not across them', (_, alike) => {
  // The memory around a page holds what was read before.
  const memory = Buffer.from(`${NEEDLE}${alike}${NEEDLE}`);
  const last = memory.length - NEEDLE.length;
  expect(placesOf(memory, NEEDLE)).toEqual([0, last]);
  for (let cut = 1; cut < NEEDLE.length; cut++) {
    expect(placesOf(memory.subarray(cut), NEEDLE)).toEqual([last - cut]);
    expect(placesOf(memory.subarray(0, -cut), NEEDLE)).toEqual([0]);
  }
});
