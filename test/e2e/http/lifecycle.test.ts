import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { HELLO, ServeProcess } from '../../harness/http-server.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';

describe('the end', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends an idle server with 0, also with connections and sessions open',
    async (signal) => {
      const server = await ServeProcess.start();
      await server.post('/mcp', HELLO);
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => {});
      await sleep(50);
      const started = performance.now();
      expect(await server.stop(signal)).toBe(0);
      expect(performance.now() - started).toBeLessThan(8000);
      socket.destroy();
    },
  );

  it('lets a running call end, and tells that it is stopping', async () => {
    const judge = await JudgeServer.start();
    let finish = () => {};
    judge.answers((response) => {
      finish = () => response.writeHead(404).end();
    });
    const server = await ServeProcess.start(['--base-url', judge.origin]);
    const asked = server.call('/mcp/oj', 'get_problem', { source: 'leetcode', id: '1' });
    await expect.poll(() => judge.requests.length).toBe(1);
    const ended = server.stop();
    await sleep(200);
    finish();
    const { status, json, headers } = await asked;
    expect([status, json.result.isError, headers.connection]).toEqual([200, true, 'close']);
    expect(await ended).toBe(0);
    await judge.close();
  });

  it('cuts off a call that does not end within the grace', async () => {
    const judge = await JudgeServer.start();
    judge.answers(() => {});
    const server = await ServeProcess.start(['--base-url', judge.origin, '--shutdown-grace', '1']);
    const asked = server.call('/mcp/oj', 'get_problem', { source: 'leetcode', id: '1' }).catch(() => 'cut off');
    await expect.poll(() => judge.requests.length).toBe(1);
    expect(await server.stop()).toBe(0);
    expect(await asked).toBe('cut off');
    await judge.close();
  });

  it('SIGTERM in the middle of writes loses no acknowledged one', async () => {
    const root = mkdtempSync(join(tmpdir(), 'quartet-sigterm-'));
    const server = await ServeProcess.start([], {}, root);
    const acknowledged = new Map<string, string>();
    let next = 0;
    let stopping = false;
    const writer = async () => {
      while (!stopping) {
        const n = next++;
        const path = `content/01-Part/${String(10 + (n % 80))}-Chapter/${String(10 + (Math.floor(n / 80) % 89))}-lesson.md`;
        try {
          const { json } = await server.call('/mcp/books', 'write_content', {
            book_id: 'sigterm',
            path,
            content: `# ${n}`,
          });
          const { status, file_hash } = json.result.structuredContent;
          if (status === 'success') acknowledged.set(path, file_hash);
        } catch {
          return;
        }
      }
    };
    const writers = Array.from({ length: 16 }, writer);
    await expect.poll(() => acknowledged.size, { timeout: 20_000 }).toBeGreaterThan(100);
    expect(await server.stop()).toBe(0);
    stopping = true;
    await Promise.all(writers);

    const again = await ServeProcess.start([], {}, root);
    const found = new Map<string, string>();
    const whole = { book_id: 'sigterm', path: 'x', scope: 'book' };
    for (let cursor: string | undefined | null = null; cursor !== undefined; ) {
      const { json } = await again.call('/mcp/books', 'read_content', { ...whole, cursor });
      const { result, next_cursor } = json.result.structuredContent;
      for (const { path, file_hash_sha256 } of result) found.set(path, file_hash_sha256);
      cursor = next_cursor;
    }
    const lost = [...acknowledged].filter(([path, hash]) => found.get(path) !== hash);
    expect(lost).toEqual([]);
    await again.stop();
    rmSync(root, { recursive: true });
  });
});

it('is not ready while its judge could not be opened', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quartet-ready-'));
  const file = join(folder, 'judge.db');
  writeFileSync(file, 'no database, but long enough to be looked at as one. '.repeat(20));
  const server = await ServeProcess.start([], { QUARTET_JUDGE_DB: file });
  await server.call('/mcp/oj', 'get_daily_challenge', {});
  const { status, json } = await server.send('/ready');
  expect([status, json.checks.oj]).toEqual([503, 'failing']);
  rmSync(file);
  await server.call('/mcp/oj', 'get_daily_challenge', {});
  await vi.waitFor(async () => expect((await server.send('/ready')).status).toBe(200), { timeout: 5000 });
  await server.stop();
  rmSync(folder, { recursive: true });
});

it('is not ready while its library cannot be reached', async () => {
  const root = mkdtempSync(join(tmpdir(), 'quartet-ready-'));
  const server = await ServeProcess.start([], {}, join(root, 'library'));
  expect((await server.send('/ready')).status).toBe(200);
  renameSync(join(root, 'library'), join(root, 'gone'));
  await sleep(1100);
  const { status, json } = await server.send('/ready');
  expect([status, json.checks.books]).toEqual([503, 'failing']);
  renameSync(join(root, 'gone'), join(root, 'library'));
  await sleep(1100);
  expect((await server.send('/ready')).status).toBe(200);
  await server.stop();
  rmSync(root, { recursive: true });
});

describe('npm start', () => {
  it('prints one clear line', async () => {
    const server = await ServeProcess.start();
    expect(server.stdout).toMatch(/^Quartet serves MCP at http:\/\/127\.0\.0\.1:\d+\/mcp\n$/);
    await server.stop();
  });
});
