import { describe, expect, it } from 'vitest';
import { unzip } from '../../../engines/library/archive/testing/unzip.ts';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit, pathOf } = libraryTools();

describe('get_book_archive', () => {
  it('packs the shared files of a book', async () => {
    await write(INTRO, 'shared');
    await write(INTRO, 'own', { user_id: 'bob' });
    const archive = await call('get_book_archive', BOOK);
    expect({ ...archive, archive_url: '(address)' }).toMatchInlineSnapshot(`
      {
        "archive_size_bytes": 182,
        "archive_url": "(address)",
        "expires_at": "(time)",
        "file_count": 1,
        "format": "zip",
        "scope": "all",
        "status": "success",
        "total_size_bytes": 6,
        "valid_for_seconds": 3600,
      }
    `);
    const members = await unzip(pathOf(String(archive.archive_url).replace('file:///library/', '')));
    expect([...members].map(([name, { text }]) => [name, text])).toMatchInlineSnapshot(`
      [
        [
          "content/01-Part/01-Chapter/01-intro.md",
          "shared",
        ],
      ]
    `);
  });

  it('goes on where a token says, and packs what a scope says', async () => {
    await write(INTRO, 'one');
    await write('content/01-Part/01-Chapter/02-next.md', 'two');
    const resume_token = Buffer.from('content/01-Part/01-Chapter/02-next.md').toString('base64url');
    expect(await call('get_book_archive', { ...BOOK, resume_token })).toMatchObject({
      file_count: 1,
      total_size_bytes: 3,
    });
    expect(await call('get_book_archive', { ...BOOK, scope: 'assets' })).toMatchInlineSnapshot(`
      {
        "archive_size_bytes": 22,
        "archive_url": "file:///library/archives/ai-python-assets-1970-01-01-9922ec0bde887a37.zip",
        "expires_at": "(time)",
        "file_count": 0,
        "format": "zip",
        "scope": "assets",
        "status": "success",
        "total_size_bytes": 0,
        "valid_for_seconds": 3600,
      }
    `);
  });

  it('refuses tokens that it has not made, and books that are not there', async () => {
    expect(await call('get_book_archive', { ...BOOK, resume_token: 'nonsense' })).toMatchInlineSnapshot(`
      {
        "code": "VALIDATION_ERROR",
        "error": "ValidationError",
        "isError": true,
        "issues": [
          {
            "field": "resume_token",
            "message": "This is not a token of a partial result. Send it as it came, or leave it out.",
          },
        ],
        "message": "This is not a token of a partial result. Send it as it came, or leave it out.",
      }
    `);
    expect(await call('get_book_archive', BOOK)).toMatchInlineSnapshot(`
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
        "tester 1 | get_book_archive | __base__ | error | VALIDATION_ERROR",
        "tester 1 | get_book_archive | __base__ | error | NOT_FOUND",
      ]
    `);
  });
});
