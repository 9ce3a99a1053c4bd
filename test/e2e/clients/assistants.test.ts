import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONFIGURATIONS } from '../../../src/cli/commands/install/testing/configurations.ts';
import { ServeProcess } from '../../harness/http-server.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { assistant } from '../../harness/test-clients.ts';

const TOKEN = 'boss-token-0123456789';
const folder = mkdtempSync(join(tmpdir(), 'quartet-assistants-'));
/** Nothing but this machine can be reached, and nobody is told of it. */
const OFFLINE = {
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '127.0.0.1',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
  GEMINI_TELEMETRY_ENABLED: 'false',
  GEMINI_CLI_TRUST_WORKSPACE: 'true',
  MY_TOKEN: TOKEN,
};
let serving: ServeProcess;

beforeAll(async () => {
  await assistant('');
  serving = await ServeProcess.start(['--toolsets', 'cobol'], { QUARTET_TOKENS: `boss ${TOKEN} *`, HOME: folder });
}, 600_000);
afterAll(async () => {
  await serving?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Assistant {
  readonly id: string;
  readonly program: string;
  readonly file: string;
  readonly before: string;
  /** What shows that a server is connected. */
  readonly connected: (name: string, ask: Ask) => Promise<void>;
}

/** Starts the program with words, and gives what it said. */
type Ask = (words: readonly string[], questions?: readonly object[]) => Promise<string>;

const ASSISTANTS: readonly Assistant[] = [
  {
    id: 'claude-code',
    program: '@anthropic-ai/claude-code/cli-wrapper.cjs',
    file: '.claude.json',
    before: CONFIGURATIONS['claude-code'] ?? '',
    connected: async (name, ask) =>
      expect(await ask(['mcp', 'list'])).toMatch(new RegExp(`^${name}: .* ✔ Connected$`, 'm')),
  },
  {
    id: 'gemini-cli',
    program: '@google/gemini-cli/bundle/gemini.js',
    file: '.gemini/settings.json',
    before: `{
  // nobody is to be told
  "privacy": { "usageStatisticsEnabled": false },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false }
}
`,
    connected: async (name, ask) =>
      expect(await ask(['mcp', 'list'])).toMatch(new RegExp(`^✓ ${name}: .* - Connected$`, 'm')),
  },
  {
    id: 'codex',
    program: '@openai/codex/bin/codex.js',
    file: '.codex/config.toml',
    before: '# nobody is to be told\ncheck_for_update_on_startup = false\n[analytics]\nenabled = false',
    connected: async (name, ask) => {
      expect(await ask(['mcp', 'list'])).toMatch(new RegExp(`^${name} .* enabled `, 'm'));
      // Its list tells what is configured; its server for editors starts it.
      const said = await ask(
        ['app-server'],
        [
          { id: 1, method: 'initialize', params: { clientInfo: { name: 'test', title: 'Test', version: '1' } } },
          { method: 'initialized' },
          { id: 2, method: 'mcpServerStatus/list', params: {} },
        ],
      );
      const answer = said.split('\n').find((line) => line.startsWith('{"id":2')) ?? expect.fail(said);
      const servers = JSON.parse(answer).result.data as { name: string; tools: object }[];
      const tools = servers.find((server) => server.name === name)?.tools ?? {};
      expect(Object.keys(tools).sort()).toEqual(['add', 'format_currency', 'validate_date']);
    },
  },
];

/** Runs an assistant until it ends, or has answered the last question. */
async function said(
  program: string,
  words: readonly string[],
  home: string,
  questions: readonly object[],
): Promise<string> {
  const inherited = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMPDIR'].map((name) => [name, process.env[name]]);
  const cwd = join(home, 'work');
  mkdirSync(cwd, { recursive: true });
  const child = spawn(process.execPath, [await assistant(program), ...words], {
    cwd,
    env: { ...Object.fromEntries(inherited), HOME: home, USERPROFILE: home, ...OFFLINE },
  });
  let output = '';
  const last = questions.length > 0 ? `{"id":${questions.length - 1}` : undefined;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      output += `${stripVTControlCharacters(line)}\n`;
      if (last && line.startsWith(last)) child.kill();
    });
  }
  child.stdin.on('error', () => {});
  for (const question of questions) child.stdin.write(`${JSON.stringify(question)}\n`);
  if (questions.length === 0) child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}

describe.each(ASSISTANTS)('$id after quartet install', ({ id, program, file, before, connected }) => {
  async function journey(name: string, ...words: string[]): Promise<void> {
    const home = mkdtempSync(join(folder, 'home-'));
    const path = join(home, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, before);
    const env = {
      ...process.env,
      HOME: home,
      MY_TOKEN: TOKEN,
      XDG_CONFIG_HOME: '',
      CODEX_HOME: '',
      CLAUDE_CONFIG_DIR: '',
    };
    expect(await runQuartet(['install', id, ...words, '--yes'], env)).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(path, 'utf8')).not.toContain(TOKEN);
    await connected(name, (asked, questions = []) => said(program, asked, home, questions));
    const { code } = await runQuartet(['uninstall', id, '--yes'], env);
    expect([code, existsSync(path)]).toEqual([0, true]);
    expect(readFileSync(path, 'utf8')).not.toContain('quartet');
  }

  it('is connected with a server that it starts', () => journey('quartet-cobol', 'cobol'));

  it('is connected with a server at an address, by a token that is in a variable only', () =>
    journey('quartet', '--url', `${serving.url}/mcp`, '--token-variable', 'MY_TOKEN'));
});
