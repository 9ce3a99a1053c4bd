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

/** Each would make a file in a shell; none needs a program for it. */
function commands(name: string): string[] {
  const make = `: > ${join(canaries, name)}`;
  return [
    `$(${make})`,
    `\`${make}\``,
    `; ${make};`,
    `| ${make}`,
    `&& ${make}`,
    `\n${make}\n`,
    `'; ${make}; '`,
    `"; ${make}; "`,
  ];
}

interface Listed {
  readonly name: string;
  readonly inputSchema: { readonly properties: Record<string, { type?: unknown }>; readonly required?: string[] };
}

/** Starts a server and calls each of its tools with each text in each of its arguments, and in all of them. */
async function everywhere(args: readonly string[], texts: readonly string[], env: Record<string, string> = {}) {
  const server = new ServerProcess([...args, '--extras', '--log-level', 'off'], env);
  const [, list] = await server.write(INITIALIZE, { jsonrpc: '2.0', id: 'list', method: 'tools/list' }).answers(2);
  const tools = list?.result.tools as Listed[];
  let asked = 2;
  for (const { name, inputSchema } of tools) {
    const fields = Object.keys(inputSchema.properties).filter((field) =>
      takesText(inputSchema.properties[field]?.type),
    );
    for (const text of texts) {
      const all = Object.fromEntries(fields.map((field) => [field, text]));
      const plain = Object.fromEntries((inputSchema.required ?? []).map((field) => [field, 'sample']));
      for (const given of [all, ...fields.map((field) => ({ ...plain, [field]: text }))]) {
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
  for (const scope of dashes) expect((await server.told('search', { query: 'x', scope })).isError).toBe(true);
});

/** mcp-remote opened the address that a server gave for signing in with a command of the system, and a shell carried out what was in it. */
it('CVE-2025-6514: what another server answers starts no program', async () => {
  const traps = new StandInSpotlight();
  for (const name of ['open', 'xdg-open', 'sh', 'bash', 'cmd', 'powershell', 'curl', 'git', 'node', 'npx'])
    traps.program(name, `fs.writeFileSync(${JSON.stringify(join(canaries, `trap-${name}`))}, '');`);
  const trapped = new OjServer(['--base-url', judge.origin], { RUST_LOG: 'off', PATH: process.env.PATH ?? '' });
  onTestFinished(() => {
    trapped.process.child.kill();
    traps.close();
  });
  const shown = ['slug', 'title', 'title_cn', 'category', 'difficulty', 'source', 'id'];
  for (const text of commands('answer')) {
    const link = `https://judge.example/?a=${text}`;
    const content = `<a href="${link.replaceAll('"', '&quot;')}">${text}</a>`;
    const problem = { ...TWO_SUM, ...Object.fromEntries(shown.map((key) => [key, text])), tags: [text], link, content };
    judge.answers(json(problem));
    const { text: told } = await trapped.told('get_problem', { source: 'leetcode', id: '1' });
    expect(told).toContain(canaries);
    judge.answers(json({ source: text, id: text, problem }));
    await trapped.told('resolve_problem', { query: 'two-sum' });
    judge.answers(send(302, '', { location: encodeURI(link) }));
    await trapped.call('get_problem', { source: 'leetcode', id: '1' });
  }
  expect(readdirSync(canaries)).toEqual([]);
});

/** godot-mcp put arguments of its tools into one command line for a shell; many servers had the same fault. */
it('CVE-2026-25546: no argument of any tool, and no name of a file, gets into a shell', async () => {
  const { scope } = spotlight;
  const texts = commands('argument');
  for (const text of texts.filter((text) => !text.includes('/'))) spotlight.file(text, 'needle');
  spotlight.names([spotlight.file('$(id).txt', 'sample'), spotlight.file('`id`; id', 'sample')]);
  judge.answers(json({}, 404));
  const root = temporaryFolder();
  const answers = [
    ...(await everywhere(['cobol'], texts)),
    ...(await everywhere(['books', '--root', root], texts)),
    ...(await everywhere(['oj', '--base-url', judge.origin], texts)),
    ...(await everywhere(['spotlight', '--allow', scope, '--engine', 'mdfind'], texts, { PATH })),
  ];
  expect(answers.every(({ result, error }) => result !== undefined || error !== undefined)).toBe(true);
  expect(answers.length).toBeGreaterThan(500);
  expect(existsSync(join(canaries, 'argument'))).toBe(false);
});
