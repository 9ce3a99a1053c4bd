import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, callAll, write, audit, pathOf } = libraryTools();

describe('glob_search', () => {
  it('finds shared files by their path, never an own version', async () => {
    await write(INTRO, 'x');
    await write('content/01-Part/01-Chapter/01-intro.summary.md', 'x');
    await write(INTRO, 'own', { user_id: 'bob' });
    await write(INTRO, 'x', { book_id: 'another' });
    const find = async (args: object) => (await call('glob_search', { ...BOOK, ...args })).result;
    expect(await call('glob_search', { ...BOOK, pattern: '**' })).toMatchInlineSnapshot(`
      {
        "result": [
          "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
          "books/ai-python/content/01-Part/01-Chapter/01-intro.summary.md",
        ],
      }
    `);
    expect(await find({ pattern: 'content/**/*.{summary.md,txt}' })).toEqual([
      'books/ai-python/content/01-Part/01-Chapter/01-intro.summary.md',
    ]);
    expect(await find({ pattern: '**/01-intro.md', all_books: true })).toEqual([
      `books/ai-python/${INTRO}`,
      `books/another/${INTRO}`,
    ]);
    expect(await find({ pattern: 'nothing/*' })).toEqual([]);
  });

  it('gives a long list in pages, all books in their order', async () => {
    const expected: string[] = [];
    // As names "ab1" comes first, as beginnings of keys "ab1-c".
    for (const book of ['ab1', 'ab1-c']) {
      const chapter = `books/${book}/content/01-Part/01-Chapter`;
      mkdirSync(pathOf(chapter), { recursive: true });
      for (let number = 100; number <= 400; number++) expected.push(`${chapter}/${number}-lesson.md`);
    }
    for (const key of expected) writeFileSync(pathOf(key), 'x');
    const args = { ...BOOK, pattern: '**', all_books: true };
    const { result, next_cursor } = await call('glob_search', args);
    expect(result).toEqual(expected.slice(0, (result as string[]).length));
    expect(next_cursor).toEqual(expect.any(String));
    expect(await callAll('glob_search', args)).toEqual(expected);
  });

  it('refuses patterns that it does not understand', async () => {
    expect(await call('glob_search', { ...BOOK, pattern: '../**' })).toMatchInlineSnapshot(`
      {
        "code": "INVALID_GLOB",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "pattern",
            "message": "The pattern contains "..". A search never leaves the book.",
          },
        ],
        "message": "The pattern contains "..". A search never leaves the book.",
      }
    `);
    expect(await call('glob_search', { ...BOOK, pattern: '' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "pattern",
            "message": "Invalid argument "pattern": received ""; expected string to have >=1 characters.",
          },
        ],
        "message": "Invalid argument "pattern": received ""; expected string to have >=1 characters.",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | glob_search | __base__ | error | INVALID_GLOB",
      ]
    `);
  });
});
