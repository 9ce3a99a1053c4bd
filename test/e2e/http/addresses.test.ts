import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';

const QUARTET_TOKENS = 'ann ann-token-0123456789 *;bob bob-token-0123456789 *';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ann = bearer('ann-token-0123456789');
const bob = bearer('bob-token-0123456789');

/** The log lines of requests, newest last. */
const logged = ({ stderr }: ServeProcess) =>
  stderr
    .split('\n')
    .filter((line) => line.includes('"request"'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('the address of a client', () => {
  it('is in the log; what a header claims counts only from a trusted proxy', async () => {
    const forwarded = { ...ann, 'x-forwarded-for': '203.0.113.9' };
    for (const [args, wanted] of [
      [[], '127.0.0.1'],
      [['--trusted-proxy', '10.0.0.0/8'], '127.0.0.1'],
      [['--trusted-proxy', '10.0.0.0/8,127.0.0.1'], '203.0.113.9'],
    ] as const) {
      const server = await ServeProcess.start([...args], { QUARTET_TOKENS });
      await server.post('/mcp', HELLO, forwarded);
      await server.post('/mcp', HELLO);
      await expect.poll(() => logged(server)).toHaveLength(2);
      expect(logged(server).map(({ client }) => client)).toEqual([wanted, '127.0.0.1']);
      expect(server.stderr.includes('--trusted-proxy does not name')).toBe(wanted === '127.0.0.1');
      await server.stop();
    }
  });

  it('a refused token is told of with it', async () => {
    const server = await ServeProcess.start(['--log-level', 'warn'], { QUARTET_TOKENS });
    await server.post('/mcp', HELLO, bearer('wrong-token-0123456789'));
    await expect.poll(() => server.stderr).toMatch(/"client":"127\.0\.0\.1".*"token refused"/);
    expect(server.stderr).not.toContain('wrong-token');
    await server.stop();
  });

  it('a proxy is named by its address', async () => {
    const [code, why] = await ServeProcess.refused(['--trusted-proxy', 'proxy.example.com'], { QUARTET_TOKENS });
    expect([code, why]).toEqual([2, expect.stringContaining("'proxy.example.com' is no address or network")]);
  });
});

describe('wrong tokens', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await ServeProcess.start(['--trusted-proxy', '127.0.0.1', '--wrong-tokens', '20'], { QUARTET_TOKENS });
  });
  afterAll(() => server.stop());

  const from = (address: string, headers: Record<string, string>) =>
    server.post('/mcp', HELLO, { ...headers, 'x-forwarded-for': address });

  it('2,000 from one address: a few are looked at, and who guesses right too late learns nothing', async () => {
    const seen = new Map<number, number>();
    for (let round = 0; round < 40; round++) {
      const tries = Array.from({ length: 50 }, (_, n) => from('203.0.113.1', bearer(`guess-${round}-${n}-0123456789`)));
      for (const { status } of await Promise.all(tries)) seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    // One more every three seconds while it goes on.
    expect(seen.get(401)).toBeLessThan(20 + 20);
    expect(seen.get(429)).toBe(2000 - (seen.get(401) ?? 0));
    const late = await from('203.0.113.1', ann);
    expect([late.status, Number(late.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(late.headers['retry-after']).toMatch(/^[1-9]\d?$/);
  });

  it('nobody else is kept out', async () => {
    expect((await from('203.0.113.2', ann)).status).toBe(200);
    expect((await server.post('/mcp', HELLO, ann)).status).toBe(200);
  });

  it('nor a token that was good from there before', async () => {
    expect((await from('203.0.113.3', ann)).status).toBe(200);
    for (let n = 0; n < 30; n++) await from('203.0.113.3', bearer(`guess-${n}-0123456789`));
    expect((await from('203.0.113.3', ann)).status).toBe(200);
    expect((await from('203.0.113.3', bob)).status).toBe(429);
  });

  it('the metrics are no way around', async () => {
    const metrics = (n: number) =>
      server.send('/metrics', { headers: { ...bearer(`guess-${n}-0123456789`), 'x-forwarded-for': '203.0.113.4' } });
    for (let n = 0; n < 25; n++) await metrics(n);
    expect((await metrics(99)).status).toBe(429);
  });
});

describe('the Host header', () => {
  it.each([
    ['twice', 'Host: localhost\r\nHost: evil.example.com\r\n'],
    ['twice the same', 'Host: localhost\r\nhost: localhost\r\n'],
    ['not at all', ''],
  ])('given %s is refused', async (_, hosts) => {
    const server = await ServeProcess.start();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    let said = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    const ended = new Promise((resolve) => socket.on('close', resolve));
    const body = JSON.stringify(HELLO);
    socket.write(
      `POST /mcp HTTP/1.1\r\n${hosts}Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await ended;
    expect(said).toMatch(/^HTTP\/1\.1 400 /);
    await server.stop();
  });
});
