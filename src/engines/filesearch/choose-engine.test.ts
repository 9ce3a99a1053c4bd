import { expect, it } from 'vitest';
import { mostIndexBytes } from './choose-engine.ts';

const GIB = 2 ** 30;

it.each([
  [1, 0.25],
  [8, 0.25],
  [16, 0.5],
  [24, 0.75],
  [512, 1],
])('of %s GiB of memory the indexes take %s at most', (memory, most) => {
  expect(mostIndexBytes(memory * GIB)).toBe(most * GIB);
});
