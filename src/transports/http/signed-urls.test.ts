import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SignedUrls } from './signed-urls.ts';

const KEY = 'a secret of at least thirty-two characters';
const parts = (url: string) => {
  const { pathname, searchParams } = new URL(url);
  const [, , toolset = '', name = ''] = pathname.split('/');
  return [
    toolset,
    decodeURIComponent(name),
    searchParams.get('expires') ?? '',
    searchParams.get('signature') ?? '',
  ] as const;
};

it('for any name, an address is good until it expires, and only as it was given out', () => {
  let now = 1_000_000_000_000;
  const urls = new SignedUrls(
    () => 'http://localhost',
    KEY,
    () => now,
  );
  const other = new SignedUrls(
    () => 'http://localhost',
    undefined,
    () => now,
  );
  fc.assert(
    fc.property(fc.stringMatching(/^\w[\w.-]{0,40}$/), fc.integer({ min: 1, max: 100_000 }), (name, seconds) => {
      now = 1_000_000_000_000;
      const [toolset, shown, expires, signature] = parts(urls.make('books', name, new Date(now + seconds * 1000)));
      expect([toolset, shown]).toEqual(['books', name]);
      expect(urls.check(toolset, shown, expires, signature)).toBe('good');
      expect(urls.check(toolset, `${shown}x`, expires, signature)).toBe('bad');
      expect(urls.check('other', shown, expires, signature)).toBe('bad');
      expect(urls.check(toolset, shown, String(Number(expires) + 1), signature)).toBe('bad');
      expect(urls.check(toolset, shown, expires, signature.slice(1))).toBe('bad');
      expect(other.check(toolset, shown, expires, signature)).toBe('bad');
      now += seconds * 1000;
      expect(urls.check(toolset, shown, expires, signature)).toBe('expired');
    }),
  );
});
