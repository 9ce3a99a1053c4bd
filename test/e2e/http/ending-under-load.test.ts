import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ServeProcess } from '../../harness/http-server.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-ending-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const ASSET = { book_id: 'pictures', asset_type: 'img', filename: 'large.png' };

it('a server that ends while many calls run and wait closes nothing under them, and each leaves its audit row', async () => {
  const server = await ServeProcess.start(['--toolsets', 'books', '--shutdown-grace', '1'], {}, root);
  const binary_data = 'A'.repeat(8 * 1024 * 1024);
  const uploaded = await server.call('/mcp/books', 'upload_asset', { ...ASSET, binary_data });
  expect(uploaded.json.result.isError).toBeUndefined();
  const calls = Array.from({ length: 100 }, () =>
    server.call('/mcp/books', 'get_asset', { ...ASSET, include_binary: true }).catch(() => undefined),
  );
  await Promise.race(calls);
  expect(await server.stop()).toBe(0);
  await Promise.all(calls);
  expect(server.stderr).not.toContain('could not be written');
  expect(server.stderr).not.toContain('broken');
});
