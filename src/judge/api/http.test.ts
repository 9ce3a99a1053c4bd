import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryJudge } from '../judge.testing.ts';
import { NOON } from '../store/problems.testing.ts';
import { setTokenAuth } from './auth.ts';

const PROBLEM = '/api/v1/problems/quartet/1';

describe('B1 errors are RFC 7807 everywhere', () => {
  test.each([
    ['GET', '/nowhere', 404, 'there is nothing at /nowhere'],
    ['GET', '/api/v1/problems/', 404, 'there is nothing at /api/v1/problems/'],
    ['POST', PROBLEM, 405, 'POST is not possible here; use GET'],
    ['DELETE', '/nowhere', 405, 'DELETE is not possible here; use GET'],
    [
      'GET',
      '/api/v1/problems/quartet/%ff',
      400,
      'the path holds a percent sign that begins no UTF-8 text; write it as %25',
    ],
  ])('%s %s', async (method, path, status, detail) => {
    const judge = await temporaryJudge();
    const response = await judge.fetch(new Request(`http://judge.test${path}`, { method }));
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ type: 'about:blank', status, detail });
  });

  test('a failure inside is a 500 without its text, and is reported', async () => {
    const failures: unknown[] = [];
    const judge = await temporaryJudge([], { onFailure: (failure) => failures.push(failure) });
    await judge.close();
    const { status, body } = await judge.get('/status');
    expect([status, body.title]).toEqual([500, 'Internal Server Error']);
    expect(JSON.stringify(body)).not.toContain('database');
    expect(failures).toHaveLength(1);
  });

  test('an error repeats only the beginning of a long value', async () => {
    const judge = await temporaryJudge();
    const { body } = await judge.get(`/api/v1/problems/quartet?sort_by=${'x'.repeat(5000)}`);
    expect(JSON.stringify(body).length).toBeLessThan(600);
  });
});

describe('B1 tokens', () => {
  const closed = () => temporaryJudge([], { trusted: false });

  test('are needed for all but health', async () => {
    const { get } = await closed();
    const { status, headers, body } = await get(PROBLEM);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(body).toEqual({
      type: 'about:blank',
      title: 'Unauthorized',
      status: 401,
      detail: 'missing or invalid token',
    });
    expect((await get('/status')).status).toBe(401);
    expect((await get('/health')).status).toBe(200);
  });

  test('open the door until they are revoked', async () => {
    const { get, store } = await closed();
    const token = store.tokens.create('test');
    const ask = (authorization: string) => get(PROBLEM, { authorization }).then(({ status }) => status);
    expect(await ask(`Bearer ${token}`)).toBe(200);
    expect(await ask(`Bearer   ${token} `)).toBe(200);
    for (const wrong of [token, `bearer ${token}`, 'Bearer ', `Bearer ${token.slice(0, 63)}`, `Basic ${token}`])
      expect(await ask(wrong), wrong).toBe(401);
    store.tokens.revoke(token.slice(0, 8));
    expect(await ask(`Bearer ${token}`)).toBe(401);
  });

  test('can be switched off and on while the judge runs', async () => {
    const { get, store } = await closed();
    setTokenAuth(store, false);
    expect((await get(PROBLEM)).status).toBe(200);
    setTokenAuth(store, true);
    expect((await get(PROBLEM)).status).toBe(401);
  });
});

describe('the rate limit', () => {
  test('refuses a client that asks too often, and nobody else', async () => {
    const clock = { now: NOON };
    const judge = await temporaryJudge([], { trusted: false, requestsPerMinute: 3, now: () => clock.now });
    const ask = (client: string) => judge.fetch(new Request('http://judge.test/health'), client);
    for (let i = 0; i < 3; i++) expect((await ask('a')).status).toBe(200);
    const refused = await ask('a');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
    expect(await refused.json()).toMatchObject({ title: 'Too Many Requests', status: 429 });
    expect((await ask('b')).status).toBe(200);
    clock.now = new Date(NOON.getTime() + 20_000);
    expect((await ask('a')).status).toBe(200);
    expect((await ask('a')).status).toBe(429);
  });
});

describe('delivery', () => {
  const request = (headers: Record<string, string>, method = 'GET') =>
    new Request(`http://judge.test${PROBLEM}`, { headers, method });

  test.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['br', false],
    ['', false],
  ])('accept-encoding %j: packed %s', async (header, isPacked) => {
    const judge = await temporaryJudge();
    const response = await judge.fetch(request({ 'accept-encoding': header }));
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-encoding')).toBe(isPacked ? 'gzip' : null);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(JSON.parse(String(isPacked ? gunzipSync(body) : body)).slug).toBe('lighthouse-ledger');
  });

  test('what is small is not packed', async () => {
    const judge = await temporaryJudge();
    expect((await judge.get('/health', { 'accept-encoding': 'gzip' })).headers.get('content-encoding')).toBeNull();
  });

  test('an entity tag saves sending what the client has, packed or not', async () => {
    const judge = await temporaryJudge();
    const tag = (await judge.fetch(request({}))).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect((await judge.fetch(request({ 'accept-encoding': 'gzip' }))).headers.get('etag')).toBe(tag);
    for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const response = await judge.fetch(request({ 'if-none-match': known }));
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await judge.fetch(request({ 'if-none-match': '"other"' }))).status).toBe(200);
  });

  test('the tag changes with the problem', async () => {
    const judge = await temporaryJudge();
    const before = (await judge.get(PROBLEM)).headers.get('etag');
    const stored = judge.store.find('quartet', '1');
    if (stored) judge.store.write([{ ...stored, title: 'Another' }], 'overwrite');
    expect((await judge.get(PROBLEM)).headers.get('etag')).not.toBe(before);
  });

  test('HEAD has the headers of GET and no body', async () => {
    const judge = await temporaryJudge();
    const [get, head] = [await judge.fetch(request({})), await judge.fetch(request({}, 'HEAD'))];
    expect(await head.text()).toBe('');
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  });

  test('B1 browsers of any origin may ask, with any header', async () => {
    const judge = await temporaryJudge([], { trusted: false });
    const asked = await judge.fetch(request({ 'access-control-request-headers': 'authorization, x-y' }, 'OPTIONS'));
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization, x-y');
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect((await judge.fetch(request({}))).headers.get('access-control-allow-origin')).toBe('*');
  });
});
