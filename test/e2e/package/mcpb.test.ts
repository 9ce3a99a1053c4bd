import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { call, INITIALIZE } from '../../harness/server-process.ts';

interface Config {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

/** What clients use of the format's own package. */
interface Mcpb {
  getMcpConfigForManifest(options: object): Promise<Config>;
}

const scratch = mkdtempSync(join(tmpdir(), 'quartet-bundle-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
// The manifest is checked and the bundle made by the format's own program.
execFileSync(process.execPath, ['scripts/mcpb.js', '--only', 'all', scratch], { stdio: 'pipe' });

describe('the bundle of all servers', async () => {
  const package_ = resolve('packaging', 'tools', 'node_modules', '@anthropic-ai', 'mcpb');
  const { getMcpConfigForManifest } = (await import(pathToFileURL(join(package_, 'dist', 'node.js')).href)) as Mcpb;
  const folder = join(scratch, 'unpacked');
  execFileSync(process.execPath, [
    join(package_, 'dist', 'cli', 'cli.js'),
    'unpack',
    join(scratch, 'quartet.mcpb'),
    folder,
  ]);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

  /** Starts it as a client does that knows these settings, and gives the results of calls. */
  async function results(userConfig: Record<string, unknown>, ...asked: object[]) {
    const places = { extensionPath: folder, systemDirs: { HOME: scratch }, pathSeparator: '/' };
    const { command, args, env } = await getMcpConfigForManifest({ manifest, userConfig, ...places });
    expect(command).toBe('node');
    const input = [INITIALIZE, ...asked].map((message) => `${JSON.stringify(message)}\n`).join('');
    const home = { HOME: scratch, USERPROFILE: scratch, XDG_DATA_HOME: join(scratch, 'data'), PATH: process.env.PATH };
    const { stdout, stderr } = spawnSync(process.execPath, args, { env: { ...home, ...env }, input, encoding: 'utf8' });
    const answers = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    if (answers.length <= asked.length) throw new Error(stderr);
    return asked.map((_, at) => answers.find(({ id }) => id === at + 1).result);
  }

  it('starts with every setting left open, and offers the tools that it lists', async () => {
    const [listed, sum, books] = await results(
      {},
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      call(2, 'add', { a: '0.1', b: '0.2' }),
      call(3, 'list_books', {}),
    );
    expect(listed.tools.map(({ name }: { name: string }) => name)).toEqual(
      manifest.tools.map(({ name }: { name: string }) => name),
    );
    expect(sum.structuredContent.sum).toBe('0.3');
    expect(books.isError ?? false).toBe(false);
  });

  it('searches the folders that were chosen, and no others', async () => {
    const folders = ['first one', 'second'].map((name) => join(scratch, name));
    for (const place of folders) {
      mkdirSync(place);
      writeFileSync(join(place, 'note.txt'), 'the violin is in the attic');
    }
    const library = join(scratch, 'library');
    const search = (id: number, scope: string) => call(id, 'search', { query: 'violin', scope });
    const [first, second, outside] = await results(
      { folders, library },
      ...[...folders, scratch].map((scope, at) => search(at + 1, scope)),
    );
    expect([first.isError, second.isError, outside.isError]).toEqual([undefined, undefined, true]);
    expect(first.content[0].text).toContain('note.txt');
    expect(readFileSync(join(library, '.quartet', 'journal.db')).length).toBeGreaterThan(0);
  });
});

it('asks for tokens as secrets and for folders as folders', async () => {
  const source = pathToFileURL(resolve('packaging', 'mcpb', 'manifests.js')).href;
  const { BUNDLES, manifestOf } = (await import(source)) as {
    BUNDLES: Record<string, object>;
    manifestOf(
      id: string,
      tools: object[],
      manifest: object,
    ): { user_config: Record<string, { type: string; sensitive?: boolean }> };
  };
  const own = JSON.parse(readFileSync('package.json', 'utf8'));
  const asked = Object.keys(BUNDLES).map((id) => [id, manifestOf(id, [], own).user_config] as const);
  const kinds = asked.map(([id, settings]) => [
    id,
    Object.entries(settings).map(([name, { type, sensitive }]) => `${name} ${sensitive ? 'secret' : type}`),
  ]);
  expect(Object.fromEntries(kinds)).toEqual({
    oj: ['judge_url string', 'judge_token secret'],
    cobol: [],
    books: ['library directory'],
    spotlight: ['folders directory'],
    all: ['judge_url string', 'judge_token secret', 'library directory', 'folders directory'],
  });
});
