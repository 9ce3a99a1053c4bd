import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BooksClient } from '../../harness/books/client.ts';
import { groundOf } from '../../harness/books/ground.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet books ü-'));
const client = new BooksClient(root);
const INTRO = 'content/01-Part/01-Chapter/01-intro.md';
const hashes: Record<string, string> = {};

const ground = groundOf(root);

beforeAll(() => client.start());
afterAll(async () => {
  expect(await client.stop()).toMatchObject({ code: 0, stderr: '' });
  rmSync(root, { recursive: true });
});

describe('the twelve tools, one after the other', () => {
  it('write_content creates', async () => {
    const written = await client.call('write_content', {
      book_id: 'ai-python',
      path: INTRO,
      content: '# Intro\n\nPython is powerful.\n',
    });
    expect(written).toMatchObject({
      status: 'success',
      mode: 'created',
      file_size: 29,
      namespace: 'base',
      path: `books/ai-python/${INTRO}`,
    });
    hashes.intro = String(written.file_hash);
    expect(ground.read(`books/ai-python/${INTRO}`).toString()).toBe('# Intro\n\nPython is powerful.\n');
  });

  it('read_content gives content, size, time, hash and source', async () => {
    expect(await client.call('read_content', { book_id: 'ai-python', path: INTRO })).toEqual({
      content: '# Intro\n\nPython is powerful.\n',
      file_size: 29,
      last_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      file_hash_sha256: hashes.intro,
      source: 'base',
    });
  });

  it('write_content refuses to overwrite, and updates with the right hash', async () => {
    const blind = await client.fail('write_content', { book_id: 'ai-python', path: INTRO, content: 'x' });
    expect(blind).toMatchObject({ error: 'HashRequiredError', code: 'HASH_REQUIRED', current_hash: hashes.intro });
    const updated = await client.call('write_content', {
      book_id: 'ai-python',
      path: INTRO,
      content: '# Intro 2\n',
      expected_hash: hashes.intro,
    });
    expect(updated).toMatchObject({ mode: 'updated' });
    const late = await client.fail('write_content', {
      book_id: 'ai-python',
      path: INTRO,
      content: 'y',
      expected_hash: hashes.intro,
    });
    expect(late).toMatchObject({ error: 'ConflictError', code: 'CONFLICT', current_hash: updated.file_hash });
  });

  it('FR-016, FR-017: an overlay is its owner’s alone', async () => {
    const mine = { book_id: 'ai-python', path: INTRO, user_id: 'bob' };
    expect(await client.call('write_content', { ...mine, content: 'my notes' })).toMatchObject({
      mode: 'created',
      namespace: 'overlay',
    });
    expect(await client.call('read_content', mine)).toMatchObject({ content: 'my notes', source: 'overlay' });
    expect(await client.call('read_content', { ...mine, user_id: 'eve' })).toMatchObject({
      content: '# Intro 2\n',
      source: 'base',
    });
  });

  it('read_content in bulk mixes base and overlay by file', async () => {
    await client.call('write_content', {
      book_id: 'ai-python',
      path: 'content/01-Part/01-Chapter/02-next.md',
      content: 'next',
    });
    const items = await client.list('read_content', {
      book_id: 'ai-python',
      path: 'content/01-Part',
      scope: 'part',
      user_id: 'bob',
    });
    expect(items.map(({ path, source }) => [path, source])).toEqual([
      [INTRO, 'overlay'],
      ['content/01-Part/01-Chapter/02-next.md', 'base'],
    ]);
  });

  it('assets are uploaded, described and listed', async () => {
    const pixel = Buffer.from('not really a picture');
    const upload = {
      book_id: 'ai-python',
      asset_type: 'img',
      filename: '01-intro/diagram ü.png',
      binary_data: pixel.toString('base64'),
    };
    expect(await client.call('upload_asset', upload)).toMatchObject({
      status: 'success',
      method: 'direct',
      file_size: 20,
      mime_type: 'image/png',
    });
    const { filename, book_id, asset_type } = upload;
    const asset = await client.call('get_asset', { book_id, asset_type, filename, include_binary: true });
    expect(asset).toMatchObject({ binary_data: upload.binary_data, filename, uploaded_by_agent_id: 'test 1' });
    expect(await ground.fetch(asset.cdn_url)).toEqual(pixel);
    expect(await client.list('list_assets', { book_id })).toHaveLength(1);
    expect(await client.list('list_assets', { book_id, asset_type: 'audio' })).toEqual([]);
  });

  it('W-01: glob and grep find shared files and never an overlay', async () => {
    expect(await client.list('glob_search', { book_id: 'ai-python', pattern: '**' })).toEqual([
      `books/ai-python/${INTRO}`,
      'books/ai-python/content/01-Part/01-Chapter/02-next.md',
      'books/ai-python/static/img/01-intro/diagram ü.png',
    ]);
    expect(await client.list('grep_search', { book_id: 'ai-python', pattern: 'notes' })).toEqual([]);
    expect(await client.list('grep_search', { book_id: 'ai-python', pattern: '^# \\w+' })).toEqual([
      { file_path: `books/ai-python/${INTRO}`, line_number: 1, matched_line: '# Intro 2' },
    ]);
  });

  it('list_books, validate_book and delta_build', async () => {
    expect(await client.list('list_books', {})).toEqual([{ book_id: 'ai-python', storage_backend: ground.kind }]);
    expect(await client.call('validate_book', { book_id: 'ai-python' })).toMatchObject({
      valid: true,
      errors: [],
      summary: { total_files: 3, content_files: 2, error_count: 0 },
    });
    const delta = await client.call('delta_build', {
      book_id: 'ai-python',
      since: '2020-01-01T00:00:00Z',
      user_id: 'bob',
      include_content: true,
    });
    expect(delta).toMatchObject({ changed_count: 4, status: 'changed', base_changes: 3, overlay_changes: 1 });
    const next = await client.call('delta_build', { book_id: 'ai-python', since: delta.next_since, user_id: 'bob' });
    expect(next).toMatchObject({ changed_count: 0, status: 'unchanged', manifest_hash: delta.manifest_hash });
  });

  it('get_book_archive packs shared files, and an unchanged book once', async () => {
    const archive = await client.call('get_book_archive', { book_id: 'ai-python' });
    expect(archive).toMatchObject({ status: 'success', file_count: 3, total_size_bytes: 34 });
    const bytes = await ground.fetch(archive.archive_url);
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
    expect(bytes.includes('users/')).toBe(false);
    const again = await client.call('get_book_archive', { book_id: 'ai-python' });
    expect(again).toMatchObject({ file_count: 3, total_size_bytes: 34 });
    const unsigned = (url: unknown) => String(url).replace(/\?.*/, '');
    expect(unsigned(again.archive_url)).toBe(unsigned(archive.archive_url));
  });

  it('delete_content deletes once and shows in the delta', async () => {
    const since = (await client.call('delta_build', { book_id: 'ai-python', since: '2020-01-01T00:00:00Z' }))
      .next_since;
    const gone = { book_id: 'ai-python', path: INTRO };
    expect(await client.call('delete_content', gone)).toEqual({
      status: 'success',
      path: `books/ai-python/${INTRO}`,
      existed: true,
      namespace: 'base',
    });
    expect(await client.call('delete_content', gone)).toMatchObject({ existed: false });
    expect(await client.fail('read_content', gone)).toMatchObject({ error: 'ContentNotFoundError', code: 'NOT_FOUND' });
    expect(await client.call('read_content', { ...gone, user_id: 'bob' })).toMatchObject({ source: 'overlay' });
    expect(await client.call('delta_build', { book_id: 'ai-python', since })).toMatchObject({
      changed_count: 0,
      status: 'changed',
      deleted_files: [{ path: INTRO, namespace: 'base' }],
    });
  });
});
