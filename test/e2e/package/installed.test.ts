import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { JSON_HEADERS, ServeProcess } from '../../harness/http-server.ts';
import { InstalledPackage } from '../../harness/installed-package.ts';
import { call, INITIALIZE } from '../../harness/server-process.ts';

const installed = new InstalledPackage();
afterAll(() => installed.remove());

describe('the tarball', () => {
  it('has all that the manifest promises, and neither sources nor tests', () => {
    const names = installed.files.map(({ path }) => path);
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, object | string>;
    };
    const promised = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? entry : Object.values(entry),
    );
    expect(names).toEqual(expect.arrayContaining(promised.map((file: string) => file.slice('./'.length))));
    expect(names).toEqual(expect.arrayContaining(['README.md', 'LICENSE', 'THIRD-PARTY-NOTICES.txt', 'dist/main.js']));
    expect(names.filter((name) => /\.test\.|\.map$|^(src|test|scripts|bench)\/|node_modules/.test(name))).toEqual([]);
  });

  it('brings along what has binaries or weights, and nothing that is bundled', () => {
    expect(installed.installed).toContain('@photostructure');
    for (const bundled of ['zod', 'hono', 'commander', 'typescript', 'esbuild'])
      expect(installed.installed).not.toContain(bundled);
  });
});

it.skipIf(process.env.QUARTET_TEST_LENGTH === 'short')('nothing stands in the way of publishing it', () => {
  const args = ['scripts/release-check.js', '--tarball', installed.tarball];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const names = [
    'changelog',
    'tag',
    'server.json',
    'generated pages',
    'notices',
    'workflows',
    'size',
    'publint',
    'types',
  ];
  expect(stdout).toBe(names.map((name) => `ok      ${name}\n`).join(''));
});

const SERVERS = [
  ['oj', ['oj', '--embedded'], call(3, 'get_problem', { source: 'quartet', id: '1' })],
  ['cobol', ['cobol'], call(3, 'add', { a: 0.1, b: 0.2 })],
  ['books', ['books'], call(3, 'list_books', {})],
  ['spotlight', ['spotlight', '--allow', '.'], call(3, 'search', { query: 'Quartet', scope: installed.folder })],
  ['all', ['all'], call(3, 'validate_date', { date: '20240229' })],
] as const;

it.each(SERVERS)('the server %s introduces itself, lists its tools and answers a call', (_, args, asked) => {
  const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
  const answers = installed.converse([installed.program, ...args], [INITIALIZE, list, asked]);
  const of = (id: string | number) => answers.find((answer) => answer.id === id)?.result;
  expect(of('init').serverInfo.version).toBe(JSON.parse(readFileSync('package.json', 'utf8')).version);
  expect(of(2).tools.length).toBeGreaterThan(2);
  expect(of(3).isError ?? false, JSON.stringify(of(3))).toBe(false);
});

it('serve answers over HTTP and shows its console', async () => {
  const before = ServeProcess.program;
  ServeProcess.program = installed.program;
  onTestFinished(() => {
    ServeProcess.program = before;
  });
  const server = await ServeProcess.start([], { HOME: installed.home });
  onTestFinished(async () => void (await server.stop()));
  const page = await fetch(server.url.replace(/\/mcp$/, '/'));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>Quartet')]);
  const { json } = await server.post('/mcp', call(1, 'add', { a: 1, b: 2 }));
  expect(json.result.structuredContent).toMatchObject({ sum: '3' });
});

/** Commands for people, and what they say. */
const COMMANDS = [
  [['--version'], /^\d+\.\d+\.\d+\n$/],
  [['call', 'add', 'a=0.1', 'b=0.2'], /0\.3/],
  [['tools', 'cobol'], /validate_date/],
  [['books', 'demo'], /demo|tour|quartet/i],
  [['find', 'quartet-mcp', '--in', '.'], /package\.json/],
  [['install', 'cursor', '--print'], /quartet-mcp.bin.quartet\.js/],
  [['install', 'cursor', '--yes'], /Checked: quartet answers, with 24 tools\./],
  [['doctor'], /nothing broken/],
] as const;

it.each(COMMANDS)('quartet %j works', (words, said) => {
  const { status, stdout, stderr } = installed.quartet(...words);
  expect({ status, stdout, stderr }).toMatchObject({ status: 0, stdout: expect.stringMatching(said) });
});

