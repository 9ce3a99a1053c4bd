import { expect, it } from 'vitest';
import { cobol } from './index.ts';

it('tells how exact its decimals are', () => {
  expect(cobol.facts?.(undefined)).toEqual([
    { label: 'Decimals', value: 'exact, up to 1000 digits; no floating point' },
  ]);
});
