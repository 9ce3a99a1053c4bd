import { spawnSync } from 'node:child_process';
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { codeOf } from '../../../src/lib/errno.ts';
import { BooksClient } from '../../harness/books/client.ts';
import { ServeProcess } from '../../harness/http-server.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const LESSON = { book_id: 'sample', path: 'content/01-Part/01-Chapter/01-intro.md' };
const LONG_AGO = new Date('2020-01-01');
const FOREIGN = ['thesis.docx', '.notes', 'sample-2026-01-01-0123456789abcdef.zip', 'a.zip'];

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'quartet-planted-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Somebody else's files, all of them old. */
function foreignFolder(): string {
  const path = folder();
  for (const name of FOREIGN) {
    writeFileSync(join(path, name), `this is ${name}`);
    utimesSync(join(path, name), LONG_AGO, LONG_AGO);
  }
  return path;
}

/** What is in a folder, to the last bit that a foreign hand could change. */
function stateOf(path: string): string[] {
  return readdirSync(path)
    .sort()
    .map((name) => `${name} ${lstatSync(join(path, name)).mtimeMs} ${readFileSync(join(path, name), 'utf8')}`);
}

async function client(root: string, ...extra: string[]): Promise<BooksClient> {
  const made = new BooksClient(root, extra);
  await made.start();
  onTestFinished(async () => void (await made.kill().catch(() => {})));
  return made;
}

async function library(): Promise<string> {
  const root = folder();
  const books = await client(root);
  await books.call('write_content', { ...LESSON, content: '# Intro\n' });
  await books.stop();
  return root;
}

