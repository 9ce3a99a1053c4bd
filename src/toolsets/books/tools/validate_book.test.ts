import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();

describe('validate_book', () => {
  it('finds nothing wrong with a book that the tools have written', async () => {
    await write(INTRO, '# Intro\n');
    expect(await call('validate_book', BOOK)).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "errors": [],
        "summary": {
          "content_files": 1,
          "error_count": 0,
          "total_files": 1,
          "warning_count": 0,
        },
        "valid": true,
        "warnings": [],
      }
    `);
  });

  it('names files that are in the wrong place; with strict the first', async () => {
    await write(INTRO, '# Intro\n');
    writeFileSync(pathOf('books/ai-python/content/01-Part/01-Chapter/no-number.md'), 'x');
    mkdirSync(pathOf('books/ai-python/static/fonts'), { recursive: true });
    writeFileSync(pathOf('books/ai-python/static/fonts/a.ttf'), 'x');
    expect(await call('validate_book', BOOK)).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "errors": [
          {
            "issue": "The lesson is not named NN-name.md or NN-name.summary.md",
            "path": "content/01-Part/01-Chapter/no-number.md",
          },
          {
            "issue": "Assets belong below static/img, static/slides, static/videos or static/audio",
            "path": "static/fonts/a.ttf",
          },
        ],
        "summary": {
          "content_files": 2,
          "error_count": 2,
          "total_files": 3,
          "warning_count": 0,
        },
        "valid": false,
        "warnings": [],
      }
    `);
    const strict = await call('validate_book', { ...BOOK, strict: true, include_warnings: false });
    expect(strict).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "errors": [
          {
            "issue": "The lesson is not named NN-name.md or NN-name.summary.md",
            "path": "content/01-Part/01-Chapter/no-number.md",
          },
        ],
        "failed_at": "content/01-Part/01-Chapter/no-number.md",
        "summary": {
          "content_files": 2,
          "error_count": 1,
          "total_files": 3,
          "warning_count": 0,
        },
        "valid": false,
        "warnings": [],
      }
    `);
  });

  it('says when there is no such book', async () => {
    expect(await call('validate_book', BOOK)).toMatchInlineSnapshot(`
      {
        "code": "NOT_FOUND",
        "error": "ContentNotFoundError",
        "isError": true,
        "message": "There is no such book. List the books with list_books.",
        "path": "ai-python",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | validate_book | __base__ | error | NOT_FOUND",
      ]
    `);
  });

  it('shows as many findings as fit, errors first, and counts them all', async () => {
    const chapter = pathOf('books/ai-python/content/01-Part/01-Chapter');
    mkdirSync(chapter, { recursive: true });
    for (let number = 100; number < 400; number++) {
      writeFileSync(`${chapter}/${number}_lesson.md`, 'x');
      writeFileSync(`${chapter}/${number}.txt`, 'x');
    }
    const report = await call('validate_book', BOOK);
    expect(report).toMatchObject({ valid: false, summary: { error_count: 300, warning_count: 300 }, warnings: [] });
    const { length } = report.errors as unknown[];
    expect(length).toBeGreaterThan(50);
    expect(JSON.stringify(report).length).toBeLessThan(14_000);
    expect(report.hint).toBe(`${600 - length} more are not shown. Mend these, then validate again.`);
  });
});
