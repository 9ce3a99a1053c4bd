import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HashedEmbedder } from '../../src/engines/judge/embed/hashed.ts';
import { type Judge, openJudge } from '../../src/engines/judge/judge.ts';
import { type Served, serveJudge } from '../../src/engines/judge/serve.ts';
import { problem } from '../../src/engines/judge/store/testing/problems.ts';
import { Dispatcher } from '../../src/kernel/dispatch.ts';
import { keepingLog, origin } from '../../src/kernel/testing/toolsets.ts';
import { EmbeddedJudge } from '../../src/toolsets/oj/embedded.ts';
import { oj } from '../../src/toolsets/oj/index.ts';
import type { Judge as OjJudge } from '../../src/toolsets/oj/judge.ts';
import { RemoteJudge } from '../../src/toolsets/oj/remote.ts';

const now = () => new Date('2026-11-16T12:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'quartet-contract-'));
const file = join(folder, 'judge.db');

// Two judges on one file, as two processes would be: one on a port with tokens, one inside.
let listening: Judge;
let served: Served;
let inside: Judge;
let remote: RemoteJudge;
let embedded: EmbeddedJudge;

beforeAll(async () => {
  const embedder = async () => new HashedEmbedder();
  listening = await openJudge({ file, version: '1.2.3', now, embedder });
  listening.store.write([problem({ id: '1', slug: 'two-sum', content: '<p>Add <b>two</b></p>', ac_rate: 57 })], 'keep');
  served = await serveJudge(listening, { host: '127.0.0.1', port: 0, now });
  const token = listening.store.tokens.create('contract');
  remote = new RemoteJudge({ origin: served.origin, token, proxy: {} });
  const trusted = await openJudge({ file, version: '1.2.3', now, trusted: true, embedder });
  await trusted.index();
  inside = trusted;
  embedded = new EmbeddedJudge({ open: async () => trusted, check: async () => {} });
});

afterAll(async () => {
  await remote.close();
  await served.close();
  await listening.close();
  await embedded.close();
  rmSync(folder, { recursive: true, force: true });
});

const call = (judge: OjJudge, name: string, args: unknown) =>
  new Dispatcher([{ toolset: oj, world: { judge, now } }], { log: keepingLog().log }).call(name, args, origin());

describe('the oj tools on the judge, over HTTP and inside', () => {
  test.each([
    ['get_daily_challenge', {}, false],
    ['get_daily_challenge', { domain: 'cn', date: '2024-02-29' }, false],
    ['get_daily_challenge', { date: '2026-11-17' }, true],
    ['get_problem', { source: 'leetcode', id: '1' }, false],
    ['get_problem', { source: 'leetcode', id: 'two-sum' }, false],
    ['get_problem', { source: 'quartet', id: 'odd-sock' }, false],
    ['get_problem', { source: 'leetcode', id: '2' }, true],
    ['list_problems', {}, false],
    ['list_problems', { query: 'SOCK', difficulty: 'easy', limit: 3 }, false],
    ['list_problems', { source: 'quartet', tag: 'Arrays', limit: 7 }, false],
    ['list_problems', { source: 'nowhere' }, true],
    ['get_problem', { source: 'nowhere', id: '2' }, true],
    ['resolve_problem', { query: 'https://leetcode.com/problems/two-sum/' }, false],
    ['resolve_problem', { query: 'lighthouse-ledger' }, false],
    ['resolve_problem', { query: 'CF 1920 A' }, true],
    ['find_similar_problems', { query: 'shortest path with negative cycles' }, false],
    ['find_similar_problems', { query: '😀'.repeat(2000) }, false],
    ['find_similar_problems', { source: 'quartet', id: '20', limit: 3 }, false],
    ['find_similar_problems', { source: 'quartet', id: '9999' }, true],
    ['get_platform_status', {}, false],
  ])('%s %j', async (name, args, isError) => {
    const overHttp = await call(remote, name, args);
    expect(overHttp.isError ?? false, JSON.stringify(overHttp.content)).toBe(isError);
    expect(await call(embedded, name, args)).toEqual(overHttp);
  });

  test('what is found reads as it should', async () => {
    const { content } = await call(embedded, 'find_similar_problems', {
      query: 'shortest path with negative cycles',
      limit: 1,
    });
    expect(content).toMatchInlineSnapshot(`
      [
        {
          "text": "# Similar Problems

      Query: shortest path with negative cycles

      | # | Source | ID | Title | Difficulty | Similarity | Link |
      |---|--------|----|-------|------------|------------|------|
      | 1 | quartet | 104 | Alchemist Exchange | Medium | 65.8% | N/A |
      ",
          "type": "text",
        },
      ]
    `);
  });
});

describe('the judge on a port', () => {
  test('refuses without a token, in words that the oj client shows', async () => {
    const stranger = new RemoteJudge({ origin: served.origin, token: undefined, proxy: {} });
    const { isError, content } = await call(stranger, 'get_problem', { source: 'leetcode', id: '1' });
    expect([isError, content]).toEqual([
      true,
      [{ type: 'text', text: '[401] Unauthorized: missing or invalid token' }],
    ]);
    await stranger.close();
  });

  test('answers methods and request lines that fetch does not know', async () => {
    const { port } = new URL(served.origin);
    for (const line of ['TRACE / HTTP/1.1', 'GET http://elsewhere/ HTTP/1.1', 'OPTIONS * HTTP/1.1']) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.end(`${line}\r\nhost: x\r\nconnection: close\r\n\r\n`);
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      expect(text, line).toContain('HTTP/1.1 400');
      expect(text, line).toContain('application/problem+json');
    }
  });
});

describe('the judge inside', () => {
  test('gives up with the reason of whoever cancels', async () => {
    const reason = new Error('changed my mind');
    await expect(embedded.get('/health', AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('sees at once what the other judge writes', async () => {
    listening.store.write([problem({ source: 'spoj', id: 'SP7' })], 'keep');
    expect(inside.store.find('spoj', 'SP7')).toBeDefined();
  });
});
