import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ServeProcess } from '../harness/http-server.ts';
import { runQuartet } from '../harness/run-quartet.ts';

let home: string;
let env: Record<string, string>;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'quartet-doctor-'));
  const unset = Object.keys(process.env).filter((name) =>
    /^(QUARTET|PANAVERSITY|OJ|XDG|CODEX|CLAUDE|GEMINI)_|DATABASE_URL/.test(name),
  );
  env = { ...Object.fromEntries(unset.map((name) => [name, ''])), HOME: home, QUARTET_PORT: '1' };
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

interface Found {
  readonly name: string;
  readonly state: string;
  readonly text: string;
  readonly advice?: string;
}

async function doctor(more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runQuartet(['doctor', '--json'], { ...env, ...more });
  const { findings } = JSON.parse(stdout) as { findings: Found[] };
  return { code, stdout, stderr, findings, of: (name: string) => findings.filter((finding) => finding.name === name) };
}

/** Every file below a folder with the hash of its bytes, and every folder. */
function everything(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => {
      const path = join(entry.parentPath ?? entry.path, entry.name);
      return `${path} ${entry.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''}`;
    })
    .sort();
}

it('finds nothing broken in a fresh home, and leaves it as it is', async () => {
  const { code, stderr, findings } = await doctor();
  expect(findings.filter(({ state }) => state === 'broken')).toEqual([]);
  expect([code, stderr, everything(home)]).toEqual([0, '', []]);
  const text = await runQuartet(['doctor'], env);
  expect(text.stdout).toMatch(/^ok {7}Node\.js {6}\d+/m);
  expect(text.stdout).toMatch(/nothing broken\.\nHere, quartet is typed: node .*quartet\.js\n$/);
});

it('finds a library, a judge and clients sound, and changes not a byte of them', async () => {
  await runQuartet(['books', 'demo'], env);
  await runQuartet(['call', 'get_book_archive', 'book_id=quartet-tour'], env);
  await runQuartet(['call', 'get_daily_challenge'], env);
  await runQuartet(['install', 'codex', 'cobol', '--yes', '--no-check'], env);
  const before = everything(home);
  const { code, of } = await doctor();
  expect(everything(home)).toEqual(before);
  expect(of('Journal')).toMatchObject([{ state: 'ok', text: expect.stringContaining('sound by a quick check') }]);
  expect(of('Archives')).toMatchObject([{ state: 'ok', text: expect.stringMatching(/^1 in ~/) }]);
  expect(of('Judge')).toMatchObject([
    { state: 'ok', text: expect.stringContaining('sound, 174 problems, 0 of them indexed by meaning') },
  ]);
  expect(of('Codex')).toMatchObject([{ state: 'ok', text: 'quartet-cobol in ~/.codex/config.toml' }]);
  expect(code).toBe(0);
});

describe('finds what is broken', () => {
  it('a damaged journal, a cut archive, a database that is none', async () => {
    await runQuartet(['books', 'demo'], env);
    const library = join(home, '.local', 'share', 'quartet', 'library');
    const journal = join(library, '.quartet', 'journal.db');
    const bytes = readFileSync(journal);
    writeFileSync(journal, bytes.fill(0x5a, 4096, 12_288));
    mkdirSync(join(library, 'archives'), { recursive: true });
    writeFileSync(join(library, 'archives', 'cut.zip'), 'PK\u0003\u0004 and no end');
    writeFileSync(join(home, 'judge.db'), 'This is not a database, but a letter.');
    const { code, of } = await doctor({ QUARTET_JUDGE_DB: join(home, 'judge.db') });
    expect(code).toBe(1);
    expect(of('Journal')).toMatchObject([{ state: 'broken', advice: expect.stringContaining('quartet books verify') }]);
    expect(of('Archives')).toMatchObject([{ state: 'broken', text: expect.stringContaining('1 of them incomplete') }]);
    expect(of('Judge')).toMatchObject([{ state: 'broken', text: expect.stringContaining('not an SQLite database') }]);
  });

  it('clients whose file cannot be read, or that start what is gone', async () => {
    for (const folder of ['.cursor', '.codex', '.gemini']) mkdirSync(join(home, folder));
    writeFileSync(join(home, '.cursor', 'mcp.json'), '{\n  "mcpServers" {}\n}');
    const gone = { command: process.execPath, args: [join(home, 'gone.js'), 'cobol'] };
    writeFileSync(join(home, '.gemini', 'settings.json'), JSON.stringify({ mcpServers: { 'quartet-cobol': gone } }));
    writeFileSync(join(home, '.codex', 'config.toml'), '[mcp_servers.quartet]\ncommand = "no-such-quartet"\n');
    const { code, of } = await doctor();
    expect(code).toBe(1);
    expect(of('Cursor')).toMatchObject([
      { state: 'broken', text: '~/.cursor/mcp.json: line 2, column 16: colon expected' },
    ]);
    expect(of('Gemini CLI')).toMatchObject([
      {
        state: 'broken',
        text: 'quartet-cobol starts ~/gone.js, which is gone',
        advice: 'Run quartet install gemini-cli cobol.',
      },
    ]);
    expect(of('Codex')).toMatchObject([{ state: 'warning', text: expect.stringContaining('not in PATH') }]);
  });

  it('folders that cannot be, directories that are not there, a judge that does not answer', async () => {
    writeFileSync(join(home, 'file'), '');
    const { code, of } = await doctor({
      QUARTET_BOOKS_ROOT: join(home, 'file'),
      QUARTET_SPOTLIGHT_ALLOW: join(home, 'nowhere'),
      OJ_BASE_URL: 'http://127.0.0.1:9',
    });
    expect(code).toBe(1);
    for (const name of ['Library', 'File search', 'Judge']) expect(of(name)).toMatchObject([{ state: 'broken' }]);
  });

  it('and tells no secret', async () => {
    const secrets = {
      OJ_TOKEN: 'SECRET-1',
      QUARTET_TOKENS: 'boss SECRET-2-0123456789 *',
      DATABASE_URL: 'postgresql://ann:SECRET-3@127.0.0.1:9/books',
      QUARTET_TOKENN: 'SECRET-4',
      OJ_BASE_URL: 'https://ann:SECRET-5@judge.example.com',
    };
    const { code, stdout, stderr, of } = await doctor(secrets);
    expect(`${stdout}${stderr}`).not.toContain('SECRET');
    expect(code).toBe(1);
    expect(of('Journal')).toMatchObject([{ state: 'broken', text: 'PostgreSQL cannot be reached (ECONNREFUSED)' }]);
    expect(of('Environment')[0]).toMatchObject({
      state: 'warning',
      advice: expect.stringMatching(/^Did you mean QUARTET_TOKENS?\?$/),
    });
  });
});

describe('the port', () => {
  it('is Quartet’s own', async () => {
    const server = await ServeProcess.start(['--toolsets', 'cobol'], { HOME: home, QUARTET_PORT: '0' });
    onTestFinished(async () => {
      await server.stop();
    });
    const { of } = await doctor({ QUARTET_PORT: new URL(server.url).port });
    expect(of('Port')).toMatchObject([{ state: 'ok', text: expect.stringContaining('is taken by Quartet 0.') }]);
  });

  it('or somebody else’s', async () => {
    const other = createServer((_, response) => response.end('hello')).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once('listening', resolve));
    const { code, of } = await doctor({ QUARTET_PORT: String((other.address() as AddressInfo).port) });
    expect(of('Port')).toMatchObject([{ state: 'warning', text: expect.stringContaining('another program') }]);
    expect(code).toBe(0);
  });
});
