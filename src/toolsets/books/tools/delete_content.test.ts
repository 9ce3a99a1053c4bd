import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();
const lesson = { ...BOOK, path: INTRO };

describe('delete_content', () => {
  it('deletes a lesson, and succeeds when there is none; each call has one row in the audit log', async () => {
    await write(INTRO, 'one');
    expect(await call('delete_content', lesson)).toMatchInlineSnapshot(`
      {
        "existed": true,
        "namespace": "base",
        "path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
        "status": "success",
      }
    `);
    expect(existsSync(pathOf(`books/ai-python/${INTRO}`))).toBe(false);
    expect(await call('delete_content', lesson)).toMatchInlineSnapshot(`
      {
        "existed": false,
        "namespace": "base",
        "path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
        "status": "success",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | write_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
        "tester 1 | delete_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
        "tester 1 | delete_content | content/01-Part/01-Chapter/01-intro.md | __base__ | success",
      ]
    `);
  });

  it('deletes only the own version of a user who is named', async () => {
    await write(INTRO, 'shared');
    await write(INTRO, 'own', { user_id: 'bob' });
    expect(await call('delete_content', { ...lesson, user_id: 'bob' })).toMatchInlineSnapshot(`
      {
        "existed": true,
        "namespace": "overlay",
        "path": "books/ai-python/users/bob/content/01-Part/01-Chapter/01-intro.md",
        "status": "success",
      }
    `);
    expect(await call('read_content', { ...lesson, user_id: 'bob' })).toMatchObject({ content: 'shared' });
  });

  it('refuses what is no lesson', async () => {
    expect(await call('delete_content', { ...BOOK, path: 'content/README.md' })).toMatchInlineSnapshot(`
      {
        "code": "SCHEMA_VIOLATION",
        "error": "SchemaViolationError",
        "expected_format": "content/NN-Part/NN-Chapter/NN-lesson.md or content/NN-Part/NN-Chapter/NN-lesson.summary.md",
        "isError": true,
        "message": "The path is not that of a lesson or a summary. Expected content/NN-Part/NN-Chapter/NN-lesson.md or content/NN-Part/NN-Chapter/NN-lesson.summary.md, NN being two digits.",
        "path": "content/README.md",
      }
    `);
    expect(await call('delete_content', { ...lesson, user_id: '../bob' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "user_id",
            "message": "user_id must be 1 to 100 letters, digits, underscores or hyphens.",
          },
        ],
        "message": "user_id must be 1 to 100 letters, digits, underscores or hyphens.",
      }
    `);
  });
});
