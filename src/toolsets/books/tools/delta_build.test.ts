import { describe, expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit } = libraryTools();
const everything = { ...BOOK, since: '2020-01-01T00:00:00Z' };

describe('delta_build', () => {
  it('lists what was written and deleted since a moment', async () => {
    await write(INTRO, '# Intro\n');
    await write('content/01-Part/01-Chapter/02-gone.md', 'x');
    await call('delete_content', { ...BOOK, path: 'content/01-Part/01-Chapter/02-gone.md' });
    expect(await call('delta_build', { ...everything, include_content: true })).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "changed_count": 1,
        "changed_files": [
          {
            "content": "# Intro
      ",
            "last_modified": "(time)",
            "namespace": "base",
            "path": "content/01-Part/01-Chapter/01-intro.md",
            "sha256": "2a8a06bbb4a42eee60f35e2c6eacb1c3bbe0f8748817d1547a59692784b53c33",
          },
        ],
        "deleted_files": [
          {
            "last_modified": "(time)",
            "namespace": "base",
            "path": "content/01-Part/01-Chapter/02-gone.md",
          },
        ],
        "manifest_hash": "ca00b2ba78e116e9055667bf59fd59a8fbf83df86e321d7ef1db77b23f465516",
        "next_since": "(time)",
        "since": "(time)",
        "status": "changed",
      }
    `);
  });

  it('lists the own versions of a user who is named, and of nobody else', async () => {
    await write(INTRO, 'shared');
    await write(INTRO, 'own', { user_id: 'bob' });
    const counts = { base_changes: 1, overlay_changes: 1 };
    expect(await call('delta_build', { ...everything, user_id: 'bob' })).toMatchObject({ changed_count: 2, ...counts });
    expect(await call('delta_build', everything)).toMatchObject({ changed_count: 1 });
  });

  it('knows a book without files, and refuses moments that it cannot place', async () => {
    expect(await call('delta_build', everything)).toMatchInlineSnapshot(`
      {
        "book_id": "ai-python",
        "changed_count": 0,
        "changed_files": [],
        "deleted_files": [],
        "manifest_hash": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "next_since": "(time)",
        "since": "(time)",
        "status": "unchanged",
      }
    `);
    expect(await call('delta_build', { ...BOOK, since: 'yesterday' })).toMatchInlineSnapshot(`
      {
        "code": "INVALID_TIMESTAMP",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "since",
            "message": "Expected a moment in ISO 8601 with seconds and offset, such as 2026-01-31T12:00:00Z.",
          },
        ],
        "message": "Expected a moment in ISO 8601 with seconds and offset, such as 2026-01-31T12:00:00Z.",
      }
    `);
    expect(await audit()).toMatchInlineSnapshot(`
      [
        "tester 1 | delta_build | __base__ | success",
        "tester 1 | delta_build | __base__ | error | INVALID_TIMESTAMP",
      ]
    `);
  });
});
