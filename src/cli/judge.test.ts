import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';
import { temporaryFile } from '../judge/store/problems.testing.ts';
import { runQuartet, startQuartet } from '../quartet.testing.ts';

describe('quartet judge', () => {
  it('serves problems to those with a token, until it is told to end', async () => {
    const db = temporaryFile();
    const created = await runQuartet(['judge', 'token', 'create', 'laptop', '--db', db]);
    expect(created).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(/^[0-9a-f]{64}\n$/) });
    const token = created.stdout.trim();

    const child = startQuartet(['judge', '--port', '0', '--db', db]);
    const [line] = (await once(createInterface(child.stderr), 'line')) as [string];
    const origin = /^quartet judge: listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
    const ask = (path: string, headers = {}) => fetch(`${origin}${path}`, { headers });
    expect((await ask('/health')).status).toBe(200);
    expect((await ask('/api/v1/daily')).status).toBe(401);
    const daily = await ask('/api/v1/daily', { authorization: `Bearer ${token}` });
    expect(await daily.json()).toMatchObject({ source: 'quartet', domain: 'com' });

    await runQuartet(['judge', 'token', 'require', 'off', '--db', db]);
    expect((await ask('/api/v1/daily')).status).toBe(200);
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  it('says so when the port is taken', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const ended = await runQuartet(['judge', '--port', String(port), '--db', temporaryFile()]);
    taken.close();
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: `quartet: 127.0.0.1 port ${port} cannot be listened on (EADDRINUSE). Choose another host or port.\nSee quartet --help.\n`,
    });
  });

  it('lists and revokes tokens, and never shows one again', async () => {
    const db = temporaryFile();
    const env = { QUARTET_JUDGE_DB: db };
    const token = (await runQuartet(['judge', 'token', 'create', 'old phone'], { env })).stdout.trim();
    const hint = token.slice(0, 8);
    const listed = await runQuartet(['judge', 'token', 'list'], { env });
    expect(listed.stdout).toMatch(new RegExp(`^${hint}  active   made \\d{4}-\\d\\d-\\d\\d, never used  old phone\n$`));
    expect((await runQuartet(['judge', 'token', 'revoke', hint], { env })).code).toBe(0);
    expect((await runQuartet(['judge', 'token', 'list'], { env })).stdout).toContain(`${hint}  revoked`);
    expect(await runQuartet(['judge', 'token', 'revoke', hint], { env })).toEqual({
      code: 1,
      stdout: '',
      stderr: `quartet: no active token begins with ${hint}. See quartet judge token list.\n`,
    });
  });

  it('tells what it holds', async () => {
    const { code, stdout } = await runQuartet(['judge', 'status', '--db', temporaryFile()]);
    expect([code, stdout]).toEqual([0, 'quartet      174 problems, 0 without a statement, 174 without a vector\n']);
  });

  it.each([
    [['--port', 'http'], "--port needs a whole number up to 65535, not 'http'"],
    [['--port', '70000'], "--port needs a whole number up to 65535, not '70000'"],
    [['--rate-limit', '-1'], "--rate-limit needs a whole number up to 1000000, not '-1'"],
    [['token', 'require', 'maybe'], "say on or off, not 'maybe'"],
  ])('%j makes no sense: exit code 2', async (args, message) => {
    const ended = await runQuartet(['judge', ...args], { env: { QUARTET_JUDGE_DB: temporaryFile() } });
    expect(ended).toEqual({ code: 2, stdout: '', stderr: `quartet: ${message}\nSee quartet --help.\n` });
  });
});
