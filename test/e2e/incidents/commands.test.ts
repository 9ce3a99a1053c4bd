// Arguments and commands. The comment above a test says what the incident was; docs/security.md is made from both.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { StandInSpotlight } from '../../../src/engines/filesearch/mdfind/testing/spotlight.ts';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { TWO_SUM } from '../../../src/toolsets/oj/testing/samples.ts';
import { json, send } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';
import { OjServer } from '../../harness/oj/oj-server.ts';
import { call, INITIALIZE, ServerProcess } from '../../harness/server-process.ts';
import { spotlightServer } from '../../harness/spotlight-server.ts';

const spotlight = new StandInSpotlight();
const PATH = process.env.PATH ?? '';
const canaries = temporaryFolder();
const judge = await JudgeServer.start();
afterAll(async () => {
  spotlight.close();
  await judge.close();
});

const CANARY = join(canaries, 'made');
/** In a shell that a server starts, this makes a file. It needs no program, and can be the name of a file too. */
const MAKE = ': > $CANARY';
const COMMANDS = [
  `$(${MAKE})`,
  `\`${MAKE}\``,
  `; ${MAKE};`,
  `| ${MAKE}`,
  `&& ${MAKE}`,
  `\n${MAKE}\n`,
  `'; ${MAKE}; '`,
  `"; ${MAKE}; "`,
];

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: Record<string, { type?: unknown }>; readonly required?: string[] };
}

/** Calls each tool of a server with each command in each of its arguments, the others being good, and in all of them. */
async function everywhere(args: readonly string[], good: Record<string, string>, env: Record<string, string> = {}) {
  const server = new ServerProcess([...args, '--extras', '--log-level', 'off'], { CANARY, ...env });
  const [, list] = await server.write(INITIALIZE, { jsonrpc: '2.0', id: 'list', method: 'tools/list' }).answers(2);
  let asked = 2;
  for (const { name, inputSchema } of (list?.result.tools ?? []) as Listed[]) {
    const { properties, required = [] } = inputSchema;
    const fields = Object.keys(properties).filter((field) => takesText(properties[field]?.type));
    const usual = fields.filter((field) => required.includes(field) || field === 'scope');
    const plain = Object.fromEntries(usual.map((field) => [field, good[field] ?? 'sample']));
    for (const command of COMMANDS) {
      const all = Object.fromEntries(fields.map((field) => [field, command]));
      for (const given of [all, ...fields.map((field) => ({ ...plain, [field]: command }))]) {
        server.write(call(asked, name, given));
        await server.answers(++asked);
      }
    }
  }
  const { code, answers } = await server.end();
  expect(code).toBe(0);
  return answers;
}

function takesText(type: unknown): boolean {
  return [type].flat().includes('string');
}

/** Values that began with a dash reached git as options of the reference Git server's commands. */
it('CVE-2025-68144: a value that begins with a dash is data, also for the programs that are asked', async () => {
  const { scope } = spotlight;
  spotlight.program('getfattr', '');
  const dashes = ['-0', '-onlyin', '--output=x', '--', '-e'];
  for (const name of dashes) spotlight.file(name, 'needle');
  const server = spotlightServer(['--allow', scope, '--engine', 'mdfind'], { PATH });
  for (const query of dashes) {
    await server.told('search', { query, scope });
    const [first, second, where, question = '', ...more] = spotlight.called('mdfind') ?? [];
    expect([first, second, where, more]).toEqual(['-0', '-onlyin', scope, []]);
    expect(question.startsWith('-')).toBe(false);
    const { structure } = await server.told('get_metadata', { path: join(scope, query) });
    expect(structure).toMatchObject({ kMDItemFSName: query });
    const asked = spotlight.called('getfattr');
    if (process.platform === 'linux') expect([asked?.at(-2), asked?.at(-1)?.[0]]).toEqual(['--', '/']);
  }
  for (const scope of dashes) {
    const { isError, text } = await server.told('search', { query: 'x', scope });
    expect([scope, isError, text]).toEqual([scope, true, expect.stringContaining('scope must be an absolute path')]);
  }
});

