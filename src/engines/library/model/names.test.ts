import { describe, expect, test } from 'vitest';
import { assetType, bookId, userId } from './names.ts';
import { fieldOf, refusal } from './testing/refusals.ts';

describe('bookId (2.2)', () => {
  test.each(['abc', '123', 'ai-python', 'a-b', 'a-1-b', 'x'.repeat(50)])('takes %s', (text) => {
    expect(bookId(text)).toBe(text);
  });

  test.each([
    '',
    'ab',
    'x'.repeat(51),
    '---',
    '-abc',
    'abc-',
    'a--b',
    'Abc',
    'a_b',
    'a b',
    ' abc',
    'abc\n',
    'a.b',
    'a/b',
    '../x',
    'äbc',
    '١٢٣',
    '__base__',
    'abc\0',
  ])('refuses %j, naming the field', (text) => {
    const failure = refusal(() => bookId(text));
    expect(failure).toMatchObject({ kind: 'ValidationError', code: 'VALIDATION_ERROR' });
    expect(fieldOf(failure)).toBe('book_id');
  });
});

describe('userId (2.2)', () => {
  test.each(['a', 'user123', 'A_b-C', '_', '-', '__base', 'base', 'x'.repeat(100)])('takes %s', (text) => {
    expect(userId(text)).toBe(text);
  });

  test.each(['', 'x'.repeat(101), 'a b', 'a.b', '..', 'a/b', 'a\\b', 'bob\n', 'bób', 'a%2fb', ' bob'])(
    'refuses %j, naming the field',
    (text) => {
      const failure = refusal(() => userId(text));
      expect(failure).toMatchObject({ kind: 'ValidationError', code: 'VALIDATION_ERROR' });
      expect(fieldOf(failure)).toBe('user_id');
    },
  );

  test.each(['__base__', '__BASE__', '__Base__'])('W-02: %s is reserved', (text) => {
    expect(refusal(() => userId(text)).message).toContain('reserved');
  });
});

describe('assetType', () => {
  test.each(['img', 'slides', 'videos', 'audio'])('takes %s', (text) => {
    expect(assetType(text)).toBe(text);
  });

  test('D-03: images is refused with a word about img', () => {
    const failure = refusal(() => assetType('images'));
    expect(fieldOf(failure)).toBe('asset_type');
    expect(failure.message).toContain('img');
  });

  test.each(['', 'IMG', 'image', 'img/', '__proto__', 'toString'])('refuses %j', (text) => {
    expect(refusal(() => assetType(text)).kind).toBe('ValidationError');
  });
});
