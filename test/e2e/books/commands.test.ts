import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groundOf, stateOf } from '../../harness/books/ground.ts';
import { times } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { Random } from '../../harness/random.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { treeOf } from '../../harness/tree.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-commands-'));
const root = join(parent, 'library');
const ground = groundOf(root);
const source = join(parent, 'source');
const copy = join(parent, 'copy');
const LESSON = 'docs/01-Part/01-Chapter/10-lesson.md';

/** In chapters of fifty, two of them a part. */
const LESSONS = 50 * times(4);
const FILES = LESSONS + 40;
const KILLS = times(5);
/** So many lines, and a command that brings all files is killed. */
const SOME = Math.floor(FILES / 14);

beforeAll(() => makeTree(source, LESSONS, 40));
afterAll(() => rmSync(parent, { recursive: true }));

function books(...args: string[]) {
  return runQuartet(['books', ...args, '--root', root]);
}

/** Lessons of all sorts, and assets of random bytes. */
function makeTree(folder: string, lessons: number, assets: number): void {
  const random = new Random(7);
  for (let at = 0; at < lessons; at++) {
    const part = `0${1 + Math.floor(at / 100)}-Part`;
    const chapter = `0${1 + (Math.floor(at / 50) % 2)}-Chapter`;
    const text = `\ufeff# Lesson ${at}\r\n\n${'Words — ünïcode 図 🎻 '.repeat(random.below(200))}${'\n'.repeat(random.below(3))}`;
    put(join(folder, 'docs', part, chapter, `${10 + (at % 50)}-lesson.md`), Buffer.from(text));
  }
  for (let at = 0; at < assets; at++) {
    const bytes = Buffer.from(Array.from({ length: random.below(20_000) }, () => random.below(256)));
    put(join(folder, 'static', 'img', `0${at % 4}-x`, `diagram ${at} ü.png`), bytes);
  }
}

