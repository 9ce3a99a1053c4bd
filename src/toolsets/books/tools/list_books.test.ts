import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();

describe('list_books', () => {
  it('lists the folders below books/ that can be books', async () => {
    await write(INTRO, 'x');
    mkdirSync(pathOf('books/by-hand'));
    mkdirSync(pathOf('books/No Book'));
    expect(await call('list_books', {})).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "book_id": "ai-python",
            "storage_backend": "fs",
          },
          {
            "book_id": "by-hand",
            "storage_backend": "fs",
          },
        ],
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
        "tester 1 | list_books | __base__ | success",
      ]
    `);
  });

  it('says how to begin in an empty library', async () => {
    expect(await call('list_books', {})).toMatchInlineSnapshot(`
      {
        "hint": "The library is empty. The first lesson makes its book: write_content with a book_id such as ai-python and a path such as content/01-Part/01-Chapter/01-lesson.md.",
        "result": [],
      }
    `);
    await write('content/01-Part/01-Chapter/01-lesson.md', 'x');
    expect(await call('list_books', {})).toEqual({ result: [{ book_id: 'ai-python', storage_backend: 'fs' }] });
  });

  it('takes no arguments', async () => {
    expect(await call('list_books', { book_id: 'x' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "book_id",
            "message": "Unknown argument "book_id"; list_books takes none.",
          },
        ],
        "message": "Unknown argument "book_id"; list_books takes none.",
      }
    `);
  });
});
