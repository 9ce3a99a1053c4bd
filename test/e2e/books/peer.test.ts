import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import { Wire } from '../../harness/books/wire.ts';
import { bundle } from '../../harness/bundle.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-peer-'));
let server: { folder: string; program: string };
let peer: Wire;
let lessons = 10;

beforeAll(async () => {
  server = await bundle('test/harness/books/crash-server.ts');
  peer = await Wire.books(root);
});

afterAll(async () => {
  await peer.end();
  rmSync(root, { recursive: true });
  rmSync(server.folder, { recursive: true });
});

/** Lets another server die at a point of one change. */
async function dieAt(point: string, tool: string, args: object): Promise<void> {
  const dying = new Wire([server.program], { CRASH_ROOT: root, CRASH_AT: point });
  await dying.hello();
  expect(await dying.call(tool, args)).toBeUndefined();
  await dying.ended;
}

it.each(['staged', 'begun', 'published', 'finished'])(
  'a server that keeps running goes on at once with a file whose writer died when it had %s the change',
  async (point) => {
    const happened = point === 'published' || point === 'finished';
    const file = { book_id: 'peer-book', path: `content/01-Part/01-Chapter/${++lessons}-a.md` };
    await peer.data('write_content', { ...file, content: 'old' });
    const expected_hash = sha256(Buffer.from('old'));
    await dieAt(point, 'write_content', { ...file, content: 'new', expected_hash });

    const started = performance.now();
    const { content, file_hash_sha256 } = await peer.data('read_content', file);
    expect(content).toBe(happened ? 'new' : 'old');
    await peer.data('write_content', { ...file, content: 'next', expected_hash: file_hash_sha256 });
    await dieAt(point === 'staged' ? 'begun' : point, 'delete_content', file);
    expect(await peer.data('delete_content', file)).toMatchObject({ existed: !happened });
    expect(performance.now() - started).toBeLessThan(5000);
  },
);
