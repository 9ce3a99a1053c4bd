import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { BooksClient } from '../../harness/books/client.ts';
import { dataOf } from '../../harness/result-data.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { SmallDisk } from '../../harness/small-disk.ts';

const LESSON = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-intro.md' };
const OTHER = { ...LESSON, path: 'content/01-Part/01-Chapter/02-next.md' };
const noDisk = SmallDisk.missing !== undefined;

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'quartet-faults-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function disk(megabytes: number): SmallDisk {
  const made = new SmallDisk(megabytes);
  onTestFinished(() => made.remove());
  return made;
}

async function client(root: string, ...extra: string[]): Promise<BooksClient> {
  const made = new BooksClient(root, extra);
  await made.start();
  onTestFinished(async () => void (await made.kill().catch(() => {})));
  return made;
}

async function filled(root: string, ...extra: string[]): Promise<BooksClient> {
  const made = await client(root, ...extra);
  await made.call('write_content', { ...LESSON, content: '# Intro\n' });
  return made;
}

describe.skipIf(noDisk)('a journal whose disk is full', () => {
  it('refuses changes as its own failure, serves reads, and goes on where it was once there is room', async () => {
    const small = disk(4);
    const database = ['--database-url', `sqlite:${join(small.path, 'journal.db')}`];
    const root = folder();
    const books = await filled(root, ...database);
    small.fill();
    // What the journal has allocated may still take a few.
    let failure: Record<string, unknown> | undefined;
    for (let n = 10; failure === undefined; n++) {
      const args = { ...OTHER, path: `content/01-Part/01-Chapter/${n}-more.md`, content: '# More\n' };
      const result = await books.raw('write_content', args);
      if (result.isError) failure = dataOf(result);
    }
    expect(failure).toMatchObject({ error: 'StorageError', code: 'JOURNAL_UNAVAILABLE', retryable: false });
    expect(failure.message).toContain('does not fit on the disk');
    expect(await books.call('read_content', LESSON)).toMatchObject({ content: '# Intro\n' });
    for (const tool of ['delta_build', 'list_assets', 'validate_book', 'get_book_archive']) {
      await books.raw(tool, { book_id: 'sample', ...(tool === 'delta_build' && { since: '2020-01-01T00:00:00Z' }) });
    }
    small.makeRoom();
    await books.call('write_content', { ...OTHER, content: '# Next\n' });
    await books.stop();
    const verified = await runQuartet(['books', 'verify', '--root', root, ...database]);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    const reads = await runQuartet(['books', 'audit', '--operation', 'read_content', '--root', root, ...database]);
    expect(reads.stdout).toContain('01-intro.md');
  });

  it('says so in one line at the start', async () => {
    const small = disk(2);
    const database = ['--database-url', `sqlite:${join(small.path, 'journal.db')}`];
    const root = folder();
    small.fill();
    const { code, stderr } = await runQuartet(['books', '--root', root, ...database]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^quartet: The library cannot be opened\. The journal journal\.db does not fit on the disk\./,
    );
    expect(stderr).not.toMatch(/unexpected|\n +at /);
  });

  it('says so in one line also when it was closed in the middle of a change', async () => {
    const small = disk(2);
    const root = folder();
    const database = ['--database-url', `sqlite:${join(small.path, 'journal.db')}`];
    await (await filled(root, ...database)).kill();
    const raw = new DatabaseSync(join(small.path, 'journal.db'));
    raw.exec(`insert into intent (id, book_id, path, user_id, operation, agent_id, new_hash, size_bytes, owner, started_at)
      values ('x', 'sample', 'content/01-Part/01-Chapter/09-x.md', '__base__', 'write_content', 'ada', 'abc', 3, 'gone 1 1', '2026-01-01')`);
    raw.close();
    small.fill();
    const { code, stderr } = await runQuartet(['books', '--root', root, ...database]);
    expect(stderr).not.toMatch(/unexpected|\n +at /);
    if (code !== 0) expect(stderr).toMatch(/^quartet: The library cannot be opened\. The journal .+\n.*\n?$/);
  });
});

it('a journal that another program keeps locked is a failure to retry', async () => {
  const root = folder();
  const books = await filled(root);
  const raw = new DatabaseSync(join(root, '.quartet', 'journal.db'));
  raw.exec('begin immediate');
  const failure = await books.fail('write_content', { ...OTHER, content: '# Next\n' });
  expect(failure).toMatchObject({ error: 'StorageError', code: 'JOURNAL_UNAVAILABLE', retryable: true });
  raw.exec('rollback');
  raw.close();
  await books.call('write_content', { ...OTHER, content: '# Next\n' });
});

describe.skipIf(noDisk)('a library on a disk', () => {
  it('that is full gives an archive that cannot be made, and no advice to try again', async () => {
    const small = disk(8);
    const books = await filled(small.path);
    small.fill();
    const failure = await books.fail('get_book_archive', { book_id: 'sample' });
    expect(failure).toMatchObject({ error: 'StorageError', retryable: false });
    expect(failure.message).toContain('full');
  });

  it.each(['stop', 'kill'] as const)('that is read-only is served, verified and hydrated after a %s', async (end) => {
    const small = disk(8);
    const root = join(small.path, 'library');
    await (await filled(root))[end]();
    small.makeReadOnly();
    const before = readdirSync(join(root, '.quartet')).sort();

    const refused = await runQuartet(['books', '--root', root]);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toMatch(/^quartet: The library cannot be opened\. .*--read-only/);

    const books = await client(root, '--read-only');
    expect(await books.call('read_content', LESSON)).toMatchObject({ content: '# Intro\n' });
    expect(await books.list('list_books', {})).toHaveLength(1);
    expect(await books.list('glob_search', { book_id: 'sample', pattern: '**/*.md' })).toHaveLength(1);
    const delta = await books.call('delta_build', { book_id: 'sample', since: '2020-01-01T00:00:00Z' });
    expect(JSON.stringify(delta)).toContain('01-intro.md');
    expect(await books.stop()).toMatchObject({ code: 0 });

    const verified = await runQuartet(['books', 'verify', '--root', root]);
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain('clean');
    const target = join(folder(), 'site');
    mkdirSync(target);
    expect(await runQuartet(['books', 'hydrate', target, '--book', 'sample', '--root', root])).toMatchObject({
      code: 0,
    });
    expect(readFileSync(join(target, 'docs/01-Part/01-Chapter/01-intro.md'), 'utf8')).toBe('# Intro\n');
    expect(readdirSync(join(root, '.quartet')).sort()).toEqual(before);
  });
});
