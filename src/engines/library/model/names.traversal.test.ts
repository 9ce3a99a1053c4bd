import { describe, expect, test } from 'vitest';
import { assetPath, chapterFolder, contentPath, partFolder } from './names.ts';
import { attempt, refusal } from './testing/refusals.ts';

const makers: [string, (text: string) => string][] = [
  ['contentPath', contentPath],
  ['partFolder', partFolder],
  ['chapterFolder', chapterFolder],
  ['assetPath', (text) => assetPath('img', text)],
];

const dangers = [
  '..',
  '../x',
  'content/../../x',
  'a..b',
  'content/01-Part/01-Chapter/01-a..md',
  '/etc/passwd',
  '/content/01-Part/01-Chapter/01-a.md',
  '  /x',
  '\t/x',
  'a//b',
  'content//01-Part/01-Chapter/01-a.md',
  'content/01-Part//',
  'a\\b',
  '..\\x',
  '\\\\host\\share',
  'a\0b',
  'x.png\0.md',
  'a\rb',
  'content/01-Part/01-Chapter/01-a.md\n',
  'a\u001bb',
  'a\u007fb',
  'a\u0085b',
  'a\u2028b',
  '~',
  '~/x',
  '~root/x',
  ' ~/x',
  'C:',
  'C:/x',
  'c:x',
  'a/C:/x',
  '%2e%2e/x',
  '%2E%2e/x',
  '.%2e/x',
  '%2E./x',
  'a%2fb',
  'a%2Fb',
  '%2fetc',
  'a%5cb',
  'a%5Cb',
  'a%00b',
  'a%0ab',
  'a%0Db',
  'a%7Fb',
  '%7e/x',
  'C%3a/x',
  '%252e%252e/x',
  'a%252fb',
  'a%25252fb',
  'a%c0%afb',
  'a%C0%AE%C0%AEb',
  'e\u0301.png',
  'content/01-Part/01-Chapter/01-e\u0301.md',
  'a\ud800b',
  '\udc00',
];

describe.each(makers)('FR-009 in %s', (_name, make) => {
  test.each(dangers)('refuses %j as an invalid path', (text) => {
    const failure = refusal(() => make(text));
    expect(failure).toMatchObject({ kind: 'SchemaViolationError', code: 'INVALID_PATH' });
    expect(failure.data?.path).toBe(text);
    expect(failure.data?.expected_format).toBeTypeOf('string');
  });

  test('comes before the shape: a path with both faults is invalid, one with the other is a schema violation', () => {
    expect(refusal(() => make('lessons/../x')).code).toBe('INVALID_PATH');
    expect(attempt(() => make('lessons/ /x.txt'))).toMatchObject({ code: 'SCHEMA_VIOLATION' });
  });

  test.each(['', 'x'.repeat(256), '../'.repeat(1000)])('refuses a text of the wrong length before all else', (text) => {
    expect(refusal(() => make(text))).toMatchObject({ kind: 'ValidationError', code: 'VALIDATION_ERROR' });
  });
});
