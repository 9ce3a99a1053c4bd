import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit } = libraryTools();
const NEXT = 'content/01-Part/01-Chapter/02-next.md';

describe('grep_search', () => {
  it('finds lines of shared lessons, never of an own version', async () => {
    await write(INTRO, '# Intro\n\nPython is fun.\n');
    await write(NEXT, '# Next\n');
    await write(INTRO, '# Own\n', { user_id: 'bob' });
    await write(INTRO, '# Other\n', { book_id: 'another' });
    expect(await call('grep_search', { ...BOOK, pattern: '^# \\w+' })).toMatchInlineSnapshot(`
      {
        "result": [
          {
            "file_path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
            "line_number": 1,
            "matched_line": "# Intro",
          },
          {
            "file_path": "books/ai-python/content/01-Part/01-Chapter/02-next.md",
            "line_number": 1,
            "matched_line": "# Next",
          },
        ],
      }
    `);
    expect(await call('grep_search', { ...BOOK, pattern: '(?i)python' })).toMatchObject({
      result: [{ line_number: 3 }],
    });
    const everywhere = await call('grep_search', { ...BOOK, pattern: 'Other', all_books: true });
    expect(everywhere).toMatchObject({ result: [{ file_path: `books/another/${INTRO}` }] });
  });

  it('says when there is more than it tells', async () => {
    await write(INTRO, 'x\nx\nx\n');
    expect(await call('grep_search', { ...BOOK, pattern: 'x', max_results: 2 })).toMatchInlineSnapshot(`
      {
        "_meta": {
          "limit": 2,
          "truncated": true,
        },
        "hint": "More lines match than max_results (2).",
        "result": [
          {
            "file_path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
            "line_number": 1,
            "matched_line": "x",
          },
          {
            "file_path": "books/ai-python/content/01-Part/01-Chapter/01-intro.md",
            "line_number": 2,
            "matched_line": "x",
          },
        ],
      }
    `);
  });

  it('refuses patterns that it does not understand', async () => {
    expect(await call('grep_search', { ...BOOK, pattern: '(' })).toMatchInlineSnapshot(`
      {
        "code": "INVALID_REGEX",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "pattern",
            "message": "The pattern cannot be used: error parsing regexp: missing closing ): \`(\`. The dialect is RE2: no look-around, no back-references; (?i) in front ignores case.",
          },
        ],
        "message": "The pattern cannot be used: error parsing regexp: missing closing ): \`(\`. The dialect is RE2: no look-around, no back-references; (?i) in front ignores case.",
      }
    `);
    expect(await call('grep_search', { ...BOOK, pattern: 'a(?=b)' })).toMatchInlineSnapshot(`
      {
        "code": "INVALID_REGEX",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "pattern",
            "message": "The pattern cannot be used: error parsing regexp: invalid or unsupported Perl syntax: \`(?=\`. The dialect is RE2: no look-around, no back-references; (?i) in front ignores case.",
          },
        ],
        "message": "The pattern cannot be used: error parsing regexp: invalid or unsupported Perl syntax: \`(?=\`. The dialect is RE2: no look-around, no back-references; (?i) in front ignores case.",
      }
    `);
    expect(await call('grep_search', { ...BOOK, pattern: 'x', max_results: 0 })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "max_results",
            "message": "Invalid argument "max_results": received 0; expected number to be >=1.",
          },
        ],
        "message": "Invalid argument "max_results": received 0; expected number to be >=1.",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | grep_search | __base__ | error | INVALID_REGEX",
        "tester 1 | grep_search | __base__ | error | INVALID_REGEX",
      ]
    `);
  });
});
