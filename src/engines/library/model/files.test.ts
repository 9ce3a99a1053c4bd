import { describe, expect, test } from 'vitest';
import {
  archiveKey,
  assetKey,
  bookPrefix,
  cdnUrl,
  contentKey,
  contentPrefix,
  isArchiveKey,
  keyOf,
  placeOf,
  staticPrefix,
} from './files.ts';
import { mimeType } from './mime.ts';
import { assetPath, bookId, contentPath, userId } from './names.ts';
import { refusal } from './testing/refusals.ts';

const book = bookId('ai-python');
const bob = userId('bob');
const lesson = contentPath('content/01-Part/01-Chapter/01-intro.md');

test('the layout of 2.1', () => {
  expect(contentKey(book, lesson)).toBe('books/ai-python/content/01-Part/01-Chapter/01-intro.md');
  expect(contentKey(book, lesson, '__base__')).toBe(contentKey(book, lesson));
  expect(contentKey(book, lesson, bob)).toBe('books/ai-python/users/bob/content/01-Part/01-Chapter/01-intro.md');
  expect(assetKey(book, assetPath('img', 'a/b.png'))).toBe('books/ai-python/static/img/a/b.png');
  expect(bookPrefix(book)).toBe('books/ai-python/');
  expect(contentPrefix(book)).toBe('books/ai-python/content/');
  expect(contentPrefix(book, bob)).toBe('books/ai-python/users/bob/content/');
  expect(staticPrefix(book)).toBe('books/ai-python/static/');
});

describe('archives', () => {
  const day = new Date('2025-12-04T23:59:59Z');

  test('D-16: the scope is in the name, but for the whole book', () => {
    expect(archiveKey(book, 'all', day, 's')).toMatch(/^archives\/ai-python-2025-12-04-[0-9a-f]{16}\.zip$/);
    expect(archiveKey(book, 'content', day, 's')).toMatch(/^archives\/ai-python-content-2025-12-04-[0-9a-f]{16}\.zip$/);
    expect(isArchiveKey(archiveKey(book, 'assets', day, 's'))).toBe(true);
  });

  test('W-25: another state, scope or book has another key', () => {
    const named = bookId('ai-python-content');
    const keys = [
      archiveKey(book, 'all', day, '1'),
      archiveKey(book, 'all', day, '2'),
      archiveKey(book, 'content', day, '1'),
      archiveKey(named, 'all', day, '1'),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  test.each([
    'archives/../x.zip',
    'archives/x.zip',
    'books/ai-python/x.zip',
    'archives/abc-2025-12-04-0123456789abcdef.zip\n',
  ])('%j is no archive', (text) => expect(isArchiveKey(text)).toBe(false));
});

describe('places (2.8)', () => {
  test('a key tells book, path and user', () => {
    const base = { bookId: book, path: lesson, userId: '__base__' };
    expect(placeOf(contentKey(book, lesson))).toEqual(base);
    expect(placeOf(contentKey(book, lesson, bob))).toEqual({ ...base, userId: 'bob' });
  });

  test.each([
    'content/01-Part/README.md',
    'content/setup.md',
    'static/img/日本語.png',
    'static/other/x',
    'content/~a%2fb',
  ])('what came by hand has a place too: %s', (path) => {
    const place = { bookId: book, path, userId: '__base__' };
    expect(placeOf(`books/ai-python/${path}`)).toEqual(place);
    expect(keyOf(place)).toBe(`books/ai-python/${path}`);
  });

  test.each([
    '',
    'books/',
    'books/ai-python',
    'books/ai-python/',
    'books/ai-python/content',
    'books/ai-python/content/',
    'books/ai-python/notes.txt',
    'books/ai-python/users/bob/notes.txt',
    'books/ai-python/users/bob/static/img/a.png',
    'books/ai-python/users/__base__/content/01-Part/01-Chapter/01-intro.md',
    'books/ai-python/users/__BASE__/content/01-Part/01-Chapter/01-intro.md',
    'books/ai-python/users//content/a.md',
    'books/ai-python/users/b b/content/a.md',
    'books/AI/content/a.md',
    'books/../content/a.md',
    'books/ai-python/content/../users/bob/content/a.md',
    'books/ai-python/content/./a.md',
    'books/ai-python/content//a.md',
    'books/ai-python/content/.hidden',
    'books/ai-python/content/a\\b',
    'books/ai-python/content/a\0',
    '/books/ai-python/content/a.md',
    'archives/ai-python-2025-12-04.zip',
    '.quartet/staging/x',
  ])('%j is no file of a book', (key) => {
    expect(placeOf(key)).toBeUndefined();
  });

  test.each([
    { bookId: 'ai-python', path: 'users/bob/content/a.md', userId: '__base__' },
    { bookId: 'ai-python', path: 'content/../users/bob/content/a.md', userId: '__base__' },
    { bookId: 'ai-python', path: 'static/img/a.png', userId: 'bob' },
    { bookId: 'ai-python', path: 'content/a.md', userId: '__BASE__' },
    { bookId: '..', path: 'content/a.md', userId: '__base__' },
  ])('no key for %j', (place) => {
    expect(refusal(() => keyOf(place)).code).toBe('INVALID_PATH');
  });
});

test('D-15, 2.9: the address of an asset has /static/ and encoded segments', () => {
  const key = assetKey(book, assetPath('img', 'ein Bild/日#1%.png'));
  const url = 'https://cdn.example.com/books/ai-python/static/img/ein%20Bild/%E6%97%A5%231%25.png';
  expect(cdnUrl('https://cdn.example.com', key)).toBe(url);
  expect(cdnUrl('https://cdn.example.com//', key)).toBe(url);
  expect(decodeURIComponent(new URL(url).pathname)).toBe(`/${key}`);
});

test.each([
  ['a.md', 'text/markdown'],
  ['a.PNG', 'image/png'],
  ['a.JpEg', 'image/jpeg'],
  ['a.b.svg', 'image/svg+xml'],
  ['a.mov', 'video/quicktime'],
  ['a.yml', 'application/x-yaml'],
  ['a.jsonl', 'application/jsonlines'],
  ['png', 'application/octet-stream'],
  ['a.', 'application/octet-stream'],
  ['a.constructor', 'application/octet-stream'],
  ['a.exe', 'application/octet-stream'],
])('3.7 item 6: %s is %s', (name, type) => {
  expect(mimeType(name)).toBe(type);
});
