import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk2 } from '../../harness/sdk2-client.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { clientModule, type TestClient, type TestServer } from '../../harness/test-clients.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-errors-'));
const files = join(folder, 'files');
mkdirSync(files);
const env = { XDG_DATA_HOME: folder, QUARTET_JUDGE_DB: join(folder, 'judge.db'), OJ_BASE_URL: '', QUARTET_LOG: 'off' };
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const book = { book_id: 'sample' };
const path = 'content/01-Part/01-Chapter/01-intro.md';
const missing = { ...book, path: 'content/01-Part/01-Chapter/99-missing.md' };
const hash = '0'.repeat(64);
const asset = { ...book, asset_type: 'img', filename: 'none.png' };

/** The failures of the library, each with its code. */
const TYPED: [tool: string, args: object, code: string][] = [
  ['read_content', missing, 'NOT_FOUND'],
  ['read_content', { ...book, path: '../etc/passwd' }, 'INVALID_PATH'],
  ['read_content', { ...book, path, scope: 'all' }, 'VALIDATION_ERROR'],
  ['write_content', { ...book, path, content: 'x' }, 'HASH_REQUIRED'],
  ['write_content', { ...book, path, content: 'x', expected_hash: hash }, 'CONFLICT'],
  ['write_content', { ...missing, content: 'x', expected_hash: hash }, 'NOT_FOUND'],
  ['write_content', { ...book, path: 'content/README.md', content: 'x' }, 'SCHEMA_VIOLATION'],
  ['delete_content', { book_id: 'X', path }, 'VALIDATION_ERROR'],
  ['upload_asset', { ...asset, binary_data: '???' }, 'INVALID_BASE64'],
  ['get_asset', asset, 'NOT_FOUND'],
  ['list_assets', { ...book, asset_type: 'pictures' }, 'VALIDATION_ERROR'],
  ['list_books', { all: true }, 'VALIDATION_ERROR'],
  ['glob_search', { ...book, pattern: '../*' }, 'INVALID_GLOB'],
  ['grep_search', { ...book, pattern: '(' }, 'INVALID_REGEX'],
  ['get_book_archive', { book_id: 'no-such-book' }, 'NOT_FOUND'],
  ['validate_book', { book_id: 'no-such-book' }, 'NOT_FOUND'],
  ['delta_build', { ...book, since: 'yesterday' }, 'INVALID_TIMESTAMP'],
];

/** Those of all others, each with a word that its sentence must hold. */
const SENTENCES: [tool: string, args: object, word: string][] = [
  ['add', { a: 'one', b: 1 }, '"a"'],
  ['add', { a: 1 }, 'Missing'],
  ['format_currency', { amount: 1, currency: 'XXX' }, 'currency'],
  ['format_currency', { amount: 1, picture: 'Q' }, 'PICTURE'],
  ['format_currency', { amount: 1, rounding: 'UP' }, 'rounding'],
  ['validate_date', { date: '20230229' }, 'leap'],
  ['get_problem', { source: 'nowhere', id: '1' }, ''],
  ['get_problem', { source: 'quartet', id: '99999' }, ''],
  ['get_daily_challenge', { date: '2026-02-30' }, 'date'],
  ['get_daily_challenge', { domain: 'de' }, 'domain'],
  ['find_similar_problems', {}, 'query'],
  ['find_similar_problems', { query: 'abc', limit: 0 }, 'limit'],
  ['resolve_problem', { query: ' ' }, 'query'],
  ['search', { query: 'x', scope: '/' }, ''],
  ['search', { scope: files }, 'query'],
  ['search_by_kind', { kind: 'spreadsheet', scope: files }, 'kind'],
  ['recent_files', { scope: files, since: 'yesterday' }, 'yesterday'],
  ['recent_files', { scope: 'relative' }, ''],
  ['get_metadata', { path: join(files, 'none.txt') }, 'none.txt'],
];

describe.each(['SDK 1.x', 'SDK 2.x, legacy', 'SDK 2.x, modern'])('%s, which checks results', (name) => {
  let client: TestClient;
  const connect = async (...args: string[]) => {
    const server: TestServer = { command: process.execPath, args: [QUARTET, ...args], env };
    if (name !== 'SDK 1.x') return sdk2(server, name.endsWith('legacy') ? 'legacy' : { pin: '2026-07-28' });
    const { sdk1 } = await clientModule<{ sdk1(server: TestServer): Promise<TestClient> }>('clients.js');
    return sdk1(server);
  };
  beforeAll(async () => {
    client = await connect('all', '--root', join(folder, name), '--allow', files);
    await client.call('write_content', { ...book, path, content: '# One' });
  }, 300_000);
  afterAll(() => client?.close());

  it('gets every failure of the library as JSON', async () => {
    for (const [tool, args, code] of TYPED) {
      const { isError, text, result } = await client.call(tool, args);
      expect([tool, isError, JSON.parse(text)]).toMatchObject([tool, true, { code, message: expect.any(String) }]);
      expect(result).not.toHaveProperty('structuredContent');
    }
  });

  it('gets every failure of the other toolsets as a sentence', async () => {
    for (const [tool, args, word] of SENTENCES) {
      const { isError, text, result } = await client.call(tool, args);
      expect([tool, isError, text]).toEqual([tool, true, expect.stringContaining(word)]);
      expect(result).not.toHaveProperty('structuredContent');
    }
  });

  it('reads the current hash out of a conflict, and its second try succeeds', async () => {
    const lesson = { ...book, path, content: '# Two' };
    const conflict = await client.call('write_content', { ...lesson, expected_hash: hash });
    const { current_hash } = JSON.parse(conflict.text) as { current_hash: string };
    const again = await client.call('write_content', { ...lesson, expected_hash: current_hash });
    expect([again.isError, JSON.parse(again.text)]).toMatchObject([false, { mode: 'updated' }]);
  });

  it('is told that a judge wants a token', async () => {
    const remote = await connect('oj', '--base-url', 'http://127.0.0.1:9');
    const { isError, text } = await remote.call('get_platform_status', {});
    expect([isError, text]).toEqual([true, expect.stringContaining('token')]);
    await remote.close();
  });
});

it('every tool has been made to fail', () => {
  const failing = new Set([...TYPED, ...SENTENCES].map(([tool]) => tool).concat('get_platform_status'));
  expect(failing.size).toBe(24);
});
