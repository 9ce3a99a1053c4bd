import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();
const lesson = { ...BOOK, path: INTRO };

describe('read_content', () => {
  it('gives a lesson with its hash', async () => {
    await write(INTRO, '# Intro\n');
    expect(await call('read_content', lesson)).toMatchInlineSnapshot(`
      {
        "content": "# Intro
      ",
        "file_hash_sha256": "2a8a06bbb4a42eee60f35e2c6eacb1c3bbe0f8748817d1547a59692784b53c33",
        "file_size": 8,
        "last_modified": "(time)",
        "source": "base",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
        "tester 1 | read_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
      ]
    `);
  });

  it('prefers the own version of a user', async () => {
    await write(INTRO, 'shared');
    await write(INTRO, 'own', { user_id: 'bob' });
    expect(await call('read_content', { ...lesson, user_id: 'bob' })).toMatchObject({
      content: 'own',
      source: 'overlay',
    });
    expect(await call('read_content', { ...lesson, user_id: 'eve' })).toMatchObject({
      content: 'shared',
      source: 'base',
    });
  });

  it('gives all lessons of a chapter, a part or the book, and names what cannot be read', async () => {
    await write(INTRO, 'one');
    await write('content/01-Part/02-Chapter/01-next.md', 'two');
    await write('content/02-Part/01-Chapter/01-last.md', 'three');
    mkdirSync(pathOf('books/ai-python/content/01-Part/01-Chapter/02-folder.md'));
    const chapter = { ...BOOK, path: 'content/01-Part/01-Chapter', scope: 'chapter' };
    expect(await call('read_content', chapter)).toMatchInlineSnapshot(`
      {
        "_meta": {
          "partial": true,
          "skipped": [
            {
              "error": "At books/ai-python/content/01-Part/01-Chapter/02-folder.md there is a folder instead of a file. Remove it by hand.",
              "path": "content/01-Part/01-Chapter/02-folder.md",
            },
          ],
          "skipped_count": 1,
        },
        "result": [
          {
            "content": "one",
            "file_hash_sha256": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
            "file_size": 3,
            "last_modified": "(time)",
            "path": "content/01-Part/01-Chapter/01-intro.md",
            "source": "base",
          },
          {
            "error": "At books/ai-python/content/01-Part/01-Chapter/02-folder.md there is a folder instead of a file. Remove it by hand.",
            "path": "content/01-Part/01-Chapter/02-folder.md",
          },
        ],
      }
    `);
    const contents = async (args: object) => {
      const { result } = await call('read_content', { ...BOOK, ...args });
      return (result as { content?: string }[]).map(({ content }) => content).filter(Boolean);
    };
    expect(await contents({ path: 'content/01-Part', scope: 'part' })).toEqual(['one', 'two']);
    expect(await contents({ path: '', scope: 'book' })).toEqual(['one', 'two', 'three']);
  });

  it('says what to do when there is nothing', async () => {
    expect(await call('read_content', lesson)).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "There is no such lesson. Find the right path with glob_search, or create it with write_content.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
      }
    `);
    expect(await call('read_content', { ...BOOK, path: 'content/01-Part', scope: 'part' })).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "There is no such folder. List the books with list_books, or find files with glob_search.",
        "path": "content/01-Part",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | read_content | content/01-Part/01-Chapter/01-intro.md | __base__ | error | NOT_FOUND",
        "tester 1 | read_content | content/01-Part | __base__ | error | NOT_FOUND",
      ]
    `);
  });

  it('refuses arguments that cannot be right', async () => {
    expect(await call('read_content', { ...lesson, scope: 'galaxy', extra: 1 })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "scope",
            "message": "Invalid argument "scope": received "galaxy"; expected one of "file", "chapter", "part", "book".",
          },
          {
            "field": "extra",
            "message": "Unknown argument "extra"; read_content takes book_id, path, scope, user_id, cursor, outline, section, version.",
          },
        ],
        "message": "Invalid argument "scope": received "galaxy"; expected one of "file", "chapter", "part", "book". Unknown argument "extra"; read_content takes book_id, path, scope, user_id, cursor, outline, section, version.",
      }
    `);
    expect(await call('read_content', { ...lesson, book_id: 'AI' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "book_id",
            "message": "book_id must be 3 to 50 lower-case letters and digits, in groups joined by single hyphens, such as ai-python.",
          },
        ],
        "message": "book_id must be 3 to 50 lower-case letters and digits, in groups joined by single hyphens, such as ai-python.",
      }
    `);
    expect(await call('read_content', { ...lesson, path: '../../etc/passwd' })).toMatchInlineSnapshot(`
      {
        "code": "INVALID_PATH",
        "error": "SchemaViolationError",
        "expected_format": "content/NN-Part/NN-Chapter/NN-lesson.md or content/NN-Part/NN-Chapter/NN-lesson.summary.md",
        "isError": true,
        "message": "The path holds "..", which is not allowed. Give a plain relative path.",
        "path": "../../etc/passwd",
      }
    `);
  });
});
