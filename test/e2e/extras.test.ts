import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { EXAMPLE_LESSON } from '../harness/example-calls.ts';
import { HELLO, ServeProcess } from '../harness/http-server.ts';
import { runQuartet } from '../harness/run-quartet.ts';
import { call, INITIALIZE, ServerProcess } from '../harness/server-process.ts';

const OF_BOOKS = [
  'audit_trail',
  'content_history',
  'diff_content',
  'restore_content',
  'write_many',
  'move_content',
  'delete_asset',
  'search_content',
];
const EXTRAS = ['list_problems', ...OF_BOOKS, 'preview_file'];
const folder = mkdtempSync(join(tmpdir(), 'quartet-extras-'));
const note = join(folder, 'note.txt');
writeFileSync(note, 'a note');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ENV = {
  XDG_DATA_HOME: join(folder, 'data'),
  QUARTET_JUDGE_DB: join(folder, 'judge.db'),
  OJ_BASE_URL: '',
  QUARTET_LOG: 'off',
};
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** The names that a list of tools has. */
function namesIn(result: { tools: { name: string }[] }): string[] {
  return result.tools.map(({ name }) => name);
}

describe('extra tools over stdio', () => {
  /** What a server answers when it is asked for its tools, and to some calls. */
  async function asked(args: readonly string[], calls: readonly [string, object][] = [], env = {}) {
    const server = new ServerProcess(args, { ...ENV, ...env }).write(INITIALIZE, LIST);
    calls.forEach(([name, given], at) => server.write(call(at + 2, name, given)));
    const answers = await server.answers(calls.length + 2);
    await server.end();
    const resultOf = (id: number) => answers.find((answer) => answer.id === id)?.result;
    return { names: namesIn(resultOf(1)), results: calls.map((_, at) => resultOf(at + 2)) };
  }

  it.each<[string[], number, string, object]>([
    [['oj', '--embedded'], 5, 'list_problems', { limit: 2 }],
    [['books', '--root', join(folder, 'library')], 12, 'audit_trail', { book_id: 'sample' }],
    [['books', '--root', join(folder, 'library')], 12, 'search_content', { book_id: 'sample', query: 'owl' }],
    [['spotlight', '--allow', folder], 4, 'preview_file', { path: note }],
  ])('%j has them only when it is told', async (args, usual, name, given) => {
    const plain = await asked(args, [[name, given]]);
    expect(plain.names).toHaveLength(usual);
    expect(plain.names).not.toContain(name);
    expect(plain.results[0]).toMatchObject({ isError: true, content: [{ text: `Unknown tool: ${name}` }] });
    const extra = await asked([...args, '--extras'], [[name, given]]);
    expect(extra.names).toEqual([...plain.names, ...(OF_BOOKS.includes(name) ? OF_BOOKS : [name])]);
    expect(extra.results[0].isError).toBeUndefined();
    expect((await asked(args, [], { QUARTET_EXTRAS: '1' })).names).toEqual(extra.names);
  });

  it('--tools names them, --read-only and --exclude-tools win', async () => {
    const books = ['books', '--root', join(folder, 'library')];
    expect((await asked([...books, '--tools', 'audit_trail,list_books'])).names).toEqual(['list_books', 'audit_trail']);
    const reading = await asked([...books, '--extras', '--read-only']);
    expect(reading.names).toContain('audit_trail');
    expect(reading.names).not.toContain('write_content');
    expect(reading.names).not.toContain('write_many');
    expect((await asked([...books, '--extras', '--exclude-tools', OF_BOOKS.join(',')])).names).toHaveLength(12);
    expect((await asked(['cobol', '--extras'])).names).toHaveLength(3);
  });

  it('tells what was done, by whom, and that nothing was tampered with', async () => {
    const written = { ...EXAMPLE_LESSON, content: '# One\n' };
    const server = new ServerProcess(['books', '--root', join(folder, 'told'), '--extras'], ENV).write(INITIALIZE);
    await server.write(call(1, 'write_content', written)).answers(2);
    const answers = await server.write(call(2, 'audit_trail', EXAMPLE_LESSON)).answers(3);
    await server.end();
    expect(answers.at(-1)?.result.structuredContent).toMatchObject({
      result: [{ operation: 'write_content', status: 'success', agent_id: expect.any(String), state_change: true }],
      chain: { checked: true, intact: true, entries: 1 },
    });
  });

  it('quartet tools marks them, and quartet call takes them by name', async () => {
    const listed = async (...more: string[]) => (await runQuartet(['tools', ...more], ENV)).stdout;
    expect(await listed()).not.toContain('(extra)');
    const all = await listed('--extras');
    for (const name of EXTRAS) expect(all).toMatch(new RegExp(`${name} .*\\(extra\\)\n`));
    const { code, stdout } = await runQuartet(['call', 'preview_file', `path=${note}`, '--allow', folder], ENV);
    expect([code, stdout]).toEqual([0, 'a note\n']);
  });
});

