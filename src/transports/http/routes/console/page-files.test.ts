import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { answeringServer, ask } from '../../testing/answering-server.ts';
import { PageFiles } from './page-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-page-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PAGE = '<!doctype html><title>Page</title>';
writeFileSync(join(folder, 'index.html'), PAGE);
writeFileSync(join(folder, 'main.js'), 'a'.repeat(10_000));
writeFileSync(join(folder, 'chunk-ABCD1234.js'), '1');
writeFileSync(join(folder, 'main.css'), 'a{}');
writeFileSync(join(folder, 'icon.svg'), '<svg/>');
writeFileSync(join(folder, 'book.json'), '{}');
writeFileSync(join(folder, 'secret.pem'), 'no');

const serve = (place: string) => {
  const files = new PageFiles(pathToFileURL(`${place}/`));
  return answeringServer((context) => files.answer(context, decodeURIComponent(context.incoming.url?.slice(1) ?? '')));
};
const url = await serve(folder);

describe('the files', () => {
  it.each([
    ['', 'text/html; charset=utf-8'],
    ['index.html', 'text/html; charset=utf-8'],
    ['main.js', 'text/javascript; charset=utf-8'],
    ['main.css', 'text/css; charset=utf-8'],
    ['icon.svg', 'image/svg+xml'],
    ['book.json', 'application/json'],
  ])('"%s" is %s', async (name, type) => {
    const { status, headers } = await ask(`${url}/${name}`);
    expect([status, headers['content-type'], headers['x-content-type-options']]).toEqual([200, type, 'nosniff']);
  });

  it.each(['nothing.js', 'secret.pem', '..%2Fpackage.json', '%2Fetc%2Fpasswd', 'constructor', '__proto__'])(
    'there is no "%s"',
    async (name) => expect((await ask(`${url}/${name}`)).status).toBe(404),
  );

  it.each(['POST', 'PUT', 'DELETE'])('are not for %s', async (method) => {
    const { status, headers } = await ask(`${url}/`, { method });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('HEAD gives the headers of GET, and nothing else', async () => {
    const [got, head] = await Promise.all([ask(`${url}/main.js`), ask(`${url}/main.js`, { method: 'HEAD' })]);
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, '10000']);
    const same = ['content-type', 'etag', 'cache-control', 'content-security-policy', 'vary'];
    for (const name of same) expect(head.headers[name]).toBe(got.headers[name]);
  });

  it('let nothing run, and load nothing, that did not come from here', async () => {
    const { headers } = await ask(`${url}/`);
    const policy = headers['content-security-policy'];
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    for (const rule of ["frame-ancestors 'none'", "base-uri 'none'", "require-trusted-types-for 'script'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/unsafe|\*|http/);
    expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' });
  });
});

describe('what a browser keeps', () => {
  it('is asked for again, unless its name says that it never changes', async () => {
    expect((await ask(`${url}/main.js`)).headers['cache-control']).toBe('no-cache');
    expect((await ask(`${url}/`)).headers['cache-control']).toBe('no-cache');
    expect((await ask(`${url}/chunk-ABCD1234.js`)).headers['cache-control']).toContain('immutable');
  });

  it('is not sent twice', async () => {
    const { headers } = await ask(`${url}/main.js`);
    const etag = headers.etag ?? '';
    for (const known of [etag, `"other", ${etag}`, '*']) {
      const again = await ask(`${url}/main.js`, { headers: { 'if-none-match': known } });
      expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etag]);
    }
    expect((await ask(`${url}/main.js`, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    expect((await ask(`${url}/main.css`, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });
});

describe('packed', () => {
  it.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['deflate, gzip ;q=1', true],
    ['gzip;q=0', false],
    ['gzip;q=0.000, br', false],
    ['br', false],
    ['x-gzip', false],
    ['', false],
  ])('for a browser that takes "%s": %s', async (encodings, is) => {
    const { headers, body } = await ask(`${url}/main.js`, { headers: { 'accept-encoding': encodings } });
    expect([headers['content-encoding'] === 'gzip', headers.vary]).toEqual([is, 'Accept-Encoding, Origin']);
    expect(Number(headers['content-length'])).toBe(body.length);
    expect((is ? gunzipSync(body) : body).toString()).toBe('a'.repeat(10_000));
  });
});

it('a folder that was not there yet is looked for again', async () => {
  const later = join(folder, 'later');
  const files = new PageFiles(pathToFileURL(`${later}/`));
  const place = await answeringServer(async (context) => {
    try {
      return await files.answer(context, '');
    } catch {
      return context.refuse(500, 'internal', '');
    }
  });
  expect((await ask(place)).status).toBe(500);
  mkdirSync(later);
  writeFileSync(join(later, 'index.html'), PAGE);
  expect((await ask(place)).body.toString()).toBe(PAGE);
});
