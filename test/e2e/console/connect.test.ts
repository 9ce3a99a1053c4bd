import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { shellWord } from '../../../src/console/pages/connect/text-formats.ts';
import { axeFindings } from '../../harness/browser/axe.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import { scrollsSideways } from '../../harness/browser/home-page.ts';
import { sdk2 } from '../../harness/sdk2-client.ts';
import { QUARTET } from '../../harness/server-process.ts';

const CLIENTS = [
  'Claude Desktop',
  'Claude Code',
  'Cursor',
  'VS Code',
  'Windsurf',
  'Codex',
  'Gemini CLI',
  'Zed',
  'LM Studio',
  'Another client',
];
const READER = 'reader-token-0123456789';
const TOKENS = { QUARTET_TOKENS: `reader ${READER} fs:read tools:call;boss boss-token-0123456789 *` };
const COMMON_FORM = 'The form that most clients read';
const home = mkdtempSync(join(tmpdir(), 'quartet-connect-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Presses the copy button of a text, and gives what is in the clipboard then. */
async function copied(page: Page, title: string): Promise<string> {
  await page.evaluate(`navigator.clipboard.writeText('')`);
  await page.getByRole('group', { name: title }).getByRole('button', { name: 'Copy' }).click();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).not.toBe('');
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** The words of a command as a shell hands them to its program. */
function wordsOf(command: string): string[] {
  const [program = ''] = command.split(' ');
  // A path is no name for a function.
  const script = `show() { printf '%s\\0' "$@"; }\nshow ${command.slice(program.length)}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

interface Entry {
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly command: string;
  readonly args: string[];
}
const entryOf = (text: string) => Object.values(JSON.parse(text).mcpServers)[0] as Entry;

async function toolsAt({ url, headers = {} }: Pick<Entry, 'url' | 'headers'>): Promise<string[]> {
  const client = new Client({ name: 'copied', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

async function toolsOf({ command, args }: Pick<Entry, 'command' | 'args'>): Promise<string[]> {
  const client = await sdk2({ command, args, env: { HOME: home } }, 'legacy');
  const tools = await client.tools();
  await client.close();
  return tools;
}

describe('what is copied works', () => {
  it('over HTTP: the command of Claude Code, and the form that most clients read', async () => {
    const server = await serve();
    const { page, trouble } = await open(server, '#/connect/claude-code');
    const words = wordsOf(await copied(page, 'In a terminal'));
    expect(words).toEqual(['mcp', 'add', '--scope', 'user', '--transport', 'http', 'quartet', `${server.url}/mcp`]);
    expect(await toolsAt({ url: words.at(-1) ?? '' })).toHaveLength(24);
    await page.getByRole('link', { name: 'Another client' }).click();
    expect(await toolsAt(entryOf(await copied(page, COMMON_FORM)))).toHaveLength(24);
    await page.getByLabel('What to connect').selectOption('COBOL');
    expect(await toolsAt(entryOf(await copied(page, COMMON_FORM)))).toEqual([
      'add',
      'format_currency',
      'validate_date',
    ]);
    expect(trouble).toEqual([]);
  });

  it('over stdio: for all servers, and for each', async () => {
    const server = await serve();
    const { page, trouble } = await open(server, '#/connect/other?via=stdio');
    for (const [choice, count] of [
      ['All servers', 24],
      ['Online judges', 5],
      ['COBOL', 3],
      ['Books', 12],
      ['File search', 4],
    ] as const) {
      await page.getByLabel('What to connect').selectOption(choice);
      const entry = entryOf(await copied(page, COMMON_FORM));
      expect(entry.args[0]).toBe(QUARTET);
      expect(await toolsOf(entry)).toHaveLength(count);
      const words = wordsOf(await copied(page, 'In a terminal'));
      expect(words).toEqual(entry.args);
    }
    await page.getByRole('link', { name: 'Claude Code' }).click();
    const words = wordsOf(await copied(page, 'In a terminal'));
    const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
    expect(await toolsOf({ command, args })).toHaveLength(4);
    expect(trouble).toEqual([]);
  });

  it('links that open a client carry the same', async () => {
    const server = await serve();
    const { page, trouble } = await open(server, '#/connect/cursor');
    const link = async (client: string) =>
      (await page.getByRole('link', { name: `Add to ${client}` }).getAttribute('href')) ?? '';
    const config = new URL(await link('Cursor')).searchParams.get('config') ?? '';
    expect(await toolsAt(JSON.parse(Buffer.from(config, 'base64').toString()))).toHaveLength(24);
    await page.getByRole('link', { name: 'VS Code' }).click();
    const query = (await link('VS Code')).replace('vscode:mcp/install?', '');
    expect(await toolsAt(JSON.parse(decodeURIComponent(query)))).toHaveLength(24);
    await page.getByRole('link', { name: 'LM Studio' }).click();
    const studio = new URL(await link('LM Studio')).searchParams.get('config') ?? '';
    expect(await toolsAt(JSON.parse(Buffer.from(studio, 'base64').toString()))).toHaveLength(24);
    expect(trouble).toEqual([]);
  });

  it('a shell gives back every word of a command as it was', () => {
    const unit = fc.constantFrom('a', '/', ' ', '"', "'", '$', '`', '\\', '!', '*', '\n', 'ü', '~');
    const words = fc.sample(fc.string({ unit }), { numRuns: 300, seed: 1 });
    expect(wordsOf(`said ${words.map(shellWord).join(' ')}`)).toEqual(words);
  });
});

