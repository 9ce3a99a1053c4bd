import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();
const lesson = { ...BOOK, path: INTRO };

describe('write_content', () => {
  it('creates a lesson, byte for byte, with one row in the audit log', async () => {
    expect(await call('write_content', { ...lesson, content: '# Größe\r\n' })).toMatchInlineSnapshot(`
      {
        "file_hash": "f61b2a6ff41052068493da5d7a4a02d030bf65aa290440862cab0b063bb5cad3",
        "file_size": 11,
        "mode": "created",
        "namespace": "base",
        "path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
        "status": "success",
      }
    `);
    expect(readFileSync(pathOf(`books/ai-python/${INTRO}`), 'utf8')).toBe('# Größe\r\n');
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
      ]
    `);
  });

  it('updates with the hash of what is there', async () => {
    const expected_hash = await write(INTRO, 'one');
    expect(await call('write_content', { ...lesson, content: 'two', expected_hash })).toMatchInlineSnapshot(`
      {
        "file_hash": "3fc4ccfe745870e2c0d99f71f30ff0656c8dedd41cc1d7d3d376b0dbe685e2f3",
        "file_size": 3,
        "mode": "updated",
        "namespace": "base",
        "path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
        "status": "success",
      }
    `);
  });

  it('writes the own version of a user beside the shared one', async () => {
    await write(INTRO, 'shared');
    expect(await call('write_content', { ...lesson, content: 'own', user_id: 'bob' })).toMatchInlineSnapshot(`
      {
        "file_hash": "5b3975651c3cab92d044c096dc30a1c2d9525497457472de48c51ecb363d1f4a",
        "file_size": 3,
        "mode": "created",
        "namespace": "overlay",
        "path": "books/ai-python/users/bob/content/01-Part/01-Chapter/01-intro.md",
        "status": "success",
      }
    `);
    expect(readFileSync(pathOf(`books/ai-python/${INTRO}`), 'utf8')).toBe('shared');
  });

  it('overwrites nothing blindly', async () => {
    const expected_hash = await write(INTRO, 'one');
    expect(await call('write_content', { ...lesson, content: 'two' })).toMatchInlineSnapshot(`
      {
        "code": "HASH_REQUIRED",
        "current_hash": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
        "error": "HashRequiredError",
        "isError": true,
        "message": "The file exists. Read it, then send its file_hash_sha256 as expected_hash.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
      }
    `);
    await write(INTRO, 'three', { expected_hash });
    expect(await call('write_content', { ...lesson, content: 'four', expected_hash })).toMatchInlineSnapshot(`
      {
        "code": "CONFLICT",
        "current_hash": "8b5b9db0c13db24256c829aa364aa90c6d2eba318b9232a4ab9313b954d3555f",
        "error": "ConflictError",
        "expected_hash": "7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed",
        "isError": true,
        "message": "The file has changed since it was read. Read it again, merge, and retry with its new hash.",
        "path": "content/01-Part/01-Chapter/01-intro.md",
      }
    `);
    const missing = { ...BOOK, path: 'content/01-Part/01-Chapter/02-none.md', content: 'x', expected_hash };
    expect(await call('write_content', missing)).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "There is no such file to update. To create it, leave expected_hash out.",
        "path": "content/01-Part/01-Chapter/02-none.md",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | conflict | HASH_REQUIRED",
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | conflict | CONFLICT",
        "tester 1 | write_content | content/01-Part/01-Chapter/02-none.md | __base__ | error | NOT_FOUND",
      ]
    `);
  });

  it('refuses what cannot be stored', async () => {
    const refusal = async (args: object) => await call('write_content', { ...lesson, content: 'x', ...args });
    expect(await refusal({ path: 'lessons/x.md' })).toMatchInlineSnapshot(`
      {
        "code": "SCHEMA_VIOLATION",
        "error": "SchemaViolationError",
        "expected_format": "content/NN-Part/NN-Chapter/NN-lesson.md or content/NN-Part/NN-Chapter/NN-lesson.summary.md",
        "isError": true,
        "message": "The path is not that of a lesson or a summary. Expected content/NN-Part/NN-Chapter/NN-lesson.md or content/NN-Part/NN-Chapter/NN-lesson.summary.md, NN being two digits.",
        "path": "lessons/x.md",
      }
    `);
    expect(await refusal({ content: '\ud800' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "content",
            "message": "The content holds half a surrogate pair, which is no character. Remove it.",
          },
        ],
        "message": "The content holds half a surrogate pair, which is no character. Remove it.",
      }
    `);
    expect(await refusal({ content: 'x'.repeat(10_000_001) })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "content",
            "message": "The content has 10000001 bytes; at most 10000000 are stored. Split the lesson.",
          },
        ],
        "message": "The content has 10000001 bytes; at most 10000000 are stored. Split the lesson.",
      }
    `);
    expect(await refusal({ content: '', expected_hash: 'abc' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "content",
            "message": "Invalid argument "content": received ""; expected string to have >=1 characters.",
          },
          {
            "field": "expected_hash",
            "message": "Invalid argument "expected_hash": received "abc"; expected 64 lower-case hexadecimal digits, the file_hash_sha256 of read_content.",
          },
        ],
        "message": "Invalid argument "content": received ""; expected string to have >=1 characters. Invalid argument "expected_hash": received "abc"; expected 64 lower-case hexadecimal digits, the file_hash_sha256 of read_content.",
      }
    `);
  });
});
