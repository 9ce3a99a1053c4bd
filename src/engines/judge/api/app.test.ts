import { describe, expect, test } from 'vitest';
import { temporaryJudge } from '../testing/judge.ts';
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
    judge.store.close();
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
