import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BASE } from '../../../src/engines/library/model/file-key.ts';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import { BooksClient } from '../../harness/books/client.ts';
import { journalOf } from '../../harness/books/setup.ts';
import { boundAccount } from '../../harness/other-account.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

type Json = Record<string, unknown>;

const ACCOUNT = boundAccount();
const book = { book_id: 'sample' };
const CHAPTER = 'content/01-Part/01-Chapter';
const FIRST = `${CHAPTER}/01-first.md`;
const SECOND = `${CHAPTER}/02-second.md`;
const ELSEWHERE = 'content/01-Part/02-Chapter/01-else.md';
const PICTURE = 'static/img/x.png';
const SINCE = '1970-01-01T00:00:00Z';
const REFUSED = { error: 'StorageError', code: 'STORAGE_ERROR', retryable: false };
const bytes = Buffer.from('picture').toString('base64');

let root: string;
let client: BooksClient;

const inBook = (path: string, name = 'sample') => join(root, 'books', name, path);
const chmod = (path: string, mode: number) => chmodSync(inBook(path), mode);
const command = (...args: string[]) =>
  runQuartet(['books', ...args, '--root', root, '--log-level', 'warn'], {}, undefined, ACCOUNT);
const named = (list: unknown) => (list as { path: string }[] | undefined)?.map(({ path }) => path).sort();

/** Everything belongs to the account of the server, also what this test has made. */
function handOver(): void {
  const { uid, gid } = ACCOUNT ?? {};
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, root]);
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'quartet-unreadable-'));
  handOver();
  client = new BooksClient(root, [], ACCOUNT);
  await client.start();
  for (const path of [FIRST, SECOND, ELSEWHERE]) await client.call('write_content', { ...book, path, content: path });
  await client.call('write_content', { ...book, path: SECOND, content: 'hers', user_id: 'ann' });
  await client.call('upload_asset', { ...book, asset_type: 'img', filename: 'x.png', binary_data: bytes });
  await client.call('upload_asset', { ...book, asset_type: 'img', filename: 'y.png', binary_data: bytes });
  await client.call('write_content', { book_id: 'other', path: FIRST, content: 'other' });
});

afterEach(async () => {
  await client.stop();
  rmSync(root, { recursive: true, force: true });
});

/** What the tools that tell of a whole book leave out, each in its own words. */
async function leftOut(): Promise<Json> {
  const delta = await client.call('delta_build', { ...book, since: SINCE, include_content: true });
  const archive = await client.call('get_book_archive', book);
  const validation = await client.call('validate_book', book);
  const meta = async (tool: string, args: Json) => named((await client.raw(tool, { ...book, ...args }))._meta?.skipped);
  return {
    delta: named(delta.error_manifest),
    archive: [archive.status, named(archive.error_manifest)],
    validation: [validation.valid, named(validation.errors)],
    grep: await meta('grep_search', { pattern: '.', all_books: true }),
    glob: await meta('glob_search', { pattern: '**' }),
    assets: await meta('list_assets', {}),
    book: await meta('read_content', { path: '', scope: 'book' }),
  };
}

const COMPLETE = { archive: ['success', undefined], validation: [true, []] };

/** The other book knows nothing of it, and all books are listed. */
async function othersAreServed(): Promise<void> {
  const other = { book_id: 'other' };
  expect(named((await client.call('delta_build', { ...other, since: SINCE })).changed_files)).toEqual([FIRST]);
  expect(await client.call('get_book_archive', other)).toMatchObject({ status: 'success', file_count: 1 });
  expect(await client.call('validate_book', other)).toMatchObject({ valid: true });
  expect(await client.list('list_assets', other)).toEqual([]);
  expect(await client.list('list_books', {})).toMatchObject([{ book_id: 'other' }, { book_id: 'sample' }]);
  const { file_hash_sha256: hash } = await client.call('read_content', { ...book, path: ELSEWHERE });
  await client.call('write_content', { ...book, path: ELSEWHERE, content: randomUUID(), expected_hash: hash });
}

async function findings(...args: string[]): Promise<{ code: number | null; found: string[]; stderr: string }> {
  const { code, stdout, stderr } = await command('verify', '--json', ...args);
  const all = (JSON.parse(stdout) as { findings: { kind: string; path: string; user?: string; repaired: boolean }[] })
    .findings;
  const found = all.map(({ kind, path, user, repaired }) => [kind, path, user, repaired && 'repaired'].filter(Boolean));
  return { code, found: found.map((words) => words.join(' ')).sort(), stderr };
}

