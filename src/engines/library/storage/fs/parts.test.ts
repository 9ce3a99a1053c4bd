import { describe, expect, test } from 'vitest';
import { StorageFailure } from '../storage.ts';
import { asFailure } from './errors.ts';
import { clashOf, namesOf } from './folder.ts';

describe('failures of the system', () => {
  test.each([
    ['ENOSPC', false],
    ['EACCES', false],
    ['EROFS', false],
    ['EIO', false],
    ['EMFILE', true],
    ['EBUSY', true],
    ['EWHATEVER', false],
  ])('%s is told in a sentence, without the path', (code, retryable) => {
    const error = Object.assign(new Error(`${code}: open '/home/me/secret'`), { code });
    const failure = asFailure(error) as StorageFailure;
    expect(failure).toBeInstanceOf(StorageFailure);
    expect(failure).toMatchObject({ retryable, cause: error });
    expect(failure.message).toMatch(/^[A-Z][^/]+\.$/);
  });

  test('a mistake of ours stays what it is', () => {
    const mistake = new TypeError('x is undefined');
    expect(asFailure(mistake)).toBe(mistake);
  });
});

describe('names that a system may take for one (W-44)', () => {
  test.each([
    ['01-Intro.md', '01-intro.md', 'case'],
    ['STRASSE.png', 'straße.png', 'case'],
    ['e\u0301.png', '\u00e9.png', 'Unicode form'],
  ])('%j is in the way of %j', (existing, name, difference) => {
    const message = `"${name}" differs only in ${difference} from the existing "${existing}".`;
    expect(clashOf([existing], name)).toEqual(new StorageFailure(message, false));
  });

  test('a name is not in its own way, nor is another', () => {
    expect(clashOf(['01-Intro.md', '01-intro.md'], '01-intro.md')).toBeUndefined();
    expect(clashOf(['02-intro.md'], '01-intro.md')).toBeUndefined();
  });
});

test('a prefix may end in a slash, and the empty one is the root', () => {
  expect(namesOf('books/abc/')).toEqual(['books', 'abc']);
  expect(namesOf('books/abc')).toEqual(['books', 'abc']);
  expect(namesOf('')).toEqual([]);
  expect(() => namesOf('books/../abc')).toThrow('"books/../abc" is not a valid storage path.');
});
