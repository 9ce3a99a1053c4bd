import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookId, ingest } from '../../../src/engines/library/index.ts';
import { openLog } from '../../../src/kernel/log.ts';
import { closeBooks, openBooks } from '../../../src/toolsets/books/open.ts';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-retention-'));
const root = join(parent, 'library');
const source = join(parent, 'source');
const chapter = join(source, 'docs', '01-Part', '01-Chapter');
const OLD = 5;
const READS = 3000;

const books = (...args: string[]) => runQuartet(['books', ...args, '--root', root]);

/** A library as it was a hundred days ago, and a server that works on it now. */
beforeAll(async () => {
  mkdirSync(chapter, { recursive: true });
  for (let n = 0; n < OLD; n++) writeFileSync(join(chapter, `${10 + n}-lesson.md`), `lesson ${n}`);
  const past = new Date(Date.now() - 100 * 24 * 3_600_000);
  const world = await openBooks({ root }, openLog('error', 'test'), { now: () => past });
  const options = { deletes: false, overwrite: false, dryRun: false, signal: new AbortController().signal };
  await ingest(world.library, bookId('sample'), source, 'ada', options);
  const reading = {
    agentId: 'bob',
    operation: 'read_content',
    bookId: 'sample',
    path: 'content/01-Part/01-Chapter/10-lesson.md',
    userId: '__base__',
    prevHash: null,
    newHash: null,
    status: 'success',
    errorMessage: null,
    executionTimeMs: 1,
  } as const;
  await world.library.journal.note(Array.from({ length: READS }, () => reading));
  await closeBooks(world);
});

afterAll(() => rmSync(parent, { recursive: true }));

async function write(server: Wire, number: number, content: string): Promise<unknown> {
  const path = `content/01-Part/${10 + Math.floor(number / 80)}-Chapter/${10 + (number % 80)}-lesson.md`;
  return server.data('write_content', { book_id: 'second-book', path, content });
}

const linesOf = (text: string) => text.split('\n').filter(Boolean);

describe('audit --export', () => {
  it('writes all entries as JSON lines, oldest first, and no file that is there unless asked to', async () => {
    const file = join(parent, 'log.jsonl');
    expect(await books('audit', '--export', file)).toEqual({
      code: 0,
      stdout: `Exported ${OLD + READS} entries.\n`,
      stderr: '',
    });
    const entries = linesOf(readFileSync(file, 'utf8')).map((line) => JSON.parse(line) as { id: number });
    expect(entries).toHaveLength(OLD + READS);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const shown = JSON.parse((await books('audit', '--json', '--limit', '10000')).stdout) as unknown[];
    expect(entries).toEqual(shown.reverse());

    writeFileSync(file, 'mine');
    const refused = await books('audit', '--export', file);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('there already') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    const some = await books('audit', '--export', file, '--overwrite', '--operation', 'ingest', '--json');
    expect(JSON.parse(some.stdout)).toEqual({ entries: OLD });
    expect(linesOf(readFileSync(file, 'utf8'))).toHaveLength(OLD);
    expect(await books('audit', '--export', join(parent, 'nowhere', 'x'))).toMatchObject({ code: 2 });
  });

  it('writes to stdout, by the same filters', async () => {
    const printed = await books('audit', '--export', '-', '--book', 'sample', '--limit', '700');
    expect(linesOf(printed.stdout)).toHaveLength(700);
    expect((await books('audit', '--export', '-', '--from', '2100-01-01')).stdout).toBe('');
  });
});

describe('gc --audit-older-than', () => {
  it('removes old entries while a server works, and leaves chains that verify; heads from before are told as outdated', async () => {
    const heads = linesOf((await books('audit', '--heads')).stdout);
    const old = heads.find((line) => line.endsWith(':sample')) ?? '';
    await books('gc');
    expect((await books('gc', '--json')).stdout).not.toContain('audit_entries');
    expect(await books('gc', '--audit-older-than', 'soon')).toMatchObject({ code: 2 });
    const planned = await books('gc', '--audit-older-than', '90d', '--dry-run');
    expect(planned.stdout).toContain(`, ${OLD + READS} audit entries.`);
    expect(linesOf((await books('audit', '--export', '-')).stdout)).toHaveLength(OLD + READS);

    const server = await Wire.books(root);
    let removed = false;
    const removing = books('gc', '--audit-older-than', '90d').finally(() => {
      removed = true;
    });
    let writes = 0;
    while (!removed) await write(server, writes, `lesson ${writes++}`);
    expect(await removing).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`, ${OLD + READS} audit entries.`),
      stderr: '',
    });
    await write(server, writes, `lesson ${writes++}`);
    await server.end();

    expect(await books('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining(': clean') });
    const pinned = await books('verify', '--expect-head', old);
    expect(pinned).toMatchObject({ code: 0, stdout: expect.stringContaining(': clean') });
    const earlier = old.replace(/^\d+/, '7');
    const outdated = await books('verify', '--expect-head', earlier);
    expect(outdated).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^outdated {2}sample: entry 7 was taken/m),
    });
    expect((await books('audit', '--operation', 'remove_entries')).stdout).toContain('quartet books gc');
    expect((await books('gc', '--audit-older-than', '90d')).stdout).toContain(', 0 audit entries.');
  });

  it('keeps what folder and book have agreed on', async () => {
    writeFileSync(join(chapter, '10-lesson.md'), 'lesson 0, second edition');
    const again = await books('ingest', source, '--book', 'sample');
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining('sample: 1 updated, 4 unchanged') });
  });

  it('lets nobody without the key remove more, and removes nothing of a chain that does not hold', async () => {
    const database = new DatabaseSync(join(root, '.quartet', 'journal.db'));
    const fake = `update audit_anchor set entries = entries + 1,
      entry_hash = (select entry_hash from audit_log where book_id = 'sample' order by seq limit 1) where book_id = 'sample'`;
    database.exec(
      `${fake}; delete from audit_log where book_id = 'sample' and seq = (select entries from audit_anchor where book_id = 'sample')`,
    );
    database.close();
    const found = await books('verify');
    expect(found).toMatchObject({ code: 1, stdout: expect.stringContaining('the anchor for the entries') });
    const library = await openBooks({ root }, openLog('error', 'test'), { settle: false });
    const later = new Date(Date.now() + 1000).toISOString();
    await expect(library.library.journal.anchor('sample', later)).rejects.toThrow('does not hold');
    await closeBooks(library);
  });
});