function put(file: string, bytes: Buffer | string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

function bytesOf(folder: string): string[] {
  return treeOf(folder).filter((line) => !line.startsWith('.quartet-books.json'));
}

describe('ingest and hydrate', () => {
  it('carry all files there and back byte for byte, and nothing the second time', async () => {
    const first = await books('ingest', source, '--book', 'big-book');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain(`big-book: ${FILES} created, 0 unchanged; `);
    expect(first.stdout.match(/^created {3}/gm)).toHaveLength(FILES);
    expect((await books('hydrate', copy, '--book', 'big-book')).stdout).toContain(
      `big-book: ${FILES} created, 0 unchanged`,
    );
    expect(bytesOf(copy)).toEqual(bytesOf(source));

    const nothing = { code: 0, stdout: `big-book: ${FILES} unchanged; 0 bytes transferred\n`, stderr: '' };
    expect(await books('ingest', source, '--book', 'big-book')).toEqual(nothing);
    expect(await books('hydrate', copy, '--book', 'big-book')).toEqual(nothing);
    expect(await books('verify')).toMatchObject({
      code: 0,
      stdout: `1 books, ${FILES} files, ${FILES} audit entries: clean\n`,
    });
  });

  it('what an agent writes through the server is not undone by the next ingest, but told', async () => {
    const server = await Wire.books(root);
    const file = { book_id: 'big-book', path: LESSON.replace(/^docs/, 'content') };
    const { file_hash_sha256 } = await server.data('read_content', file);
    await server.data('write_content', { ...file, content: 'by an agent', expected_hash: file_hash_sha256 });
    await server.end();
    const kept = await books('ingest', source, '--book', 'big-book');
    expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining(`kept      ${file.path} (`) });
    writeFileSync(join(source, LESSON), 'by the author');
    const conflict = await books('ingest', source, '--book', 'big-book', '--json');
    expect(conflict.code).toBe(1);
    expect(JSON.parse(conflict.stdout)).toMatchObject({ lines: [{ action: 'conflict', path: file.path }] });
    expect((await books('ingest', source, '--book', 'big-book', '--overwrite')).code).toBe(0);
  });

  it('a dry run changes nothing, a deletion is carried over on request', async () => {
    rmSync(join(source, LESSON));
    const before = stateOf(ground, 'books/');
    const planned = await books('ingest', source, '--book', 'big-book', '--delete', '--dry-run');
    expect(planned.stdout).toMatch(/^deleted .*\nbig-book, dry run: 1 deleted, \d+ unchanged; 0 bytes transferred\n$/);
    expect(planned.stdout).toContain(`${FILES - 1} unchanged`);
    expect(stateOf(ground, 'books/')).toEqual(before);
    await books('ingest', source, '--book', 'big-book', '--delete');
    await books('hydrate', copy, '--book', 'big-book', '--delete');
    expect(bytesOf(copy).filter((line) => !line.endsWith('/'))).toEqual(
      bytesOf(source).filter((line) => !line.endsWith('/')),
    );
  });

  it('killed in the middle, they go on where they were', async () => {
    const target = join(parent, 'second');
    let lines = 0;
    for (let kills = 0; kills < KILLS; kills++) {
      lines += await killedAfter(SOME, ['ingest', source, '--book', 'second-book', '--root', root]);
      await killedAfter(SOME, ['hydrate', target, '--book', 'second-book', '--root', root]);
    }
    expect(lines).toBeGreaterThanOrEqual(KILLS * SOME);
    const rest = await books('ingest', source, '--book', 'second-book');
    expect(rest).toMatchObject({ code: 0, stderr: '' });
    expect(Number(/(\d+) unchanged/.exec(rest.stdout)?.[1])).toBeGreaterThanOrEqual(KILLS * SOME);
    expect((await books('hydrate', target, '--book', 'second-book')).code).toBe(0);
    expect(bytesOf(target).filter((line) => !line.includes('.part '))).toEqual(bytesOf(source));
    expect((await books('verify')).code).toBe(0);
  });

  async function killedAfter(wanted: number, args: string[]): Promise<number> {
    const child = spawn(process.execPath, [QUARTET, 'books', ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
    let lines = 0;
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      lines += text.split('\n').length - 1;
      if (lines >= wanted) child.kill('SIGKILL');
    });
    await new Promise((done) => child.once('close', done));
    return lines;
  }
});

describe('verify and gc', () => {
  it('verify finds what was done by hand, repairs it on request, and its exit code tells', async () => {
    ground.write('books/big-book/content/01-Part/01-Chapter/11-lesson.md', 'by hand');
    ground.remove('books/big-book/content/01-Part/01-Chapter/12-lesson.md');
    const found = await books('verify', '--json');
    expect(found.code).toBe(1);
    const { findings } = JSON.parse(found.stdout) as { findings: { kind: string }[] };
    expect(findings.map(({ kind }) => kind).sort()).toEqual(['changed', 'missing']);
    expect(await books('verify', '--book', 'second-book')).toMatchObject({ code: 0 });
    expect(await books('verify', '--repair')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 repaired') });
    expect(await books('verify')).toMatchObject({ code: 0, stdout: expect.stringContaining(': clean') });
  });

  it('gc clears archives that nobody uses', async () => {
    const server = await Wire.books(root);
    await server.data('get_book_archive', { book_id: 'big-book' });
    await server.end();
    expect((await books('gc')).stdout).toMatch(/^Cleared 0 archives/);
    const planned = await books('gc', '--archives-older-than', '0', '--dry-run');
    expect(planned.stdout).toMatch(
      /^Would clear 1 archives \([1-9]\d* bytes\), 0 staged files, 0 interrupted changes\.$/m,
    );
    expect((await books('gc', '--archives-older-than', '0')).stdout).toMatch(/^Cleared 1 archives/);
    expect(await books('gc', '--archives-older-than', 'soon')).toMatchObject({ code: 2 });
  });
});