/** mcp-remote opened the address that a server gave for signing in with a command of the system, and a shell carried out what was in it. */
it('CVE-2025-6514: what another server answers starts no program', async () => {
  const traps = new StandInSpotlight();
  for (const name of ['open', 'xdg-open', 'sh', 'bash', 'cmd', 'powershell', 'curl', 'git', 'node', 'npx'])
    traps.program(name, `fs.writeFileSync(${JSON.stringify(join(canaries, `trap-${name}`))}, '');`);
  const trapped = new OjServer(['--base-url', judge.origin], { RUST_LOG: 'off', CANARY, PATH: process.env.PATH ?? '' });
  onTestFinished(() => {
    trapped.process.child.kill();
    traps.close();
  });
  const shown = ['slug', 'title', 'title_cn', 'category', 'difficulty', 'source', 'id'];
  for (const text of COMMANDS) {
    const link = `https://judge.example/?a=${text}`;
    const content = `<a href="${link.replaceAll('"', '&quot;')}">${text}</a>`;
    const problem = { ...TWO_SUM, ...Object.fromEntries(shown.map((key) => [key, text])), tags: [text], link, content };
    judge.answers(json(problem));
    const { text: told } = await trapped.told('get_problem', { source: 'leetcode', id: '1' });
    expect(told).toContain('CANARY');
    judge.answers(json({ source: text, id: text, problem }));
    await trapped.told('resolve_problem', { query: 'two-sum' });
    // As an address must be written, as it must not, and without a character that an address cannot hold.
    for (const location of [
      encodeURI(link),
      link.replaceAll('\n', ' '),
      'https://judge.example/?$(touch$IFS$CANARY)',
    ]) {
      judge.answers(send(302, '', { location }));
      await trapped.call('get_problem', { source: 'leetcode', id: '1' });
    }
  }
  expect(readdirSync(canaries)).toEqual([]);
});

/** godot-mcp put arguments of its tools into one command line for a shell; many servers had the same fault. */
it('CVE-2026-25546: no argument of any tool, and no name of a file, gets into a shell', async () => {
  const { scope } = spotlight;
  const names = [...COMMANDS, ...COMMANDS.map((command) => `${command}.pdf`)];
  spotlight.names(names.map((name) => spotlight.file(name, 'sample')));
  const found = spotlightServer(['--allow', scope, '--engine', 'mdfind', '--extras'], { PATH, CANARY });
  for (const name of names) {
    const { structure } = await found.told('get_metadata', { path: join(scope, name) });
    expect(structure).toMatchObject({ kMDItemFSName: name });
    await found.told('preview_file', { path: join(scope, name) });
  }
  // The folder to search is named to the programs as it is.
  for (const command of COMMANDS) {
    const folder = join(spotlight.file(`in ${command}/x.txt`, 'sample'), '..');
    expect((await found.told('search', { query: 'sample', scope: folder })).isError).toBe(false);
    expect([spotlight.called('mdutil'), spotlight.called('mdfind')?.[2]]).toEqual([['-s', folder], folder]);
  }
  judge.answers(json({}, 404));
  const lesson = 'content/01-Part/01-Chapter/01-intro.md';
  const root = temporaryFolder({ [`books/sample/${lesson}`]: '# Sample' });
  const answers = [
    ...(await everywhere(['cobol'], { amount: '1', a: '1', b: '1', date: '20240229' })),
    ...(await everywhere(['books', '--root', root], {
      path: lesson,
      from: lesson,
      to: lesson,
      asset_type: 'img',
      filename: 'x.png',
    })),
    ...(await everywhere(['oj', '--base-url', judge.origin], { source: 'leetcode' })),
    ...(await everywhere(
      ['spotlight', '--allow', scope, '--engine', 'mdfind'],
      { scope, path: scope, kind: 'document' },
      { PATH },
    )),
  ];
  expect(existsSync(CANARY)).toBe(false);
  expect(answers.filter(({ result, error }) => result === undefined && error === undefined)).toEqual([]);
  expect(answers.filter(({ result }) => result?.isError === undefined).length).toBeGreaterThan(40);
});