describe('the examples', () => {
  cpSync('examples', join(installed.folder, 'examples'), { recursive: true });
  const EXAMPLES = [
    ['money.mjs', [], '-766.055\n[  $766.06CR]\n(766,06 €)\n'],
    ['html-to-markdown.mjs', [], '## Two sums\n\nGiven `n < 10^5`, find **two**.\n\n- a\n- b\n'],
    ['filesearch.mjs', ['examples', 'nobody’s words are lost'.replace('’', "'")], /library\.mjs … .*\n1 found\n$/s],
    ['library.mjs', ['own-library'], /^CONFLICT\n.*line: 3,\n\s+text: 'Second words\.'/s],
  ] as const;

  it.each(EXAMPLES)('%s says what it should', (name, args, said) => {
    const { status, stdout, stderr } = installed.node([join('examples', name), ...args]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    if (typeof said === 'string') expect(stdout).toBe(said);
    else expect(stdout).toMatch(said);
  });

  it('kernel.mjs is a server with a tool of its own, which checks arguments and refuses in words', () => {
    const asked = [
      INITIALIZE,
      ...[{ word: 'ha', times: 3 }, { times: 3 }, { word: 'x', times: 101 }].map((args, at) =>
        call(at, 'repeat', args),
      ),
    ];
    const answers = installed.converse([join('examples', 'kernel.mjs')], asked);
    const texts = [0, 1, 2].map((id) => answers.find((answer) => answer.id === id)?.result.content[0].text);
    expect(texts).toEqual(['ha ha ha', expect.stringContaining('"word"'), 'At most 100 times. Ask for fewer.']);
  });

  it('kernel.mjs serves the same over HTTP, to whoever has the token', async () => {
    const server = spawn(process.execPath, [join('examples', 'kernel.mjs'), '--http'], { cwd: installed.folder });
    const ended = new Promise((resolve) => server.once('close', resolve));
    const [address] = await once(server.stdout.setEncoding('utf8'), 'data');
    const post = (authorization: string) =>
      fetch(address.trim(), {
        method: 'POST',
        headers: { ...JSON_HEADERS, authorization },
        body: JSON.stringify(call(1, 'repeat', { word: 'ho' })),
      });
    expect((await post('Bearer wrong')).status).toBe(401);
    const answer = await (await post('Bearer secret-of-at-least-32-characters')).json();
    const said = { content: [{ type: 'text', text: 'ho ho' }], structuredContent: { result: 'ho ho' } };
    expect(answer).toEqual({ jsonrpc: '2.0', id: 1, result: said });
    server.kill();
    await ended;
  });

  it('are all tried here', () => {
    expect([...EXAMPLES.map(([name]) => name), 'kernel.mjs'].sort()).toEqual(readdirSync('examples').sort());
  });

  it('have the right types, for somebody who has no other package', () => {
    const options = { module: 'nodenext', target: 'es2022', strict: true, checkJs: true, allowJs: true, noEmit: true };
    const config = {
      compilerOptions: { ...options, skipLibCheck: false, types: [] },
      include: ['examples', 'node.d.ts'],
    };
    writeFileSync(join(installed.folder, 'tsconfig.json'), JSON.stringify(config));
    writeFileSync(join(installed.folder, 'examples', 'wrong.mts'), MISTAKES);
    // All that the examples use of Node itself, since its types are a package.
    writeFileSync(join(installed.folder, 'node.d.ts'), NODE);
    const compiler = resolve('node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', installed.folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  });
});

/** Each of these must be found wrong: types that accept everything would help nobody. */
const MISTAKES = `
import { parseDecimal, storeRounded } from 'quartet-mcp/money';
import { htmlToMarkdown } from 'quartet-mcp/html-to-markdown';
import { openFileSearch } from 'quartet-mcp/filesearch';
import { openLibrary } from 'quartet-mcp/library';
import { defineTool } from 'quartet-mcp/kernel';
// @ts-expect-error -- a text is wanted
parseDecimal(0.1);
// @ts-expect-error -- a decimal is wanted, which a failed parse is not
storeRounded({} as never, parseDecimal('1'), 'NEAREST-EVEN');
// @ts-expect-error -- a text is wanted
htmlToMarkdown(undefined);
// @ts-expect-error -- the folders are missing
void openFileSearch({});
// @ts-expect-error -- the author is missing
void openLibrary({ root: '.' });
const input = { type: 'object', properties: { n: { type: 'integer' }, of: { enum: ['a', 'b'] } }, required: ['of'] } as const;
defineTool({ name: 't', description: 'd', input, run: ({ n, of }) => {
  // @ts-expect-error -- it may be left out
  n.toFixed();
  // @ts-expect-error -- it is one of two
  return of === 'c' ? of : 'x';
} });
`;
const NODE = `declare const process: { argv: string[]; once(signal: string, listener: () => unknown): typeof process };
declare module 'node:path' { export function resolve(...parts: string[]): string }
`;
