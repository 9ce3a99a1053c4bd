import { describe, expect, it } from 'vitest';
import { isLoopback, readServeOptions, SERVE_OPTIONS } from './serve-options.ts';

const read = (flags: Record<string, string | undefined> = {}, env: NodeJS.ProcessEnv = {}) =>
  readServeOptions(flags, env, (path) => `text of ${path}`);

describe('what serve is told', () => {
  it('nothing: loopback, port 8000 or the next free one, no rate limit', () => {
    const { listen, loopback, tokens, jwt, limits } = read();
    expect(listen).toMatchObject({ host: '127.0.0.1', port: 8000, morePorts: 100 });
    expect([loopback, tokens, jwt, limits.ratePerSecond]).toEqual([true, [], undefined, Number.POSITIVE_INFINITY]);
  });

  it('every flag has a twin in the environment, and the flag wins', () => {
    for (const { flag, env } of SERVE_OPTIONS) if (flag) expect(env).toMatch(/^QUARTET_[A-Z_]+$/);
    expect(read({}, { QUARTET_PORT: '9000' }).listen).toMatchObject({ port: 9000, morePorts: 0 });
    expect(read({ port: '9001' }, { QUARTET_PORT: '9000' }).listen.port).toBe(9001);
  });

  it('tokens from a file and from the environment, and then a rate limit', () => {
    const { tokens, limits } = read({ tokenFile: 'f' }, { QUARTET_TOKENS: 'x' });
    expect(tokens).toEqual([
      { text: 'text of f', source: '--token-file' },
      { text: 'x', source: 'QUARTET_TOKENS' },
    ]);
    expect(limits.ratePerSecond).toBe(100);
  });

  it('signed tokens need three things', () => {
    const all = { jwksUrl: 'https://a.example.com/jwks', issuer: 'https://a.example.com', audience: 'one, two' };
    expect(read(all).jwt).toMatchObject({ issuer: all.issuer, audience: ['one', 'two'], skewSeconds: 30 });
    for (const key of Object.keys(all)) expect(() => read({ ...all, [key]: undefined })).toThrow('give all three');
  });

  it('a host that others can reach needs tokens', () => {
    expect(() => read({ host: '0.0.0.0' })).toThrow('needs tokens');
    expect(read({ host: '0.0.0.0', tokenFile: 'f' }).loopback).toBe(false);
  });

  it('a short archive key is refused', () => {
    expect(() => read({}, { QUARTET_ARCHIVE_KEY: 'short' })).toThrow('at least 32');
  });
});

it.each([
  ['127.0.0.1', true],
  ['127.8.9.10', true],
  ['localhost', true],
  ['::1', true],
  ['0.0.0.0', false],
  ['::', false],
  ['127.0.0.1.example.com', false],
  ['10.0.0.1', false],
])('%s is loopback: %s', (host, is) => {
  expect(isLoopback(host)).toBe(is);
});