describe.skipIf(ACCOUNT === undefined)('files that may not be read', () => {
  beforeEach(() => {
    chmod(FIRST, 0);
    chmod(PICTURE, 0);
    chmod(`users/ann/${SECOND}`, 0);
  });

  it('cost only themselves: every tool serves the rest and names them, and all is well once they may be', async () => {
    const first = { ...book, path: FIRST };
    const hers = { ...book, path: SECOND, user_id: 'ann' };
    const picture = { ...book, asset_type: 'img', filename: 'x.png' };
    for (let starts = 0; starts < 2; starts++) {
      expect(await client.fail('read_content', first)).toMatchObject({ ...REFUSED, path: FIRST });
      expect(await client.fail('read_content', hers)).toMatchObject({ ...REFUSED, path: SECOND });
      for (const lesson of [first, hers]) {
        const hash = sha256(lesson === hers ? 'hers' : FIRST);
        const update = { ...lesson, content: 'new', expected_hash: hash };
        expect(await client.fail('write_content', update)).toMatchObject({ ...REFUSED, path: lesson.path });
        expect(await client.fail('delete_content', lesson)).toMatchObject({ ...REFUSED, path: lesson.path });
      }
      expect(await client.fail('get_asset', picture)).toMatchObject({ ...REFUSED, path: PICTURE });
      expect(await client.fail('upload_asset', { ...picture, binary_data: bytes })).toMatchObject(REFUSED);
      expect(await client.call('get_asset', { ...picture, filename: 'y.png' })).toMatchObject({ filename: 'y.png' });
      const chapter = { ...book, path: CHAPTER, scope: 'chapter' };
      const error = expect.stringContaining('may not be used');
      const second = { path: SECOND, content: SECOND, source: 'base' };
      expect(await client.list('read_content', chapter)).toMatchObject([{ path: FIRST, error }, second]);
      expect(await client.list('read_content', { ...chapter, user_id: 'ann' })).toMatchObject([
        { path: FIRST, error },
        { path: SECOND, error },
      ]);
      expect(await leftOut()).toEqual({
        delta: [FIRST, PICTURE],
        archive: ['partial', [FIRST, PICTURE]],
        validation: [false, [FIRST, PICTURE]],
        grep: [`books/sample/${FIRST}`],
        glob: undefined,
        assets: [PICTURE],
        book: [FIRST],
      });
      const deltaOfHers = await client.call('delta_build', { ...book, since: SINCE, user_id: 'ann' });
      expect(named(deltaOfHers.error_manifest)).toEqual([FIRST, SECOND, PICTURE]);
      await othersAreServed();
      await client.stop();
      const wrong = [`unreadable ${FIRST}`, `unreadable ${SECOND} ann`, `unreadable ${PICTURE}`];
      expect(await findings()).toMatchObject({ code: 1, found: wrong });
      expect(await findings('--repair')).toMatchObject({ code: 1, found: wrong });
      expect(await command('gc')).toMatchObject({ code: 0, stderr: '' });
      expect(await command('audit')).toMatchObject({ code: 0 });
      await client.start();
    }
    for (const path of [FIRST, PICTURE, `users/ann/${SECOND}`]) chmod(path, 0o644);
    expect(await leftOut()).toMatchObject(COMPLETE);
    expect((await client.call('read_content', first)).content).toBe(FIRST);
    expect((await client.call('read_content', hers)).content).toBe('hers');
    const update = { ...first, content: 'new', expected_hash: sha256(FIRST) };
    expect(await client.call('write_content', update)).toMatchObject({ mode: 'updated' });
    await client.stop();
    expect(await findings('--repair')).toMatchObject({ code: 0 });
    expect(await findings()).toMatchObject({ code: 0, found: [] });
    await client.start();
  });

  it('are left out by ingest, hydrate and migrate, which name them and carry over the rest', async () => {
    await client.stop();
    const folder = join(root, 'folder');
    const hydrated = await command('hydrate', folder, '--book', 'sample');
    expect(hydrated).toMatchObject({ code: 1, stderr: '' });
    for (const path of [FIRST, PICTURE]) expect(hydrated.stdout).toContain(`failed    ${path}`);
    const inFolder = (path: string) => join(folder, path.replace(/^content/, 'docs'));
    expect(existsSync(inFolder(SECOND))).toBe(true);
    expect(existsSync(inFolder(FIRST))).toBe(false);
    for (const path of [FIRST, ELSEWHERE]) {
      mkdirSync(dirname(inFolder(path)), { recursive: true });
      writeFileSync(inFolder(path), 'new');
    }
    handOver();
    chmodSync(inFolder(SECOND), 0);
    const ingested = await command('ingest', folder, '--book', 'sample', '--delete', '--overwrite');
    expect(ingested).toMatchObject({ code: 1, stderr: '' });
    for (const path of [FIRST, SECOND]) expect(ingested.stdout).toContain(`failed    ${path}`);
    expect(ingested.stdout).toContain(`updated   ${ELSEWHERE}`);
    chmodSync(dirname(inFolder(FIRST)), 0);
    const hidden = await command('ingest', folder, '--book', 'sample', '--delete', '--overwrite');
    chmodSync(dirname(inFolder(FIRST)), 0o755);
    expect(hidden.stdout).toContain(`failed    ${CHAPTER}/`);
    expect(existsSync(inBook(SECOND))).toBe(true);
    const target = join(root, 'target');
    const migrated = await runQuartet(
      ['books', 'migrate', '--from', `fs:${root}`, '--to', `fs:${target}`],
      {},
      undefined,
      ACCOUNT,
    );
    expect(migrated).toMatchObject({ code: 1, stderr: '' });
    for (const path of [FIRST, PICTURE]) expect(migrated.stdout).toContain(`failed    books/sample/${path}`);
    expect(existsSync(join(target, 'books/sample', SECOND))).toBe(true);
    await client.start();
  });
});

