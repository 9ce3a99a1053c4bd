const DAY_MS = 86_400_000;

/**
 * Which of `count` problems belongs to a day (YYYY-MM-DD): each comes up once in every `count` days, in an order that is
 * new in each cycle, and never on two days in a row. There must be at least three.
 */
export function rotationIndex(date: string, count: number): number {
  if (count < 3) throw new RangeError(`a rotation needs at least 3 problems, not ${count}`);
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  if (Number.isNaN(day)) throw new RangeError(`"${date}" is not a day as YYYY-MM-DD`);
  const cycle = Math.floor(day / count);
  const [first, second, ...rest] = shuffled(count, cycle) as [number, number, ...number[]];
  // The end of an order stays as it was shuffled, so the day before is known without going back further.
  const order = first === shuffled(count, cycle - 1).at(-1) ? [second, first, ...rest] : [first, second, ...rest];
  return order[day - cycle * count] as number;
}

/** The numbers 0 to count - 1 in an order that the seed decides (Fisher and Yates). */
function shuffled(count: number, seed: number): number[] {
  const next = randomNumbers(seed);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const other = Math.floor(next() * (i + 1));
    [order[i], order[other]] = [order[other] as number, order[i] as number];
  }
  return order;
}

/** Numbers from 0 to below 1 that look random and are the same for the same seed on every machine. */
function randomNumbers(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
