import { describe, expect, it } from 'vitest';
import type { Flags } from '../../options/settings.ts';
import { isLoopback } from './loopback.ts';
import { readServeOptions, SERVE_OPTIONS } from './options.ts';

const WORLD = {
  readFile: (path: string) => `text of ${path}`,
  ownToken: () => 'own',
  tellsAccounts: true,
  program: { command: 'node', args: ['/opt/quartet/bin/quartet.js'] },
};
const written = ({ tokens }: ReturnType<typeof read>) => tokens.map(({ source, read: text }) => [source, text()]);
const read = (flags: Flags = {}, env: NodeJS.ProcessEnv = {}) => readServeOptions(flags, env, WORLD);

describe('what serve is told', () => {
  it('nothing: loopback, port 8000 or the next free one, no rate limit', () => {
    const { listen, localOnly, tokens, jwt, limits } = read();
    expect(listen).toMatchObject({ host: '127.0.0.1', port: 8000, morePorts: 100 });
    expect([localOnly, tokens, jwt, limits.ratePerSecond]).toEqual([true, [], undefined, Number.POSITIVE_INFINITY]);
  });

  it('every flag has a twin in the environment, and the flag wins', () => {
    for (const { flag, env } of SERVE_OPTIONS) if (flag) expect(env).toMatch(/^QUARTET_[A-Z_]+$/);
    expect(read({}, { QUARTET_PORT: '9000' }).listen).toMatchObject({ port: 9000, morePorts: 0 });
    expect(read({ port: '9001' }, { QUARTET_PORT: '9000' }).listen.port).toBe(9001);
  });

  it('headers have no more time than the whole request', () => {
    expect(read({ requestTimeout: '5' }).listen).toMatchObject({ headersTimeoutMs: 5000, requestTimeoutMs: 5000 });
    expect(read({ headerTimeout: '3', requestTimeout: '5' }).listen.headersTimeoutMs).toBe(3000);
  });

  it('tokens from a file and from the environment, and then a rate limit', () => {
    const options = read({ tokenFile: 'f' }, { QUARTET_TOKENS: 'x' });
    expect(written(options)).toEqual([
      ['--token-file', 'text of f'],
      ['QUARTET_TOKENS', 'x'],
    ]);
    expect(options.limits.ratePerSecond).toBe(100);
  });

  it('signed tokens need three things', () => {
    const all = { jwksUrl: 'https://a.example.com/jwks', issuer: 'https://a.example.com', audience: 'one, two' };
    expect(read(all).jwt).toMatchObject({ issuer: all.issuer, audience: ['one', 'two'], skewSeconds: 30 });
    expect(read(all).jwt).toMatchObject({ otherAudiences: [], types: ['at+jwt', 'jwt', ''] });
    expect(read({ ...all, jwtTypes: 'AT+jwt, none' }).jwt?.types).toEqual(['at+jwt', '']);
    for (const key of Object.keys(all)) expect(() => read({ ...all, [key]: undefined })).toThrow('give all three');
  });

  it('a host that others can reach needs tokens', () => {
    expect(() => read({ host: '0.0.0.0' })).toThrow('needs tokens');
    expect(read({ host: '0.0.0.0', tokenFile: 'f' }).localOnly).toBe(false);
  });

  it.each([{ publicUrl: 'https://mcp.example.com' }, { allowedHost: 'mcp.example.com' }])(
    'so does a name by which others come: %j',
    (flags) => {
      expect(() => read(flags)).toThrow('needs tokens');
      expect(read({ ...flags, tokenFile: 'f' }).localOnly).toBe(false);
    },
  );

  it('a token of its own is made when asked for, and where the system does not tell whose a connection is', () => {
    const own = [['the token file of the data folder', 'own']];
    expect(written(read({ token: 'auto' }))).toEqual(own);
    expect(written(read({}, { QUARTET_TOKEN: 'auto' }))).toEqual(own);
    expect(read({ token: 'of-the-judge' }).tokens).toEqual([]);
    expect(() => read({}, { QUARTET_TOKEN: 'something' })).toThrow('QUARTET_TOKEN can only be auto');
    const elsewhere = { ...WORLD, tellsAccounts: false };
    expect(written(readServeOptions({}, {}, elsewhere))).toEqual(own);
    expect(written(readServeOptions({ tokenFile: 'f' }, {}, elsewhere))).toHaveLength(1);
  });

  it.each([
    [{}, true],
    [{ console: false }, false],
    [{ host: '0.0.0.0', tokenFile: 'f' }, false],
    [{ publicUrl: 'https://mcp.example.com', tokenFile: 'f' }, false],
    [{ allowedHost: 'mcp.example.com', tokenFile: 'f' }, false],
    [{ host: '0.0.0.0', tokenFile: 'f', console: true }, true],
  ])('a page for people is there where only this machine comes, or where it was asked for: %j', (flags, is) => {
    expect(read(flags).console !== undefined).toBe(is);
  });

  it('the page knows where the program is, and shows payloads only when told', () => {
    expect(read().console).toMatchObject({ payloads: false, program: WORLD.program });
    expect(read({ consolePayloads: true }).console?.payloads).toBe(true);
    expect(read({}, { QUARTET_CONSOLE: 'no' }).console).toBeUndefined();
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
