import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';

const root = mkdtempSync(join(tmpdir(), 'quartet-outgrown-'));
const file = join(root, 'journal.db');
const LESSON = { book_id: 'grown', path: 'content/01-Part/01-Chapter/01-a.md' };
afterAll(() => {
  rmSync(root, { recursive: true });
  delete process.env.QUARTET_AUDIT_KEY_FILE;
});
// The journal takes its seals along, so whoever opens it needs its key.
process.env.QUARTET_AUDIT_KEY_FILE = join(root, 'audit.key');

async function served(databaseUrl: Record<string, string>): Promise<Wire> {
  const wire = new Wire([QUARTET, 'books', '--root', root], databaseUrl);
  await wire.hello();
  return wire;
}

it('a library goes on where it was when its journal moves to PostgreSQL', async () => {
  const small = await served({ DATABASE_URL: `sqlite:${file}` });
  const { file_hash } = await small.data('write_content', { ...LESSON, content: 'first' });
  await small.end();
  const migrate = (...args: string[]) => runQuartet(['books', 'migrate', ...args]);
  const moved = await migrate('--from', `sqlite:${file}`, '--to', 'postgresql');
  expect(moved).toMatchObject({ code: 0, stderr: '' });
  expect(moved.stdout).toMatch(/^1 books, 1 files, 0 deletions: 1 of 1 audit entries copied, .* verified$/m);
  const grown = await served({});
  await grown.data('write_content', { ...LESSON, content: 'second', expected_hash: file_hash });
  await grown.end();
  expect((await runQuartet(['books', 'verify', '--root', root])).stdout).toContain('1 files, 2 audit entries: clean');

  const late = await migrate('--from', `sqlite:${file}`, '--to', 'postgresql', '--json');
  expect(late).toMatchObject({ code: 1, stderr: expect.stringContaining('not the beginning of this one') });
  const mixed = await migrate('--from', `fs:${root}`, '--to', 'postgresql');
  expect(mixed).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('must both be storages, or both be journals'),
  });
});