describe('a link in the place of the archives', () => {
  it.each([[], ['--read-only']])('leads no server elsewhere (%s)', async (...flags: string[]) => {
    const root = await library();
    const foreign = foreignFolder();
    const before = stateOf(foreign);
    symlinkSync(foreign, join(root, 'archives'));
    const books = await client(root, ...flags);
    const failure = await books.fail('get_book_archive', { book_id: 'sample' });
    expect(failure).toMatchObject({ error: 'StorageError', retryable: false });
    expect(failure.message).toContain('At archives there is a link');
    expect(await books.call('read_content', LESSON)).toMatchObject({ content: '# Intro\n' });
    await books.stop();
    const gc = await runQuartet(['books', 'gc', '--archives-older-than', '0', '--root', root]);
    expect(gc).toMatchObject({ code: 1 });
    expect(gc.stderr).toContain('At archives there is a link');
    expect(stateOf(foreign)).toEqual(before);
  });

  it('put there and taken away while archives are made and swept costs nothing outside', async () => {
    const root = await library();
    const foreign = foreignFolder();
    const before = stateOf(foreign);
    mkdirSync(join(root, 'archives'));
    const books = await client(root);
    let done = false;
    const swapping = (async () => {
      let swaps = 0;
      for (; !done; swaps++) {
        const [real, away] = [join(root, 'archives'), join(root, 'away')];
        renameSync(real, away);
        symlinkSync(foreign, real);
        await new Promise((resolve) => setTimeout(resolve, 1));
        putBack(away, real);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      return swaps;
    })();
    for (let round = 0; round < 60; round++) {
      await books.raw('get_book_archive', { book_id: 'sample', scope: ['all', 'content', 'assets'][round % 3] });
    }
    done = true;
    expect(await swapping).toBeGreaterThan(10);
    expect(stateOf(foreign)).toEqual(before);
  });
});

it('a link with the name of an archive is not sent, and the next archive takes its place', async () => {
  const root = await library();
  const secret = join(folder(), 'secret');
  writeFileSync(secret, 'a secret');
  const server = await ServeProcess.start([], {}, root);
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const archive = async () => {
    const { json } = await server.call('/mcp/books', 'get_book_archive', { book_id: 'sample' });
    return new URL(json.result.structuredContent.archive_url as string);
  };
  const { pathname, search } = await archive();
  const file = join(root, 'archives', decodeURIComponent(basename(pathname)));
  rmSync(file);
  symlinkSync(secret, file);
  const refused = await server.send(`${pathname}${search}`);
  expect(refused.status).toBe(404);
  expect(refused.text).not.toContain('secret');
  await archive();
  expect((await server.send(`${pathname}${search}`)).text).toMatch(/^PK/);
  expect(readFileSync(secret, 'utf8')).toBe('a secret');
});

it('a sweep takes old archives and nothing else', async () => {
  const root = await library();
  const archives = join(root, 'archives');
  mkdirSync(archives);
  const precious = foreignFolder();
  const before = stateOf(precious);
  for (const name of ['thesis.docx', 'a.zip', 'old-2020-01-01-0123456789abcdef.zip']) {
    writeFileSync(join(archives, name), 'x');
    utimesSync(join(archives, name), LONG_AGO, LONG_AGO);
  }
  symlinkSync(join(precious, 'a.zip'), join(archives, 'link-2020-01-01-0123456789abcdef.zip'));
  const books = await client(root);
  await books.call('get_book_archive', { book_id: 'sample' });
  const left = readdirSync(archives).filter((name) => !name.startsWith('sample-'));
  expect(left.sort()).toEqual(['a.zip', 'link-2020-01-01-0123456789abcdef.zip', 'thesis.docx']);
  expect(stateOf(precious)).toEqual(before);
});

it('--read-only makes archives elsewhere, for as long as the server runs', async () => {
  const root = await library();
  const before = readdirSync(root).sort();
  const books = await client(root, '--read-only');
  const { archive_url } = await books.call('get_book_archive', { book_id: 'sample' });
  const file = fileURLToPath(archive_url as string);
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
  expect(await books.call('get_book_archive', { book_id: 'sample' })).toMatchObject({ archive_url });
  expect(readdirSync(root).sort()).toEqual(before);
  await books.stop();
  expect(lstatSync(join(file, '../..'), { throwIfNoEntry: false })).toBeUndefined();

  const server = await ServeProcess.start(['--read-only'], {}, root);
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const { json } = await server.call('/mcp/books', 'get_book_archive', { book_id: 'sample' });
  const url = new URL(json.result.structuredContent.archive_url as string);
  expect((await server.send(`${url.pathname}${url.search}`)).text).toMatch(/^PK/);
  expect(readdirSync(root).sort()).toEqual(before);
  await server.stop();
});

it('--read-only gives archives that are there, and lets old ones be', async () => {
  const root = await library();
  const books = await client(root);
  const { archive_url } = await books.call('get_book_archive', { book_id: 'sample' });
  await books.stop();
  utimesSync(fileURLToPath(archive_url as string), LONG_AGO, LONG_AGO);
  const before = stateOf(join(root, 'archives'));
  const reader = await client(root, '--read-only');
  expect(await reader.call('get_book_archive', { book_id: 'sample' })).toMatchObject({ archive_url });
  await reader.stop();
  expect(stateOf(join(root, 'archives'))).toEqual(before);
});

describe('a start is refused in one line that names the file', () => {
  it.each(['journal.db', 'journal.db-wal', 'journal.db-shm', 'audit.key'])('%s is a link', async (name) => {
    const root = await library();
    const [own, target] = [join(root, '.quartet', name), join(folder(), name)];
    writeFileSync(target, 'foreign');
    rmSync(own, { force: true });
    symlinkSync(target, own);
    for (const command of [['books'], ['books', '--read-only'], ['books', 'verify'], ['books', 'gc']]) {
      const { code, stderr } = await runQuartet([...command, '--root', root]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^quartet: The library cannot be opened\. [^\n]+\nSee quartet books[ a-z]* --help\.\n$/);
      expect(stderr).toContain(`.quartet/${name} is a link`);
    }
    expect(readFileSync(target, 'utf8')).toBe('foreign');
  });

  it('the journal is a pipe', async () => {
    const root = await library();
    rmSync(join(root, '.quartet/journal.db'));
    spawnSync('mkfifo', [join(root, '.quartet/journal.db')]);
    const { code, stderr } = await runQuartet(['books', '--root', root]);
    expect(code).toBe(1);
    expect(stderr).toContain('.quartet/journal.db is a link or no plain file');
  });

  it('.quartet is a link, and nothing is made behind it', async () => {
    const root = await library();
    const foreign = folder();
    rmSync(join(root, '.quartet'), { recursive: true });
    symlinkSync(foreign, join(root, '.quartet'));
    const { code, stderr } = await runQuartet(['books', '--root', root]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^quartet: The library cannot be opened\. At \.quartet there is a link[^\n]+\nSee /);
    expect(readdirSync(foreign)).toEqual([]);
  });
});

/** The server may have made a folder where the link was. */
function putBack(away: string, real: string): void {
  for (;;) {
    rmSync(real, { recursive: true, force: true });
    try {
      return renameSync(away, real);
    } catch (error) {
      if (codeOf(error) !== 'ENOTEMPTY') throw error;
    }
  }
}
