import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtProgram, runQuartet } from '../../../../test/harness/built-program.ts';
import type { EngineSettings } from '../../../engines/filesearch/choose-engine.ts';
import { Bench } from '../../../engines/filesearch/testing/engine.ts';
import { fill, modifiedAt, temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { standInForTags } from '../../../engines/filesearch/testing/tags.ts';
import { hasMiniLm } from '../../../engines/judge/embed/minilm.ts';
import type { Flags } from '../../options/settings.ts';
import { UsageError } from '../../terminal/usage.ts';
import { earlyHits } from './early-hits.ts';
import { find } from './find.ts';
import { shownFindings, warnings } from './output.ts';

const S = temporaryFolder({
  'old café.md': 'nothing',
  'sub/main.ts': 'const cafe = 1;',
  'sub/menu.txt': 'A café\nin Paris',
  'tea.txt': 'tea',
});
modifiedAt(join(S, 'old café.md'), '2020-01-01T00:00:00Z');
modifiedAt(join(S, 'sub/menu.txt'), '2021-01-01T00:00:00Z');
const at = (...names: string[]) => names.map((name) => join(S, name));

/** Runs the command in this process, on a terminal or in a pipe. */
async function run(query: string | undefined, flags: Flags = {}, isTTY = false, env: NodeJS.ProcessEnv = {}) {
  const said = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write: (text: string) => {
      said[name] += text;
    },
  });
  const io = { stdout: output('stdout'), stderr: output('stderr'), env, cwd: () => S, engines };
  return { code: await find(query, flags, {}, io), ...said };
}
const bench = new Bench();
afterAll(() => bench.end(), 60_000);
const engines = (_name: string, { budgetMs, everything, watch, accelerate }: EngineSettings) =>
  bench.engine({ workers: 1, budgetMs, all: everything, watch, accelerate });
const lines = (paths: string[]) => paths.map((path) => `${path}\n`).join('');