describe.skipIf(ACCOUNT === undefined)('folders that may not be read', () => {
  it('cost only what is in them', async () => {
    chmod(CHAPTER, 0);
    const chapter = { ...book, path: CHAPTER, scope: 'chapter' };
    for (let starts = 0; starts < 2; starts++) {
      expect(await client.fail('read_content', { ...book, path: FIRST })).toMatchObject({ ...REFUSED, path: FIRST });
      expect(await client.fail('read_content', chapter)).toMatchObject({ ...REFUSED, path: CHAPTER });
      expect(await client.fail('delete_content', { ...book, path: FIRST })).toMatchObject(REFUSED);
      expect(await leftOut()).toEqual({
        delta: [`${CHAPTER}/`, FIRST, SECOND],
        archive: ['partial', [`${CHAPTER}/`, FIRST, SECOND]],
        validation: [false, [`${CHAPTER}/`, FIRST, SECOND]],
        grep: [`books/sample/${CHAPTER}/`],
        glob: [`books/sample/${CHAPTER}/`],
        assets: undefined,
        book: [`${CHAPTER}/`],
      });
      await othersAreServed();
      await client.stop();
      const wrong = [`unreadable ${CHAPTER}/`, `unreadable ${FIRST}`, `unreadable ${SECOND}`];
      expect(await findings('--repair')).toMatchObject({ code: 1, found: wrong });
      expect(await command('gc')).toMatchObject({ code: 0, stderr: '' });
      await client.start();
    }
    chmod(CHAPTER, 0o755);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(await leftOut()).toMatchObject(COMPLETE);
    expect((await client.call('read_content', { ...book, path: FIRST })).content).toBe(FIRST);
    expect((await client.call('delta_build', { ...book, since: SINCE })).deleted_files).toEqual([]);
  });

  it('of a user are never silently the shared ones, and a whole book costs only itself', async () => {
    chmod('users/ann/content/01-Part', 0);
    const hers = { ...book, path: '', scope: 'book', user_id: 'ann' };
    const items = await client.list('read_content', hers);
    expect(items.filter(({ content }) => content !== undefined)).toEqual([]);
    chmod('users/ann/content/01-Part', 0o755);
    expect((await client.list('read_content', hers)).filter(({ content }) => content === 'hers')).toHaveLength(1);
    chmod('', 0);
    expect(await client.list('list_books', {})).toHaveLength(2);
    for (const tool of ['grep_search', 'glob_search']) {
      const answer = await client.raw(tool, {
        book_id: 'other',
        pattern: tool === 'grep_search' ? 'other' : '**',
        all_books: true,
      });
      expect(answer).toMatchObject({ structuredContent: { result: [expect.anything()] }, _meta: { partial: true } });
    }
    expect(await client.fail('validate_book', book)).toMatchObject(REFUSED);
    chmod('', 0o755);
    expect(await client.call('validate_book', book)).toMatchObject({ valid: true });
  });
});

