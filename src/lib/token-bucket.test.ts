import { expect, it } from 'vitest';
import { TokenBuckets } from './token-bucket.ts';

function buckets(capacity: number, maxKeys?: number) {
  const clock = { now: 0 };
  const options = { capacity, refill: 2, everyMs: 1000, ...(maxKeys && { maxKeys }) };
  return { clock, tokens: new TokenBuckets(options, () => clock.now) };
}

it('gives what is there, then tells when there is more, and keeps that promise', () => {
  const { clock, tokens } = buckets(2);
  expect([1, 2, 3].map(() => tokens.take('a'))).toEqual([0, 0, 1]);
  clock.now = 499;
  expect(tokens.take('a')).toBe(1);
  clock.now = 500;
  expect([tokens.take('a'), tokens.take('a')]).toEqual([0, 1]);
});

it('tells whole seconds, however slowly it fills', () => {
  const tokens = new TokenBuckets({ capacity: 1, refill: 2, everyMs: 60_000 }, () => 0);
  expect([tokens.take('a'), tokens.take('a')]).toEqual([0, 30]);
});

it('holds no more than fits, however long nobody takes any', () => {
  const { clock, tokens } = buckets(2);
  tokens.take('a');
  clock.now = 1e9;
  expect([1, 2, 3].map(() => tokens.take('a'))).toEqual([0, 0, 1]);
});

it('a clock that goes back takes nothing away', () => {
  const { clock, tokens } = buckets(3);
  tokens.take('a');
  clock.now = -1e9;
  expect([1, 2, 3].map(() => tokens.take('a'))).toEqual([0, 0, 1]);
});

it('each key has its own', () => {
  const { tokens } = buckets(1);
  expect([tokens.take('a'), tokens.take('b'), tokens.take('a')]).toEqual([0, 0, 1]);
});

it('what is given back can be taken again, up to what fits', () => {
  const { tokens } = buckets(1);
  tokens.take('a');
  tokens.giveBack('a');
  tokens.giveBack('a');
  expect([tokens.take('a'), tokens.take('a')]).toEqual([0, 1]);
});

it('forgets the key that was not used for the longest time when there are too many', () => {
  const { tokens } = buckets(1, 2);
  for (const key of ['a', 'b', 'a', 'c']) tokens.take(key);
  expect(tokens.take('a')).toBe(1);
  expect(tokens.take('b')).toBe(0);
});

it('keeps no bucket that is full', () => {
  const { tokens } = buckets(1, 1);
  tokens.take('a');
  tokens.take('b');
  tokens.giveBack('b');
  tokens.take('a');
  tokens.giveBack('b');
  expect(tokens.take('a')).toBe(1);
});
