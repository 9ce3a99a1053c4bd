import { describe, expect, it } from 'vitest';
import { suggestion } from './usage.ts';

const known = ['add', 'format_currency', 'validate_date'];

describe('suggestion', () => {
  it.each([
    ['ad', 'add'],
    ['addd', 'add'],
    ['dad', undefined],
    ['format_curency', 'format_currency'],
    ['formatcurrency', 'format_currency'],
    ['format-money', undefined],
    ['validate_dat', 'validate_date'],
    ['validatedates', 'validate_date'],
    ['something else', undefined],
    ['', undefined],
    ['x'.repeat(100_000), undefined],
  ])('%j', (word, meant) => {
    expect(suggestion(word, known)).toBe(
      meant === undefined ? 'Known: add, format_currency, validate_date.' : `Did you mean ${meant}?`,
    );
  });

  it('takes the closest of several', () => {
    expect(suggestion('get_books', ['get_boots', 'get_book', 'set_books_'])).toBe('Did you mean get_boots?');
    expect(suggestion('get_bookz', ['let_boots', 'get_book'])).toBe('Did you mean get_book?');
  });
});
