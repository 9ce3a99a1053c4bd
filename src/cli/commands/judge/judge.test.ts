import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runQuartet, startQuartet } from '../../../../test/harness/built-program.ts';
import { startProxy } from '../../../../test/harness/oj/proxy.ts';
import { temporaryFile } from '../../../engines/judge/store/testing/problems.ts';
import { CODEFORCES, startMirror } from '../../../engines/judge/sync/testing/platforms.ts';

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

  it('fetches problems of the day when it is told from where', async () => {
    const question = { questionFrontendId: '7', title: 'Seven', titleSlug: 'seven', difficulty: 'Easy' };
    const mirror = await startMirror({
      '/graphql': (_, body) => {
        const isDetail = body.includes('titleSlug: String');
        const more = { acRate: 50, topicTags: [], isPaidOnly: false, content: 'Count.', categoryTitle: 'Algorithms' };
        if (isDetail) return { data: { question: { ...question, ...more } } };
        return {
          data: {
            dailyCodingChallengeV2: { challenges: [{ date: '2024-02-29', question: { ...question, ...more } }] },
          },
        };
      },
    });
    onTestFinished(mirror.close);
    const env = { QUARTET_JUDGE_DB: temporaryFile(), QUARTET_JUDGE_DAILY: `${mirror.origin}/` };
    const called = await runQuartet(['call', 'get_daily_challenge', 'date=2024-02-29'], { env });
    expect(called.stdout).toContain('# Seven');
    expect(called.stdout).toContain('Count.');
    expect(mirror.requests).toEqual(['/graphql', '/graphql']);
  });

  it('refuses a source of daily problems that it does not know', async () => {
    const env = { QUARTET_JUDGE_DB: temporaryFile(), QUARTET_JUDGE_DAILY: 'topcoder' };
    const { code, stderr } = await runQuartet(['judge', 'status'], { env });
    expect([code, stderr]).toEqual([2, expect.stringContaining("QUARTET_JUDGE_DAILY is 'topcoder'")]);
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
      stderr: `quartet: 127.0.0.1 port ${port} cannot be listened on (EADDRINUSE). Choose another host or port.\nSee quartet judge --help.\n`,
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

  it('syncs from a mirror, and says what became of it', async () => {
    const mirror = await startMirror(CODEFORCES);
    onTestFinished(mirror.close);
    const env = { QUARTET_JUDGE_DB: temporaryFile() };
    const sync = ['judge', 'sync', 'codeforces', '--mirror', mirror.origin, '--gap', '0'];
    expect(await runQuartet([...sync, '--statements'], { env })).toEqual({
      code: 0,
      stdout: 'codeforces: 2 new problems, 1 statements, 1 problems without one. There are 2.\n',
      stderr: '',
    });
    const proxy = await startProxy();
    onTestFinished(() => proxy.close());
    const proxied = { ...env, http_proxy: proxy.origin, no_proxy: '' };
    expect((await runQuartet(sync, { env: proxied })).stdout).toBe('codeforces: 0 new problems. There are 2.\n');
    expect(proxy.targets).toContain(new URL(mirror.origin).host);
    const gone = await runQuartet(['judge', 'sync', 'luogu', '--mirror', mirror.origin, '--gap', '0'], { env });
    expect(gone).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('/_lfe/tags/zh-CN answered 404'),
    });
  });

  it('imports a file, and names the line that is wrong', async () => {
    const file = `${temporaryFile()}.jsonl`;
    const env = { QUARTET_JUDGE_DB: temporaryFile() };
    writeFileSync(file, '{"source":"spoj","id":"SP1","title":"Prime"}\n');
    expect(await runQuartet(['judge', 'import', file], { env })).toEqual({
      code: 0,
      stdout: '1 problems read, 1 of them new or changed.\n',
      stderr: '',
    });
    writeFileSync(file, '{"source":"spoj"}\n');
    const refused = await runQuartet(['judge', 'import', file], { env });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('line 1: id: ') });
  });

  it('makes all vectors when told to', async () => {
    const env = { QUARTET_JUDGE_DB: temporaryFile() };
    const indexed = await runQuartet(['judge', 'index'], { env });
    expect(indexed).toEqual({ code: 0, stdout: 'Every problem has its vectors.\n', stderr: '' });
    expect((await runQuartet(['judge', 'status'], { env })).stdout).toContain('0 without a vector');
  });

  it.each([
    [['--port', 'http'], "--port needs a whole number up to 65535, not 'http'"],
    [['--port', '70000'], "--port needs a whole number up to 65535, not '70000'"],
    [['--rate-limit', '-1'], "--rate-limit needs a whole number up to 1000000, not '-1'"],
    [['token', 'require', 'maybe'], "say on or off, not 'maybe'"],
    [['sync', 'codeforce'], "there is no platform 'codeforce' to sync. Did you mean codeforces?"],
    [['sync', 'luogu', '--gap', '1'], '--gap is for a --mirror; the platforms themselves set the pace'],
    [['sync', 'luogu', '--mirror', 'x'], '--mirror needs a URL'],
    [['import', '/nowhere.jsonl'], '/nowhere.jsonl cannot be read'],
  ])('%j makes no sense: exit code 2', async (args, message) => {
    const words = args.filter((word) => ['token', 'require', 'sync', 'import'].includes(word));
    const help = ['quartet', 'judge', ...words].join(' ');
    const ended = await runQuartet(['judge', ...args], { env: { QUARTET_JUDGE_DB: temporaryFile() } });
    expect(ended).toEqual({
      code: 2,
      stdout: '',
      stderr: `quartet: ${message}${message.endsWith('?') ? '' : '.'}\nSee ${help} --help.\n`,
    });
  });
});
