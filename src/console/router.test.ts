import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hrefTo, parseRoute } from './router.ts';

describe('routes', () => {
  it('without a page it is the start', () => {
    expect(parseRoute('')).toMatchObject({ page: 'home', rest: [] });
    expect(parseRoute('#/')).toMatchObject({ page: 'home', rest: [] });
  });

  it('for any parts and any query, an address leads back to them', () => {
    const part = fc.string({ minLength: 1, unit: 'grapheme' });
    const query = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }));
    fc.assert(
      fc.property(fc.array(part), query, (rest, values) => {
        const route = parseRoute(hrefTo('books', rest, values));
        expect(route.page).toBe('books');
        expect(route.rest).toEqual(rest);
        expect(Object.fromEntries(route.query)).toEqual({ ...values });
      }),
    );
  });

  it('an address that nobody made is taken as it is', () => {
    expect(parseRoute('#/books/%E0%A4%A/x')).toMatchObject({ page: 'books', rest: ['%E0%A4%A', 'x'] });
  });
});
