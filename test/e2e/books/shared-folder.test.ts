import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { BooksClient } from '../../harness/books/client.ts';

const LESSON = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-intro.md' };
const GROUP = 100;

it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'in a folder that a group shares, everything stays writable for the group, the journal too',
  async () => {
    const root = mkdtempSync(join(tmpdir(), 'quartet-shared-'));
    onTestFinished(() => rmSync(root, { recursive: true, force: true }));
    chownSync(root, 0, GROUP);
    chmodSync(root, 0o2770);
    const client = new BooksClient(root);
    await client.start();
    await client.call('write_content', { ...LESSON, content: 'one' });
    const { file_hash_sha256: hash } = await client.call('read_content', LESSON);
    await client.call('write_content', { ...LESSON, content: 'two', expected_hash: hash });
    const names = readdirSync(root, { recursive: true }).map(String);
    const modes = names.map((name) => {
      const { gid, mode } = statSync(join(root, name));
      return { name, gid, group: (mode >> 3) & 7 };
    });
    await client.stop();
    expect(modes.map(({ name }) => name)).toContain('.quartet/journal.db-wal');
    expect(modes.filter(({ gid }) => gid !== GROUP)).toEqual([]);
    const unwritable = modes.filter(({ group }) => (group & 6) !== 6).map(({ name }) => name);
    // Who may write the library may check it, but not exchange its key.
    expect(unwritable).toEqual(['.quartet/audit.key']);
    expect(modes.find(({ name }) => name === '.quartet/audit.key')?.group).toBe(4);
  },
);