describe.skipIf(ACCOUNT === undefined)('a change that was interrupted, of a lesson that may not be read', () => {
  it('is named by restarts and verify, keeps nobody waiting, and is settled once the lesson may be read', async () => {
    await client.stop();
    const journal = await journalOf(root);
    const intent = {
      operation: 'write_content',
      agentId: 'ada',
      oldHash: sha256(FIRST),
      newHash: sha256('NEW'),
      size: 3,
    };
    const owner = 'another-machine 1 1';
    const file = { bookId: 'sample', path: FIRST, userId: BASE };
    await journal.begin({ id: randomUUID(), ...file, ...intent, staged: null, owner });
    await journal.close();
    await expireIntents();
    writeFileSync(inBook(FIRST), 'NEW');
    handOver();
    chmod(FIRST, 0);
    await client.start();
    expect(await client.call('get_book_archive', book)).toMatchObject({ status: 'partial' });
    expect(named((await client.call('delta_build', { ...book, since: SINCE })).error_manifest)).toEqual([FIRST]);
    await othersAreServed();
    const { stderr } = await client.stop();
    expect(stderr).toMatch(/waits until its file can be read/);
    expect(stderr).toContain(FIRST);
    expect(await findings()).toMatchObject({ code: 1, found: expect.arrayContaining([`unfinished ${FIRST}`]) });
    const left = [`unfinished ${FIRST}`, `unreadable ${FIRST}`];
    expect(await findings('--repair')).toMatchObject({ code: 1, found: left });
    const gc = await command('gc');
    expect(gc).toMatchObject({ code: 0 });
    expect(gc.stdout).toContain('1 wait until their files can be read');
    chmod(FIRST, 0o644);
    expect(await findings('--repair')).toMatchObject({ code: 0, found: [`unfinished ${FIRST} repaired`] });
    expect(await findings()).toMatchObject({ code: 0, found: [] });
    await client.start();
    expect((await client.call('read_content', { ...book, path: FIRST })).content).toBe('NEW');
  });

  /** As if the lease of another machine had run out. */
  async function expireIntents(): Promise<void> {
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const database = new DatabaseSync(join(root, '.quartet/journal.db'));
    database.exec('update intent set lease_until = 0');
    database.close();
  }
});

describe.skipIf(process.platform === 'win32')('what is no file', () => {
  const KINDS: Record<string, (path: string) => void> = {
    'a folder': (path) => mkdirSync(path),
    'a link': (path) => symlinkSync(inBook(ELSEWHERE), path),
    'a link to itself': (path) => symlinkSync(path, path),
    'a pipe': (path) => execFileSync('mkfifo', [path]),
  };

  it.each(Object.keys(KINDS))(
    '%s in the place of a lesson or of an own version is an error, never the shared one',
    async (kind) => {
      for (const path of [FIRST, `users/ann/${SECOND}`]) {
        rmSync(inBook(path));
        KINDS[kind]?.(inBook(path));
      }
      handOver();
      for (let starts = 0; starts < 2; starts++) {
        const hers = { ...book, path: SECOND, user_id: 'ann' };
        expect(await client.fail('read_content', hers)).toMatchObject({ ...REFUSED, path: SECOND });
        const items = await client.list('read_content', { ...book, path: CHAPTER, scope: 'chapter', user_id: 'ann' });
        expect(items.map(({ path, content }) => [path, content])).toEqual([
          [FIRST, undefined],
          [SECOND, undefined],
        ]);
        expect(await client.fail('write_content', { ...book, path: FIRST, content: 'x' })).toMatchObject(REFUSED);
        expect(await leftOut()).toMatchObject({
          delta: [FIRST],
          archive: ['partial', [FIRST]],
          validation: [false, [FIRST]],
          grep: [`books/sample/${FIRST}`],
          book: [FIRST],
        });
        await othersAreServed();
        await client.stop();
        const wrong = [`unreadable ${FIRST}`, `unreadable ${SECOND} ann`];
        expect(await findings('--repair')).toMatchObject({ code: 1, found: wrong });
        await client.start();
      }
    },
  );
});

it('a book without anything in it is a book for every tool', async () => {
  mkdirSync(inBook('', 'empty'));
  mkdirSync(inBook('content/01-Part', 'hollow'), { recursive: true });
  handOver();
  const names = (await client.list('list_books', {})).map(({ book_id }) => book_id);
  expect(names).toEqual(['empty', 'hollow', 'other', 'sample']);
  for (const book_id of ['empty', 'hollow']) {
    expect(await client.call('validate_book', { book_id })).toMatchObject({ valid: true });
    expect(await client.call('get_book_archive', { book_id })).toMatchObject({ status: 'success', file_count: 0 });
    expect(await client.call('delta_build', { book_id, since: SINCE })).toMatchObject({ status: 'unchanged' });
  }
  await client.call('delete_content', { book_id: 'other', path: FIRST });
  expect((await client.list('list_books', {})).map(({ book_id }) => book_id)).toEqual(names);
});
