import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runQuartet } from '../../harness/run-quartet.ts';
import { INITIALIZE, QUARTET, ServerProcess } from '../../harness/server-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const environment = () => ({
  OJ_BASE_URL: '',
  QUARTET_LOG: 'info',
  QUARTET_JUDGE_DB: join(folder, `${files++}.db`),
  XDG_DATA_HOME: folder,
});

const CALLS: [string, object, RegExp][] = [
  ['find_similar_problems', { query: 'tight string around nails in a board' }, /Query: tight string.*quartet \| 161/s],
  ['find_similar_problems', { source: 'quartet', id: '20', limit: 3 }, /Query: Parcel of Pieces/],
  ['get_daily_challenge', {}, /Source: quartet/],
  ['get_problem', { source: 'quartet', id: '1' }, /# Lighthouse Ledger/],
  ['resolve_problem', { query: 'lighthouse-ledger' }, /# Lighthouse Ledger/],
  ['get_platform_status', {}, /\| quartet \| \d+ \| 0 \| 0 \|/],
];

describe.each([[['all']], [['oj', '--embedded']]])('quartet %j without a network', (args) => {
  it('answers all tools of the judge, the first search by meaning included, and tells of the model', async () => {
    const server = new ServerProcess(args, environment());
    server.write(INITIALIZE);
    for (const [id, [name, params]] of CALLS.entries()) {
      server.write({ jsonrpc: '2.0', id: `call${id}`, method: 'tools/call', params: { name, arguments: params } });
      await server.answers(id + 2);
    }
    const { answers, stderr, code } = await server.end();
    for (const [id, [, , expected]] of CALLS.entries()) {
      const { result } = answers.find((answer) => answer.id === `call${id}`) ?? expect.fail(`no answer to ${id}`);
      expect(result.isError ?? false).toBe(false);
      expect(result.content[0].text).toMatch(expected);
    }
    expect(stderr).toContain('the model that searches by meaning was loaded');
    expect(code).toBe(0);
  });
});

it('quartet oj refuses two judges at once', async () => {
  const { code, stderr } = await runQuartet(['oj', '--embedded', '--base-url', 'http://127.0.0.1:9'], environment());
  expect([code, stderr]).toEqual([1, expect.stringContaining('give either --base-url or --embedded, not both')]);
});

it('quartet oj without a judge says how to name one', async () => {
  const { code, stderr } = await runQuartet(['oj'], environment());
  expect([code, stderr]).toEqual([2, expect.stringContaining('--base-url <url> (or OJ_BASE_URL), or --embedded')]);
});

it('works where the optional packages are not installed', () => {
  const home = join(folder, 'bare');
  const project = dirname(dirname(QUARTET));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(project, part), join(home, part), { recursive: true });
  mkdirSync(join(home, 'node_modules', '@photostructure'), { recursive: true });
  const sqlite = join('node_modules', '@photostructure', 'sqlite');
  symlinkSync(join(project, sqlite), join(home, sqlite), 'junction');
  const words = ['call', 'find_similar_problems', 'query=shortest path with negative cycles', 'limit=1'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(home, 'bin', 'quartet.js'), ...words], {
    env: { ...process.env, ...environment() },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toMatch(/Query: shortest path with negative cycles\n.*\| 1 \| quartet \| 104 /s);
});