describe('extra tools over HTTP', () => {
  const servers: ServeProcess[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function start(args: readonly string[] = [], env = {}): Promise<ServeProcess> {
    const server = await ServeProcess.start(['--allow', folder, ...args], { ...ENV, ...env });
    servers.push(server);
    return server;
  }

  const listed = async (server: ServeProcess, path: string, headers?: Record<string, string>) =>
    namesIn((await server.post(path, LIST, headers)).json.result);

  it('are at one more address of a server for this machine, and nowhere else', async () => {
    const server = await start();
    const usual = await listed(server, '/mcp');
    expect(usual).toHaveLength(24);
    expect((await listed(server, '/mcp/extras')).sort()).toEqual([...usual, ...EXTRAS].sort());
    expect(await listed(server, '/mcp/books')).toHaveLength(12);
    expect(await listed(server, '/mcp/spotlight')).toHaveLength(4);
    const unknown = await server.call('/mcp', 'preview_file', { path: note });
    expect(unknown.json.result).toMatchObject({ isError: true, content: [{ text: 'Unknown tool: preview_file' }] });
    const known = await server.call('/mcp/extras', 'preview_file', { path: note });
    expect(known.json.result.structuredContent).toEqual({ kind: 'text', size: 6, text: 'a note', truncated: false });
    expect((await server.call('/mcp/extras', 'add', { a: 1, b: 2 })).json.result.structuredContent.sum).toBe('3');
    expect((await server.post('/mcp/extras', HELLO)).json.result.serverInfo.name).toBe('quartet');
  });

  it('speak to clients of the stateless era too', async () => {
    const server = await start();
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'preview_file', arguments: { path: note }, _meta };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'preview_file' };
    const { json } = await server.post('/mcp/extras', { jsonrpc: '2.0', id: 1, method: 'tools/call', params }, headers);
    expect(json.result.structuredContent).toMatchObject({ text: 'a note' });
  });

  it('need a scope each', async () => {
    const tokens = ['fs:read', 'files:read', 'tools:call', 'fs:admin'];
    const secret = (scope: string) => `token-of-${scope.replace(':', '-')}-0123456789`;
    const QUARTET_TOKENS = tokens.map((scope) => `${scope.replace(':', '-')} ${secret(scope)} ${scope}`).join(';');
    const server = await start([], { QUARTET_TOKENS });
    const as = (scope: string) => ({ authorization: `Bearer ${secret(scope)}` });
    const answer = async (scope: string, name: string, args: object) => {
      const { status, headers, json } = await server.call('/mcp/extras', name, args, as(scope));
      if (status === 200) expect(json.result.isError).toBeUndefined();
      const needed = /scope="([^"]*)"/.exec(String(headers['www-authenticate']))?.[1];
      return status === 200 ? 'answered' : `${status} ${needed}`;
    };
    const trail = { book_id: 'sample' };
    expect(await answer('fs:read', 'audit_trail', trail)).toBe('answered');
    expect(await answer('fs:read', 'audit_trail', { ...trail, user_id: 'fs-read' })).toBe('answered');
    expect(await answer('fs:read', 'audit_trail', { ...trail, user_id: 'bob' })).toBe('403 fs:admin');
    expect(await answer('fs:admin', 'audit_trail', { ...trail, user_id: 'bob' })).toBe('answered');
    const changes = [{ path: EXAMPLE_LESSON.path, content: 'x' }];
    expect(await answer('fs:read', 'write_many', { ...trail, changes })).toBe('403 fs:write');
    expect(await answer('fs:read', 'move_content', { ...trail, from: 'a', to: 'b' })).toBe('403 fs:write');
    expect(await answer('fs:read', 'preview_file', { path: note })).toBe('403 files:read');
    expect(await answer('fs:read', 'list_problems', {})).toBe('403 tools:call');
    expect(await answer('files:read', 'preview_file', { path: note })).toBe('answered');
    expect(await answer('files:read', 'audit_trail', trail)).toBe('403 fs:read');
    expect(await answer('tools:call', 'list_problems', {})).toBe('answered');
    const { status, headers } = await server.post('/mcp/extras', LIST);
    expect([status, headers['www-authenticate']]).toEqual([401, expect.stringContaining('/mcp/extras')]);
    expect(await listed(server, '/mcp', as('fs:read'))).toHaveLength(24);
  });

  it('are not for others, unless they are told', async () => {
    const tokens = { QUARTET_TOKENS: 'all token-of-everybody-0123456789 *' };
    const headers = { authorization: 'Bearer token-of-everybody-0123456789' };
    const reachable = ['--allowed-host', 'mcp.example.com'];
    const closed = await start(reachable, tokens);
    const refused = await closed.post('/mcp/extras', LIST, headers);
    expect(refused.status).toBe(404);
    expect(refused.text).toContain('a server for others serves them with --extras');
    const open = await start([...reachable, '--extras'], tokens);
    // The file search is not for others either.
    const all = await listed(open, '/mcp/extras', headers);
    expect(all).toHaveLength(20 + EXTRAS.length - 1);
    expect(all).toEqual(expect.arrayContaining(['list_problems', 'audit_trail']));
    expect(await listed(open, '/mcp', headers)).toEqual(all);
    expect(await listed(open, '/mcp/books', headers)).toContain('audit_trail');
  });

  it('stay away where --tools, --exclude-tools or --read-only say so', async () => {
    expect(await listed(await start(['--tools', 'add']), '/mcp/extras')).toEqual(['add']);
    const without = await listed(await start(['--exclude-tools', 'preview_file', '--read-only']), '/mcp/extras');
    expect(without).toContain('audit_trail');
    expect(without).not.toContain('preview_file');
    expect(without).not.toContain('write_content');
  });
});
