import { expect, it } from 'vitest';
import { entryTime, stampAfter } from './audit-chain.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');

it('a stamp is the time of the clock, yet later than the last one', () => {
  expect(stampAfter('2026-05-01T11:00:00.000Z', NOW)).toBe('2026-05-01T12:00:00.000Z');
  expect(stampAfter('2026-05-01T13:00:00.000Z', NOW)).toBe('2026-05-01T13:00:00.001Z');
});

it.each(['', '2026-05-01T1\u00129:00Z', 'nonsense'])(
  'a last stamp that is spoilt (%j) keeps nobody from writing',
  (last) => {
    expect(stampAfter(last, NOW)).toBe(NOW.toISOString());
    expect(entryTime(last, NOW)).toBe(NOW.toISOString());
  },
);
