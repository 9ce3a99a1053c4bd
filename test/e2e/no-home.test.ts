import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boundAccount } from '../harness/other-account.ts';
import { runQuartet } from '../harness/run-quartet.ts';
import { call, INITIALIZE, QUARTET, ServerProcess } from '../harness/server-process.ts';

const account = boundAccount();
const UNSET = { XDG_DATA_HOME: '', APPDATA: '', QUARTET_JUDGE_DB: '', QUARTET_BOOKS_ROOT: '' };
const UNWRITABLE = { ...UNSET, HOME: '/nonexistent' };
const DATA = '/nonexistent/.local/share/quartet';
const LIST = { jsonrpc: '2.0', id: 'list', method: 'tools/list' };

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'quartet-no-home-'));
  if (account?.uid !== undefined) chownSync(root, account.uid, account.gid ?? account.uid);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function talk(args: readonly string[], env: Record<string, string>, ...more: object[]) {
  const server = new ServerProcess(args, env, account).write(INITIALIZE, LIST, ...more);
  // The judge needs its time before the input may end.
  await server.answers(2 + more.length);
  const { answers, stderr, code } = await server.end();
  const resultOf = (wanted: string) => answers.find(({ id }) => id === wanted)?.result;
  const { instructions } = resultOf('init') ?? {};
  const names = resultOf('list')?.tools.map(({ name }: { name: string }) => name);
  const warnings = stderr.split('\n').filter((line) => line.includes('left out'));
  return { instructions, names, warnings, answers, code };
}

describe.skipIf(account === undefined)('an account whose home cannot be written', () => {
  it('all: serves the rest, and names what is left out, its folder and the variable that moves it', async () => {
    const { instructions, names, warnings, code } = await talk(['all'], UNWRITABLE);
    expect(code).toBe(0);
    expect(names).toEqual(expect.arrayContaining(['add', 'search']));
    expect(names).toHaveLength(7);
    expect(instructions).not.toContain('write_content');
    const told = warnings.map((line) => String(JSON.parse(line).msg));
    expect(told.sort((a, b) => (a < b ? -1 : 1))).toEqual([
      expect.stringMatching(
        /^books is left out: .* name another folder than \S+ with --root \(QUARTET_BOOKS_ROOT\)\.$/,
      ),
      `oj is left out: The judge's database cannot be kept at ${DATA}/judge.db (EACCES). Name another place with QUARTET_JUDGE_DB.`,
    ]);
    expect(warnings.join()).toContain(`${DATA}/library`);
  });

  it.each([
    [['oj', '--embedded'], `${DATA}/judge.db (EACCES). Name another place with QUARTET_JUDGE_DB.`],
    [['books'], `${DATA}/library with --root (QUARTET_BOOKS_ROOT).`],
    [['all', '--toolsets', 'cobol,books'], `${DATA}/library with --root (QUARTET_BOOKS_ROOT).`],
    [['call', 'get_daily_challenge'], `${DATA}/judge.db (EACCES). Name another place with QUARTET_JUDGE_DB.`],
    [
      ['serve', '--port', '0', '--token', 'auto'],
      `${DATA}/token (EACCES). Name another data folder with XDG_DATA_HOME`,
    ],
  ])('%j: what was asked for by name fails at once, in one line', async (args, why) => {
    const { code, stdout, stderr } = await runQuartet(args, UNWRITABLE, QUARTET, account);
    const [line, ...others] = stderr.split('\n').filter((each) => each.startsWith('quartet: '));
    expect([code, stdout, others]).toEqual([1, '', []]);
    expect(line).toContain(why);
  });

  it('no home at all, not even an entry in the system: nothing is put into the current folder', async () => {
    const { warnings, names } = await talk(['all'], { ...UNSET, HOME: '' });
    expect(names).toHaveLength(7);
    expect(warnings).toHaveLength(2);
    for (const line of warnings) expect(line).toContain('This account has no home directory: say with XDG_DATA_HOME');
    expect(existsSync('.local')).toBe(false);
    if (process.getuid?.() !== 0) return;
    const stranger = { uid: 54_321, gid: 54_321 };
    const { stderr, code } = await runQuartet(['books'], { ...UNSET, HOME: undefined }, QUARTET, stranger);
    expect([code, stderr]).toEqual([1, expect.stringContaining('quartet: This account has no home directory')]);
  });

  it('serve: is ready, and says that it is degraded', async () => {
    const { child } = new ServerProcess(['serve', '--port', '0'], UNWRITABLE, account);
    try {
      const [said] = (await once(child.stdout, 'data')) as [string];
      const url = /http:\S+(?=\/mcp)/.exec(said)?.[0];
      const ready = await fetch(`${url}/ready`);
      const checks = { cobol: 'ok', spotlight: 'ok', oj: 'left out', books: 'left out' };
      expect([ready.status, await ready.json()]).toEqual([
        200,
        expect.objectContaining({ status: 'degraded', checks }),
      ]);
    } finally {
      child.kill('SIGTERM');
    }
  });

  it('with a library that was named everything is served, and the judge keeps its database there', async () => {
    const daily = call('daily', 'get_daily_challenge', {});
    const { answers, names, warnings } = await talk(['all', '--root', root], UNWRITABLE, daily);
    expect([names.length, warnings]).toEqual([24, []]);
    expect(answers.find(({ id }) => id === 'daily')?.result.isError ?? false).toBe(false);
    expect(existsSync(join(root, '.quartet', 'judge.db'))).toBe(true);
  });
});

it("a link that somebody has put into the library is not followed to the judge's database", async () => {
  const library = mkdtempSync(join(root, 'library-'));
  symlinkSync(tmpdir(), join(library, '.quartet'));
  const env = { ...UNWRITABLE, QUARTET_BOOKS_ROOT: library };
  const { code, stderr } = await runQuartet(['oj', '--embedded'], env);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${library}/.quartet/judge.db (ELOOP)`)]);
});
