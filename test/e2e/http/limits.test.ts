import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { HELLO, type Reply, ServeProcess } from '../../harness/http-server.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';

let server: ServeProcess;
let judge: JudgeServer | undefined;
afterEach(async () => {
  await server.stop();
  await judge?.close();
  judge = undefined;
});

const one = { authorization: 'Bearer one-token-0123456789' };
const two = { authorization: 'Bearer two-token-0123456789' };
const QUARTET_TOKENS = 'one one-token-0123456789 *;two two-token-0123456789 *';
const add = (headers?: Record<string, string>) => server.call('/mcp/cobol', 'add', { a: 1, b: 1 }, headers);
const codes = (replies: readonly Reply[]) => replies.map(({ status }) => status);

/** A server whose oj tools wait until the judge answers. */
async function withSlowJudge(...args: string[]): Promise<() => void> {
  judge = await JudgeServer.start();
  const waiting: (() => void)[] = [];
  judge.answers((response) => void waiting.push(() => response.writeHead(404).end()));
  server = await ServeProcess.start(['--base-url', judge.origin, ...args], { QUARTET_TOKENS });
  return () => {
    for (const answer of waiting.splice(0)) answer();
  };
}

const queued = async () => {
  const { text } = await server.send('/metrics', { headers: two });
  return Number(/^quartet_requests_queued (\d+)$/m.exec(text)?.[1]);
};

const ask = (headers: Record<string, string>) =>
  server.call('/mcp/oj', 'get_problem', { source: 'leetcode', id: '1' }, headers);

describe('each principal has its own limits', () => {
  it('a rate: 429 with Retry-After, and only for whom it concerns', async () => {
    server = await ServeProcess.start(['--rate-limit', '5'], { QUARTET_TOKENS });
    const replies = await Promise.all(Array.from({ length: 30 }, () => add(one)));
    expect(codes(replies).filter((code) => code === 200).length).toBeGreaterThanOrEqual(10);
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers['retry-after']).toBe('1');
    expect((await add(two)).status).toBe(200);
    await sleep(1200);
    expect((await add(one)).status).toBe(200);
  });

  it('requests at once: some run, some wait, the rest is refused', async () => {
    const release = await withSlowJudge('--max-concurrent', '2', '--max-queue', '3');
    const asked = Array.from({ length: 8 }, () => ask(one));
    const early = await Promise.race(asked);
    expect([early.status, early.headers['retry-after']]).toEqual([429, '1']);
    expect((await add(two)).status).toBe(200);
    const releasing = setInterval(release, 20);
    const all = codes(await Promise.all(asked)).sort((a, b) => a - b);
    clearInterval(releasing);
    expect(all).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect((await add(one)).status).toBe(200);
  });

  it('who goes away while waiting leaves its place', async () => {
    const release = await withSlowJudge('--max-concurrent', '1', '--max-queue', '1');
    const running = ask(one);
    await expect.poll(() => judge?.requests.length).toBe(1);
    const leaving = new AbortController();
    const waiting = server
      .send('/mcp/cobol', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...one },
        body: JSON.stringify(HELLO),
        signal: leaving.signal,
      })
      .catch(() => 'gone');
    await expect.poll(queued).toBe(1);
    leaving.abort();
    expect(await waiting).toBe('gone');
    await expect.poll(queued).toBe(0);
    const next = ask(one);
    const releasing = setInterval(release, 20);
    expect(codes(await Promise.all([running, next]))).toEqual([200, 200]);
    clearInterval(releasing);
  });
});

