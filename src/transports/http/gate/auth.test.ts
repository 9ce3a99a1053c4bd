import { expect, it } from 'vitest';
import { WrongTokens } from './auth.ts';

function throttle(perMinute: number) {
  const clock = { now: 0 };
  const tokens = new WrongTokens(perMinute, () => clock.now);
  /** Whether a token was looked at; else the seconds to wait. */
  const attempt = (address: string, token: string, isGood = false) => {
    const end = tokens.begin(address, token);
    if (typeof end === 'number') return end;
    end(isGood);
    return 'looked at';
  };
  return { clock, tokens, attempt };
}

it('looks at so many wrong tokens a minute, and tells when there is the next', () => {
  const { clock, attempt } = throttle(30);
  const first = Array.from({ length: 100 }, (_, n) => attempt('192.0.2.1', `wrong-${n}`));
  expect(first.filter((verdict) => verdict === 'looked at')).toHaveLength(30);
  expect(first.at(-1)).toBe(2);
  clock.now += 2000;
  expect([attempt('192.0.2.1', 'a'), attempt('192.0.2.1', 'b')]).toEqual(['looked at', 2]);
});

it('a good token that is tried too late is not looked at either', () => {
  const { attempt } = throttle(2);
  for (const token of ['a', 'b']) attempt('192.0.2.1', token);
  expect(attempt('192.0.2.1', 'good', true)).toBe(30);
});

it('many at once are no way around', () => {
  const { tokens } = throttle(5);
  const begun = Array.from({ length: 50 }, (_, n) => tokens.begin('192.0.2.1', `wrong-${n}`));
  expect(begun.filter((end) => typeof end !== 'number')).toHaveLength(5);
});

it('good tokens cost nothing, and one that was good before is looked at whatever others try', () => {
  const { attempt } = throttle(3);
  for (let n = 0; n < 20; n++) expect(attempt('192.0.2.1', `good-${n}`, true)).toBe('looked at');
  for (let n = 0; n < 20; n++) attempt('192.0.2.1', `wrong-${n}`);
  for (let n = 0; n < 20; n++) expect(attempt('192.0.2.1', 'good-1', true)).toBe('looked at');
  expect(attempt('192.0.2.1', 'wrong')).toBe(20);
});

it('a token that is good no more is one of many again', () => {
  const { attempt } = throttle(1);
  attempt('192.0.2.1', 'expires', true);
  expect(['looked at', 'looked at', 60]).toEqual([1, 2, 3].map(() => attempt('192.0.2.1', 'expires')));
});

it('each address has tries of its own; the 64 bits that an IPv6 client is given are one address', () => {
  const { attempt } = throttle(1);
  expect([attempt('192.0.2.1', 'a'), attempt('192.0.2.2', 'a')]).toEqual(['looked at', 'looked at']);
  expect([attempt('2001:db8::1', 'a'), attempt('2001:db8::2:0:0:1', 'b')]).toEqual(['looked at', 60]);
  expect(attempt('2001:db8:0:1::1', 'a')).toBe('looked at');
});