describe('quartet find', () => {
  it('prints paths in a pipe, best first, and ends with 0', async () => {
    const stdout = lines(at('old café.md', 'sub/menu.txt', 'sub/main.ts'));
    expect(await run('cafe')).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('finds nothing with 1', async () => {
    expect(await run('coffee')).toEqual({
      code: 1,
      stdout: '',
      stderr: `quartet: nothing was found below ${S}.\n`,
    });
  });

  it('ends each path with a NUL on demand', async () => {
    expect((await run('tea', { print0: true })).stdout).toBe(`${join(S, 'tea.txt')}\0`);
    expect((await run('tea', { print0: true }, true)).stdout).toBe(`${join(S, 'tea.txt')}\0`);
  });

  it('prints JSON on demand', async () => {
    const { stdout } = await run('paris', { json: true });
    expect(JSON.parse(stdout)).toMatchObject({
      results: [{ _path: join(S, 'sub/menu.txt'), _snippet: { text: 'in Paris', start: 3, end: 8 } }],
      complete: true,
      truncated: false,
      scanned: 4,
    });
  });

  it('looks where it is told', async () => {
    expect((await run('cafe', { in: 'sub' })).stdout).toBe(lines(at('sub/menu.txt', 'sub/main.ts')));
    expect((await run('cafe', { in: join(S, 'sub') })).stdout).toBe(lines(at('sub/menu.txt', 'sub/main.ts')));
  });

  it.each<[string, string | undefined, Flags, string[]]>([
    ['a kind', undefined, { kind: 'CODE' }, ['sub/main.ts']],
    ['a time', undefined, { since: '2020-12-31' }, ['tea.txt', 'sub/main.ts', 'sub/menu.txt']],
    ['an age', undefined, { since: '2w' }, ['tea.txt', 'sub/main.ts']],
    ['text and kind', 'cafe', { kind: 'document' }, ['old café.md', 'sub/menu.txt']],
    ['text and time', 'cafe', { since: '2020-12-31' }, ['sub/main.ts', 'sub/menu.txt']],
    ['kind and time', undefined, { kind: 'document', since: '2020-12-31T00:00:00Z' }, ['tea.txt', 'sub/menu.txt']],
    ['text, kind and time', 'cafe', { kind: 'document', since: '2020-12-31' }, ['sub/menu.txt']],
    ['nothing of the kind', 'tea', { kind: 'image' }, []],
    ['a time before', undefined, { until: '2020-01-01' }, ['old café.md']],
    ['a name', undefined, { name: '*.{ts,md}' }, ['sub/main.ts', 'old café.md']],
    ['a text and a name', 'cafe', { name: '*.ts' }, ['sub/main.ts']],
    ['a size', undefined, { minSize: '5', maxSize: '10' }, ['old café.md']],
    ['names', 'cafe', { namesOnly: true }, ['old café.md']],
    ['contents', 'cafe', { textOnly: true }, ['sub/main.ts', 'sub/menu.txt']],
    ['an expression', '^in +P', { regex: true }, ['sub/menu.txt']],
    ['words in the text', 'cafe kind:code', {}, ['sub/main.ts']],
    ['words alone', 'kind:document since:2w', {}, ['tea.txt']],
    ['a phrase', '"café in paris"', {}, ['sub/menu.txt']],
    ['what is not there', 'cafe -paris -const', {}, ['old café.md']],
    ['literal text', 'kind:code', { literal: true }, []],
  ])('finds by %s', async (_, query, flags, names) => {
    const { stdout, code } = await run(query, flags);
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(at(...names).sort());
    expect(code).toBe(names.length > 0 ? 0 : 1);
  });

  it('cuts the list and says so on stderr', async () => {
    const cut = 'quartet: only the first 1 are shown; --limit shows more.\n';
    expect(await run('cafe', { limit: '1' })).toEqual({ code: 0, stdout: lines(at('old café.md')), stderr: cut });
    expect(await run('cafe', { limit: '1', kind: 'document' })).toMatchObject({ stderr: cut });
    expect(await run('cafe', { limit: '2', kind: 'document' })).toMatchObject({ stderr: '' });
  });

  it.each<[string | undefined, Flags, RegExp]>([
    [undefined, {}, /say what to find/],
    ['  ', {}, /empty/],
    ['x', { kind: 'imge' }, /unknown kind 'imge'. Did you mean image\?/],
    ['x', { since: 'yesterday' }, /--since 'yesterday'/],
    ['x', { limit: '0' }, /--limit/],
    ['x', { limit: '1.5' }, /--limit/],
    ['x', { in: 'nowhere' }, /--in '.*' is not a directory/],
    ['x', { in: 'tea.txt' }, /--in '.*' is not a directory/],
    ['x', { json: true, print0: true }, /either --json or --print0/],
    ['x', { until: 'soon' }, /--until 'soon'/],
    ['x', { minSize: 'big' }, /--min-size 'big'/],
    ['x', { name: '{a,b}'.repeat(10) }, /--name .*braces/],
    ['x', { namesOnly: true, textOnly: true }, /either --names-only or --text-only/],
    ['(', { regex: true }, /no regular expression/],
    [undefined, { regex: true, kind: 'pdf' }, /--regex needs a text/],
    ['x', { regex: true, literal: true }, /either --regex or --literal/],
    ['kind:imge', {}, /unknown kind 'imge'/],
    ['size:big', {}, /size: 'big'/],
    ['in:here', {}, /in: 'here'/],
    ['kind:pdf', { kind: 'pdf' }, /--kind 'pdf' does not fit; what does: given once/],
    ['""', {}, /say what to find/],
  ])('refuses %j with %j', async (query, flags, message) => {
    await expect(run(query, flags)).rejects.toThrow(UsageError);
    await expect(run(query, flags)).rejects.toThrow(message);
  });
});

it('finds by tags', async () => {
  const folder = temporaryFolder({ 'a#red.txt': 'tea', 'b#red#blue.txt': 'tea', 'c.txt': 'tea' });
  const restore = standInForTags(temporaryFolder());
  try {
    const within = { in: folder, tag: ['red'] };
    expect((await run('tea', within)).stdout.split('\n').sort()).toEqual([
      '',
      ...['a#red.txt', 'b#red#blue.txt'].map((name) => join(folder, name)),
    ]);
    expect((await run(undefined, { in: folder, tag: ['RED', 'blue'] })).stdout).toBe(
      `${join(folder, 'b#red#blue.txt')}\n`,
    );
    expect(await run('tea', { ...within, limit: '1' })).toMatchObject({
      stderr: expect.stringContaining('only the first 1'),
    });
    process.env.PATH = '/nowhere';
    await expect(run('tea', within)).rejects.toThrow(/lacks the program getfattr/);
  } finally {
    restore();
  }
});

describe('on a terminal', () => {
  const path = join(S, 'sub/menu.txt');

  it('shows the words around the match, in colour', async () => {
    expect((await run('paris', {}, true)).stdout).toBe(`\x1b[35m${path}\x1b[0m\n    in \x1b[1;31mParis\x1b[0m\n`);
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('without colour for %j', async (env) => {
    expect((await run('paris', {}, true, env)).stdout).toBe(`${path}\n    in Paris\n`);
  });

  it('an empty NO_COLOR does not count', async () => {
    expect((await run('paris', {}, true, { NO_COLOR: '' })).stdout).toContain('\x1b[');
  });

  it('nothing that a file is called or says can take over the terminal', () => {
    const info = { rank: 1, size: 0, blocks: 0, modifiedMs: 0, createdMs: 0, uid: 0, gid: 0 };
    const hit = { ...info, path: '/a\x1b]0;x\x07\nb', snippet: { text: 'x \x9b2J\u202e y', start: 0, end: 1 } };
    const shown = shownFindings([hit], { isTTY: true, write: () => {} }, false, { NO_COLOR: '1' });
    expect(shown).toBe('/a\\u001b]0;x\\u0007\\u000ab\n    x \\u009b2J\\u202e y\n');
    expect(shownFindings([hit], { write: () => {} }, false, {})).toBe(`${hit.path}\n`);
  });
});

it('says that a list is not complete', () => {
  const findings = { hits: [], complete: false, truncated: false, scanned: 0, skipped: 1, engine: 'x' };
  expect(warnings(findings, 5)).toBe('quartet: not everything could be searched; there may be more.\n');
  expect(warnings({ ...findings, note: 'time ran out' }, 5)).toContain('(time ran out)');
});

describe('while it searches', () => {
  const hit = { rank: 1, size: 0, blocks: 0, modifiedMs: 0, createdMs: 0, uid: 0, gid: 0, path: '/a\x1bb' };
  const heard = (flags: Flags, isTTY: boolean) => {
    const said: unknown[] = [];
    const stdout = { isTTY, write: (text: string) => said.push(text) };
    const onHits = earlyHits(flags, stdout, { list: (lines) => said.push(lines) });
    onHits?.([hit]);
    onHits?.([{ ...hit, path: '/c' }, hit]);
    return said;
  };

  it('a terminal shows the best so far', () => {
    expect(heard({}, true)).toEqual([['  /a\\u001bb'], ['  /c', '  /a\\u001bb']]);
  });

  it('a stream gets each hit once, then the answer', async () => {
    expect(heard({ stream: true }, false)).toEqual([
      '{"early":{"_path":"/a\\u001bb"}}\n',
      '{"early":{"_path":"/c"}}\n',
    ]);
    const { stdout } = await run('paris', { stream: true });
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ complete: true, total: 1 });
    await expect(run('x', { stream: true, json: true })).rejects.toThrow(/--stream without --json/);
  });

  it.each<[Flags, boolean]>([
    [{}, false],
    [{ json: true }, true],
    [{ print0: true }, true],
  ])('with %j on a terminal (%s) nobody hears of them', (flags, isTTY) => {
    expect(heard(flags, isTTY)).toEqual([]);
  });
});

describe('as a process', () => {
  it('finds, and ends with 0, 1 or 2', async () => {
    const found = await runQuartet(['find', 'cafe', '--in', S, '--kind', 'code']);
    expect(found).toEqual({ code: 0, stdout: lines(at('sub/main.ts')), stderr: '' });
    expect(await runQuartet(['find', 'coffee', '--in', S])).toEqual({
      code: 1,
      stdout: '',
      stderr: `quartet: nothing was found below ${S}.\n`,
    });
    expect(await runQuartet(['find', '--in', S])).toMatchObject({ code: 2, stdout: '' });
    expect(await runQuartet(['find', 'x', '--in', S, '--budget', 'soon'])).toMatchObject({ code: 2, stdout: '' });
    expect(await runQuartet(['find', 'x', '--in', S, '--engine', 'grep'])).toMatchObject({ code: 2, stdout: '' });
    expect(await runQuartet(['find', 'x', 'y'])).toMatchObject({ code: 2, stdout: '' });
  });

  it('--all looks into dependencies; a text may begin with a dash', async () => {
    fill(S, { 'node_modules/x/index.js': '--flag' });
    expect(await runQuartet(['find', '--in', S, '--', '--flag'])).toMatchObject({ code: 1 });
    const { stdout } = await runQuartet(['find', '--in', S, '--all', '--', '--flag']);
    expect(stdout).toBe(lines(at('node_modules/x/index.js')));
  });

  it('ends quietly when its reader goes away', async () => {
    const many = join(temporaryFolder(), 'many');
    mkdirSync(many);
    fill(many, Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`${'x'.repeat(100)}${n}.txt`, ''])));
    const program = join(builtProgram(), 'bin', 'quartet.js');
    const child = spawn(process.execPath, [program, 'find', 'xxx', '--in', many, '--limit', '3000']);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    child.stdout.destroy();
    await new Promise((resolve) => child.on('close', resolve));
    expect(stderr).toBe('');
  });
});

describe.skipIf(!hasMiniLm())('by meaning', () => {
  it('finds what says the same in other words, with the model itself', async () => {
    const folder = temporaryFolder({
      'bill.txt': 'The automobile was repaired by the mechanic last week.',
      'list.txt': 'Milk, bread and a dozen eggs',
    });
    const found = await runQuartet(['find', 'fixing the car', '--meaning', '--in', folder, '--budget', '60000']);
    expect(found).toEqual({ code: 0, stdout: `${join(folder, 'bill.txt')}\n`, stderr: '' });
  }, 90_000);

  it('needs a text', async () => {
    await expect(run(undefined, { meaning: true, kind: 'pdf' })).rejects.toThrow(/--meaning needs a text/);
    await expect(run('x', { meaning: true, regex: true })).rejects.toThrow(/--meaning needs a text/);
  });
});
