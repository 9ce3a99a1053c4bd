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

  it('FR-025 to FR-027: compares with a manifest, whose hash or lines a builder has', async () => {
    const hash = await write(INTRO, 'one');
    const { manifest_hash } = await call('delta_build', everything);
    const unchanged = { status: 'unchanged', changed_count: 0, changed_files: [], deleted_files: [], manifest_hash };
    expect(await call('delta_build', { ...BOOK, manifest: manifest_hash })).toMatchObject(unchanged);
    expect(await call('delta_build', { ...BOOK, manifest: `${INTRO}:${hash}` })).toEqual({
      ...BOOK,
      ...unchanged,
      next_since: '(time)',
    });
    const gone = 'content/01-Part/01-Chapter/02-gone.md';
    const manifest = `${gone}:${hash}\n`;
    expect(await call('delta_build', { ...everything, manifest, include_content: true })).toMatchObject({
      status: 'changed',
      changed_count: 1,
      since: '(time)',
      changed_files: [{ path: INTRO, sha256: hash, namespace: 'base', content: 'one' }],
      deleted_files: [{ path: gone, namespace: 'base' }],
    });
    expect(await call('delta_build', { ...BOOK, manifest: '0'.repeat(64) })).toMatchObject({
      changed_count: 1,
      warning: expect.stringMatching(/all files are listed/),
    });
  });

  it('gives a long difference in pages, and refuses a cursor of another manifest', async () => {
    const hash = 'a'.repeat(64);
    const lines = Array.from({ length: 300 }, (_, n) => `content/01-Part/01-Chapter/01-lesson-${n}.md:${hash}`);
    const manifest = lines.join('\n');
    const paths: string[] = [];
    for (let cursor: unknown; ; ) {
      const page = await call('delta_build', { ...BOOK, manifest, ...(cursor !== undefined && { cursor }) });
      paths.push(...(page.deleted_files as { path: string }[]).map(({ path }) => path));
      cursor = page.next_cursor;
      if (cursor === undefined) break;
      expect(page.has_more).toBe(true);
      const other = { ...BOOK, manifest: lines.slice(1).join('\n'), cursor };
      expect(await call('delta_build', other)).toMatchObject({ isError: true, issues: [{ field: 'cursor' }] });
    }
    expect(paths).toEqual(lines.map((line) => line.slice(0, -65)).sort());
  });

  it('says what is missing, and which line of a manifest is none', async () => {
    expect(await call('delta_build', BOOK)).toMatchObject({ isError: true, issues: [{ field: 'since' }] });
    const message = expect.stringMatching(/Line 1 is not path:sha256/);
    expect(await call('delta_build', { ...BOOK, manifest: 'x' })).toMatchObject({
      isError: true,
      issues: [{ field: 'manifest', message }],
    });
  });
});