describe('a call whose answer nobody waits for', () => {
  it('ends when its client goes away', async () => {
    await withSlowJudge();
    const leaving = new AbortController();
    const asked = server
      .send('/mcp/oj', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...one },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'get_daily_challenge', arguments: {} },
        }),
        signal: leaving.signal,
      })
      .catch(() => 'gone');
    await expect.poll(() => judge?.requests.length).toBe(1);
    leaving.abort();
    expect(await asked).toBe('gone');
    await expect.poll(() => judge?.abandoned).toBe(1);
  });

  it('ends when its client cancels it', async () => {
    await withSlowJudge();
    const { headers } = await server.post('/mcp/oj', HELLO, one);
    const session = { ...one, 'mcp-session-id': String(headers['mcp-session-id']) };
    const call = {
      jsonrpc: '2.0',
      id: 77,
      method: 'tools/call',
      params: { name: 'get_daily_challenge', arguments: {} },
    };
    const asked = server.post('/mcp/oj', call, session);
    await expect.poll(() => judge?.requests.length).toBe(1);
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77 } };
    expect((await server.post('/mcp/oj', cancel, session)).status).toBe(202);
    expect((await asked).json.error.message).toContain('Cancelled');
    await expect.poll(() => judge?.abandoned).toBe(1);
  });
});

describe('sessions', () => {
  it('end when nobody uses them', async () => {
    server = await ServeProcess.start(['--session-idle', '1']);
    const { headers } = await server.post('/mcp/cobol', HELLO);
    const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
    const ping = () => server.post('/mcp/cobol', { jsonrpc: '2.0', id: 1, method: 'ping' }, session);
    expect((await ping()).status).toBe(200);
    await sleep(1300);
    expect((await ping()).status).toBe(404);
  });

  it('one principal’s newest takes the place of its oldest, never of another’s', async () => {
    server = await ServeProcess.start(['--max-sessions', '2'], { QUARTET_TOKENS });
    const open = async (who: Record<string, string>) => {
      const { status, headers } = await server.post('/mcp/cobol', HELLO, who);
      return { status, session: { ...who, 'mcp-session-id': String(headers['mcp-session-id']) } };
    };
    const ping = async (session: Record<string, string>) =>
      (await server.post('/mcp/cobol', { jsonrpc: '2.0', id: 1, method: 'ping' }, session)).status;
    const first = await open(one);
    const second = await open(one);
    const full = await open(two);
    expect(full.status).toBe(503);
    const third = await open(one);
    expect([await ping(first.session), await ping(second.session), await ping(third.session)]).toEqual([404, 200, 200]);
  });

  it('can be left out, so that any replica can answer', async () => {
    server = await ServeProcess.start(['--max-sessions', '0']);
    const { status, headers } = await server.post('/mcp/cobol', HELLO);
    expect([status, headers['mcp-session-id']]).toEqual([200, undefined]);
  });

  it('10,000 of them take bounded memory', async () => {
    // What can be collected is collected, instead of when V8 finds the time.
    const NODE_OPTIONS = '--max-semi-space-size=2 --max-old-space-size=64';
    server = await ServeProcess.start(['--max-sessions', '500', '--log-level', 'warn'], { NODE_OPTIONS });
    const rss = () =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    const open = async (count: number) => {
      for (let opened = 0; opened < count; opened += BATCH) expect(await openSessions(BATCH)).toBe(BATCH);
    };
    await open(1000);
    const before = rss();
    await open(10_000);
    const metrics = await server.send('/metrics');
    expect(metrics.text).toMatch(/^quartet_sessions 500$/m);
    expect(rss() - before).toBeLessThan(60);
  }, 120_000);
});

/** Fewer than may run and wait at once. */
const BATCH = 200;

/** Opens sessions by one write to one connection, which is much cheaper than a request for each; tells how many were opened. */
async function openSessions(count: number): Promise<number> {
  const { host, hostname, port } = new URL(server.url);
  const body = JSON.stringify(HELLO);
  const request = (connection: string) =>
    `POST /mcp/cobol HTTP/1.1\r\nhost: ${host}\r\nconnection: ${connection}\r\ncontent-type: application/json\r\n` +
    `accept: application/json, text/event-stream\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const socket = connect(Number(port), hostname);
  socket.write(request('keep-alive').repeat(count - 1) + request('close'));
  return (await text(socket)).match(/\r\nmcp-session-id: /gi)?.length ?? 0;
}
