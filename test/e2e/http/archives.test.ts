import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';

const KEY = 'a secret of at least thirty-two characters';
const root = mkdtempSync(join(tmpdir(), 'quartet-archives-'));
const lesson = {
  book_id: 'shelf',
  path: 'content/01-Part/01-Chapter/01-lesson.md',
  content: `# ${'words '.repeat(2000)}`,
};
let first: ServeProcess;
let second: ServeProcess;
let stranger: ServeProcess;

beforeAll(async () => {
  first = await ServeProcess.start([], { QUARTET_ARCHIVE_KEY: KEY }, root);
  second = await ServeProcess.start([], { QUARTET_ARCHIVE_KEY: KEY }, root);
  stranger = await ServeProcess.start([], {}, root);
  await first.call('/mcp/books', 'write_content', lesson);
});
afterAll(async () => {
  await Promise.all([first, second, stranger].map((server) => server.stop()));
  rmSync(root, { recursive: true });
});

async function archive(book_id = 'shelf') {
  const { json } = await first.call('/mcp/books', 'get_book_archive', { book_id });
  const { archive_url, expires_at, archive_size_bytes } = json.result.structuredContent;
  const url = new URL(archive_url);
  return { url, path: url.pathname + url.search, size: archive_size_bytes as number, expires: new Date(expires_at) };
}

it('the address of an asset is real too, and tells nothing about the machine', async () => {
  const bytes = Buffer.from('0123456789');
  const image = { book_id: 'shelf', asset_type: 'img', filename: 'a/b c.png', binary_data: bytes.toString('base64') };
  const { json } = await first.call('/mcp/books', 'upload_asset', image);
  const url = new URL(json.result.structuredContent.cdn_url);
  expect(url.href).not.toContain(root);
  const { status, headers, text } = await first.send(url.pathname + url.search);
  expect([status, headers['content-type'], text]).toEqual([200, 'image/png', '0123456789']);
  const part = await first.send(url.pathname + url.search, { headers: { range: 'bytes=3-5' } });
  expect([part.status, part.text]).toEqual([206, '345']);
  expect((await stranger.send(url.pathname + url.search)).status).toBe(403);
});

describe('the address of an archive', () => {
  it('is real: it gives the ZIP, with its length and a tag', async () => {
    const { url, path, size, expires } = await archive();
    expect(url.origin).toBe(first.url);
    expect(Math.abs(Number(url.searchParams.get('expires')) * 1000 - expires.getTime())).toBeLessThan(1000);
    const { status, headers, text } = await first.send(path);
    expect([status, headers['content-type'], Number(headers['content-length'])]).toEqual([
      200,
      'application/zip',
      size,
    ]);
    expect(text.startsWith('PK')).toBe(true);
    const again = await first.send(path, { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await first.send(path, { method: 'HEAD' });
    expect([head.status, Number(head.headers['content-length']), head.text]).toEqual([200, size, '']);
  });

  it('gives parts', async () => {
    const { path, size } = await archive();
    const part = await first.send(path, { headers: { range: 'bytes=0-1' } });
    expect([part.status, part.text, part.headers['content-range']]).toEqual([206, 'PK', `bytes 0-1/${size}`]);
    expect((await first.send(path, { headers: { range: 'bytes=-2' } })).headers['content-length']).toBe('2');
    expect((await first.send(path, { headers: { range: `bytes=${size}-` } })).status).toBe(416);
    expect((await first.send(path, { headers: { range: 'bytes=0-1', 'if-range': '"other"' } })).status).toBe(200);
  });

  it('breaks off where the file does, and the server goes on', async () => {
    // More than the system takes from the server before anybody reads it; in a book of its own, since packing it takes a while.
    const book_id = 'large';
    for (let at = 2; at < 9; at++) {
      const large = { book_id, path: `content/01-Part/01-Chapter/0${at}-large.md` };
      await first.call('/mcp/books', 'write_content', { ...large, content: randomBytes(2_000_000).toString('base64') });
    }
    const { path, url } = await archive(book_id);
    const broken = new Promise<string>((resolve) => {
      get(`${first.url}${path}`, (response) => {
        response.once('readable', () => {
          truncateSync(join(root, 'archives', decodeURIComponent(url.pathname.split('/').at(-1) ?? '')), 100_000);
          response.resume();
        });
        response.on('error', ({ message }) => resolve(message)).on('end', () => resolve('whole'));
      });
    });
    expect(await broken).toBe('aborted');
    expect((await first.send('/ready')).json.status).toBe('ready');
    expect(first.stderr).not.toMatch(/^[^{]/m);
  });

  it('works on a replica with the same key, and on no other', async () => {
    const { path } = await archive();
    expect((await second.send(path)).status).toBe(200);
    expect((await stranger.send(path)).status).toBe(403);
  });

  it.each([
    ['another expiry', (url: URL) => url.searchParams.set('expires', '99999999999')],
    ['no signature', (url: URL) => url.searchParams.delete('signature')],
    [
      'half a signature',
      (url: URL) => url.searchParams.set('signature', url.searchParams.get('signature')?.slice(0, 9) ?? ''),
    ],
    ['another name', (url: URL) => void (url.pathname = url.pathname.replace('shelf', 'shelg'))],
    ['a way out', (url: URL) => void (url.pathname = '/archives/books/..%2f.quartet%2fjournal.db')],
    ['another toolset', (url: URL) => void (url.pathname = url.pathname.replace('books', 'cobol'))],
  ])('with %s it is refused', async (_, change) => {
    const { url } = await archive();
    change(url);
    expect((await first.send(url.pathname + url.search)).status).toBe(403);
  });
});
