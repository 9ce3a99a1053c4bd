import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { NOON } from '../store/testing/problems.ts';
import { temporaryJudge } from '../testing/judge.ts';
import { atPort } from './delivery.ts';
import { RateLimit } from './rate-limit.ts';

const PROBLEM = '/api/v1/problems/quartet/1';

describe('the rate limit', () => {
  test('refuses a client that asks too often, and nobody else', async () => {
    const clock = { now: NOON };
    const judge = await temporaryJudge([], { trusted: false });
    const answer = atPort(judge.fetch, new RateLimit(3, () => clock.now));
    const ask = (client: string) => answer(new Request('http://judge.test/health'), client);
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
  const request = (headers: Record<string, string>, method = 'GET', path = PROBLEM) =>
    new Request(`http://judge.test${path}`, { headers, method });

  const port = async () => {
    const judge = await temporaryJudge();
    const handler = atPort(judge.fetch);
    return { judge, ask: (asked: Request) => handler(asked, 'a client') };
  };

  test.each([
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip; q=0.0, *', false],
    ['br', false],
    ['', false],
  ])('accept-encoding %j: packed %s', async (header, isPacked) => {
    const { ask } = await port();
    const response = await ask(request({ 'accept-encoding': header }));
    const body = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-encoding')).toBe(isPacked ? 'gzip' : null);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(response.headers.get('vary')).toContain('Accept-Encoding');
    expect(JSON.parse(String(isPacked ? gunzipSync(body) : body)).slug).toBe('lighthouse-ledger');
  });

  test('what is small is not packed', async () => {
    const { ask } = await port();
    const response = await ask(request({ 'accept-encoding': 'gzip' }, 'GET', '/health'));
    expect(response.headers.get('content-encoding')).toBeNull();
  });

  test('an entity tag saves sending what the client has, packed or not', async () => {
    const { ask } = await port();
    const tag = (await ask(request({}))).headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect((await ask(request({ 'accept-encoding': 'gzip' }))).headers.get('etag')).toBe(tag);
    for (const known of [tag, `"other", ${tag}`, tag.slice(2), '*']) {
      const response = await ask(request({ 'if-none-match': known }));
      expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([304, '', tag]);
    }
    expect((await ask(request({ 'if-none-match': '"other"' }))).status).toBe(200);
  });

  test('the tag changes with the problem', async () => {
    const { judge, ask } = await port();
    const before = (await ask(request({}))).headers.get('etag');
    const stored = judge.store.find('quartet', '1');
    if (stored) judge.store.write([{ ...stored, title: 'Another' }], 'overwrite');
    expect((await ask(request({}))).headers.get('etag')).not.toBe(before);
  });

  test.each([PROBLEM, '/nowhere'])('HEAD %s has the headers of GET and no body', async (path) => {
    const { ask } = await port();
    const [get, head] = [await ask(request({}, 'GET', path)), await ask(request({}, 'HEAD', path))];
    expect(await head.text()).toBe('');
    expect(head.status).toBe(get.status);
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  });

  test('B1 browsers of any origin may ask, with any header', async () => {
    const { ask } = await port();
    const asked = await ask(request({ 'access-control-request-headers': 'authorization, x-y' }, 'OPTIONS'));
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-headers')).toBe('authorization, x-y');
    expect(asked.headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask(request({}))).headers.get('access-control-allow-origin')).toBe('*');
  });

  test('a call inside of the program is neither hashed nor packed', async () => {
    const { judge } = await port();
    const response = await judge.fetch(request({ 'accept-encoding': 'gzip', 'if-none-match': '*' }));
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      200,
      { 'content-type': 'application/json' },
    ]);
  });
});