describe('with tokens', () => {
  it('a token is put in only when asked for, marked as a secret, and taken out again', async () => {
    const server = await serve([], TOKENS);
    const { page, trouble } = await open(server, `#token=${READER}`);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Connect' }).click();
    await page.getByRole('link', { name: 'Another client' }).click();
    await page.getByText('This server wants a token.').waitFor();
    for (const client of CLIENTS) {
      await page.getByRole('navigation', { name: 'Clients' }).getByRole('link', { name: client }).click();
      await page.getByRole('heading', { level: 2, name: client }).waitFor();
      expect(await page.content()).not.toContain(READER);
    }
    const open401 = entryOf(await copied(page, COMMON_FORM));
    expect(open401.headers).toEqual({ Authorization: 'Bearer YOUR_TOKEN' });
    await page.getByText('Replace YOUR_TOKEN with your token.').waitFor();
    await expect(toolsAt(open401)).rejects.toThrow();
    await page.getByRole('button', { name: 'Put my token in' }).click();
    await page.getByText('secret: holds your token').waitFor();
    expect(await toolsAt(entryOf(await copied(page, COMMON_FORM)))).toHaveLength(24);
    await page.getByRole('button', { name: 'Take it out' }).click();
    await page.getByText('secret: holds your token').waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(READER);
    expect(trouble).toEqual([]);
  });

  it('the command of Claude Code carries it as one word', async () => {
    const server = await serve([], TOKENS);
    const { page, trouble } = await open(server, `#token=${READER}`);
    await page.getByRole('link', { name: 'Connect a client' }).first().click();
    await page.getByRole('link', { name: 'Claude Code' }).click();
    await page.getByRole('button', { name: 'Put my token in' }).click();
    const words = wordsOf(await copied(page, 'In a terminal'));
    const [, , , , , , , url = '', flag, header = ''] = words;
    expect([flag, header]).toEqual(['--header', `Authorization: Bearer ${READER}`]);
    const [name = '', value = ''] = header.split(/: /, 2);
    expect(await toolsAt({ url, headers: { [name]: value } })).toHaveLength(24);
    expect(trouble).toEqual([]);
  });

  it('says which scopes are for what, and which the token has; the place of the program is told to few', async () => {
    const server = await serve([], TOKENS);
    const { page, trouble } = await open(server, `#token=${READER}`);
    await page.getByRole('link', { name: 'Connect a client' }).first().click();
    const scopes = page.getByRole('region', { name: 'Scopes' });
    const has = async (scope: string) =>
      (await scopes.getByRole('row', { name: scope }).innerText()).includes('has it');
    expect(await Promise.all(['tools:call', 'fs:read', 'fs:write', 'files:read', 'metrics:read'].map(has))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    await page.getByRole('tab', { name: /^stdio/ }).click();
    await page.getByText(/^Replace \/ABSOLUTE\/PATH/).waitFor();
    expect(await page.content()).not.toContain(QUARTET);
    expect(trouble).toEqual([]);
  });
});

it('works without a mouse, and what was chosen is in the address', async () => {
  const server = await serve();
  const { page, trouble } = await open(server, '#/connect');
  await page.getByRole('heading', { level: 1, name: 'Connect a client' }).waitFor();
  expect(await page.getByRole('navigation', { name: 'Clients' }).getByRole('link').allInnerTexts()).toEqual(CLIENTS);
  await page.getByRole('link', { name: 'Claude Desktop' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 2, name: 'Cursor' }).waitFor();
  await page.getByLabel('What to connect').focus();
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  await page.waitForURL(/#\/connect\/cursor\?via=stdio&toolset=books$/);
  await page.getByRole('link', { name: 'Add to Cursor' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toContain('"quartet-books"');
  await page.reload();
  await page.getByRole('heading', { level: 2, name: 'Cursor' }).waitFor();
  expect(trouble).toEqual([]);
});

it.each([
  ['light', 'a phone', { width: 360, height: 740 }],
  ['dark', 'a phone', { width: 360, height: 740 }],
  ['light', 'a wide screen', { width: 1800, height: 1000 }],
  ['dark', 'a wide screen', { width: 1800, height: 1000 }],
] as const)('has no barrier and fits: %s, on %s', async (colorScheme, _, viewport) => {
  const server = await serve([], TOKENS);
  const { page, trouble } = await open(server, `#token=${READER}`, { colorScheme, viewport });
  await page.getByRole('link', { name: 'Connect a client' }).first().click();
  for (const client of ['Claude Desktop', 'Claude Code', 'VS Code', 'Codex']) {
    await page.getByRole('navigation', { name: 'Clients' }).getByRole('link', { name: client }).click();
    await page.getByRole('heading', { level: 2, name: client }).waitFor();
    expect(await scrollsSideways(page)).toBe(false);
  }
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Put my token in' }).click();
  await page.getByText('secret: holds your token').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  expect(trouble).toEqual([]);
});
