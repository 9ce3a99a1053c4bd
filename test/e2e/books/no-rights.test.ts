import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runQuartet } from '../../harness/run-quartet.ts';
import { QUARTET } from '../../harness/server-process.ts';
import { treeOf } from '../../harness/tree.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-rights-'));
const root = join(parent, 'library');
const LESSON = ['book_id=sample', 'path=content/01-Part/01-Chapter/01-intro.md'];
const NOBODY = 65_534;

beforeAll(async () => {
  chmodSync(parent, 0o755);
  const written = await runQuartet(['call', 'write_content', ...LESSON, 'content=# Intro', '--root', root]);
  expect(written.code).toBe(0);
});
afterAll(() => rmSync(parent, { recursive: true }));

/** Runs a command as an account that may read the library and nothing else. */
function asNobody(...args: string[]) {
  const home = mkdtempSync(join(tmpdir(), 'quartet-nobody-'));
  chmodSync(home, 0o777);
  const env = { ...process.env, HOME: home, TMPDIR: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [QUARTET, ...args, '--root', root], {
    uid: NOBODY,
    gid: NOBODY,
    env,
    encoding: 'utf8',
  });
  rmSync(home, { recursive: true });
  return { code: status, stdout, stderr };
}

describe.skipIf(process.getuid?.() !== 0)('a library that this user may only read', () => {
  it('is served with --read-only, also without the right to read the key of its log', () => {
    const before = treeOf(root);
    const refused = asNobody('call', 'list_books');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr).toMatch(/cannot be opened.*--read-only/);
    const read = (tool: string, ...args: string[]) => {
      const { code, stdout, stderr } = asNobody('call', tool, ...args, '--read-only');
      expect([code, stderr]).toEqual([0, '']);
      return stdout;
    };
    expect(read('read_content', ...LESSON)).toContain('# Intro');
    expect(read('delta_build', 'book_id=sample', 'since=2020-01-01T00:00:00Z')).toContain('01-intro.md');
    expect(read('validate_book', 'book_id=sample')).toContain('"valid":true');
    expect(read('get_book_archive', 'book_id=sample')).toContain('"status":"success"');
    expect(treeOf(root)).toEqual(before);
  });

  it('is hydrated; whether its log was changed cannot be told without the key, and is not claimed', () => {
    const site = join(parent, 'site');
    mkdirSync(site);
    chmodSync(site, 0o777);
    expect(asNobody('books', 'hydrate', site, '--book', 'sample')).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(site, 'docs/01-Part/01-Chapter/01-intro.md'))).toBe(true);
    expect(asNobody('books', 'verify')).toMatchObject({ code: 1, stdout: '' });
    expect(asNobody('books', 'verify').stderr).toContain('audit.key');
    chmodSync(join(root, '.quartet/audit.key'), 0o644);
    expect(asNobody('books', 'verify')).toMatchObject({ code: 0, stderr: '' });
    chmodSync(join(root, '.quartet/audit.key'), 0o600);
  });
});

describe('a folder without a library', () => {
  const typo = join(parent, 'typo');
  it.each([
    ['verify'],
    ['verify', '--repair'],
    ['audit'],
    ['audit', '--heads'],
    ['gc'],
    ['gc', '--dry-run'],
    ['hydrate', join(parent, 'empty'), '--book', 'sample'],
  ])('is told by %s %s, and stays as it is', async (...command) => {
    for (const folder of [typo, join(parent, 'other')]) {
      if (folder !== typo) mkdirSync(folder, { recursive: true });
      const { code, stdout, stderr } = await runQuartet(['books', ...command, '--root', folder]);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`There is no library in ${folder}. Name its folder with --root.`);
    }
    expect(existsSync(typo)).toBe(false);
    expect(readdirSync(join(parent, 'other'))).toEqual([]);
    expect(existsSync(join(parent, 'empty'))).toBe(false);
  });

  it('is told by migrate, and nothing is made at the target either', async () => {
    const ends = ['--from', `fs:${typo}`, '--to', `fs:${join(parent, 'target')}`];
    const { code, stderr } = await runQuartet(['books', 'migrate', ...ends]);
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no library in ${typo}`);
    expect(existsSync(typo) || existsSync(join(parent, 'target'))).toBe(false);
  });

  it('is a library once somebody has put a book there', async () => {
    const byHand = join(parent, 'by-hand');
    mkdirSync(join(byHand, 'books/sample/content/01-Part/01-Chapter'), { recursive: true });
    writeFileSync(join(byHand, 'books/sample/content/01-Part/01-Chapter/01-intro.md'), 'x');
    const { stdout } = await runQuartet(['books', 'verify', '--root', byHand]);
    expect(stdout).toContain('1 books, 1 files');
  });
});
