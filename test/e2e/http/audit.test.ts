import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const TOKEN = 'reader-token-0123456789';
const PATH = 'content/01-Part/01-Chapter/01-intro.md';

it('calls that are refused for lack of rights leave a row in the audit log', async () => {
  const root = mkdtempSync(join(tmpdir(), 'quartet-forbidden-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const server = await ServeProcess.start(['--toolsets', 'books'], { QUARTET_TOKENS: `reader ${TOKEN} fs:read` }, root);
  const call = (name: string, args: object) =>
    server.send('/mcp', {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    });
  const refusals = [
    await call('write_content', { book_id: 'sample', path: PATH, content: '# Mine\n' }),
    await call('read_content', { book_id: 'sample', path: PATH, user_id: 'bob' }),
    await call('delete_content', { book_id: 7, path: 'x'.repeat(5000) }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403]);
  await server.stop();
  const { stdout } = await runQuartet(['books', 'audit', '--root', root, '--status', 'error', '--json']);
  const rows = JSON.parse(stdout) as Record<string, unknown>[];
  const told = { agent_id: 'reader', error_message: 'FORBIDDEN', state_change: false };
  expect(rows).toMatchObject([
    { ...told, operation: 'delete_content', book_id: '', path: `${'x'.repeat(254)}…` },
    { ...told, operation: 'read_content', book_id: 'sample', path: PATH, user_id: 'bob' },
    { ...told, operation: 'write_content', book_id: 'sample', path: PATH, user_id: '__base__' },
  ]);
  expect(await runQuartet(['books', 'verify', '--root', root])).toMatchObject({ code: 0 });
});
