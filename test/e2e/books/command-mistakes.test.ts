import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runQuartet } from '../../harness/run-quartet.ts';
import { treeOf } from '../../harness/tree.ts';

const parent = mkdtempSync(join(tmpdir(), 'quartet-mistakes-'));
const source = join(parent, 'source');
const copy = join(parent, 'copy');
afterAll(() => rmSync(parent, { recursive: true }));

const books = (...args: string[]) => runQuartet(['books', ...args, '--root', join(parent, 'library')]);

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

beforeAll(async () => {
  put(join(source, 'docs/01-Part/01-Chapter/01-lesson.md'), '# Lesson\n');
  for (const book of ['big-book', 'second-book']) {
    expect(await books('ingest', source, '--book', book)).toMatchObject({ code: 0 });
  }
  expect(await books('hydrate', copy, '--book', 'big-book')).toMatchObject({ code: 0 });
});

it('ingest and hydrate say what is wrong: exit code 2 for the command line, 1 for the rest', async () => {
  expect(await books('ingest', source)).toMatchObject({ code: 2, stderr: expect.stringContaining('--book <id>') });
  expect(await books('ingest', source, '--book', '../x')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--book must be'),
  });
  expect(await books('ingest', join(parent, 'nowhere'), '--book', 'big-book')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The folder cannot be read (ENOENT)'),
  });
  expect(await books('hydrate', copy, '--book', 'no-such-book')).toMatchObject({ code: 1, stdout: '' });
  expect(await books('hydrate', copy, '--book', 'second-book')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The folder holds the book big-book'),
  });
  expect(await books('injest')).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean ingest?') });
});

it('ingest of a tree without numbers says which layout it needs, takes it with --number, and hydrate gives the names back', async () => {
  const site = join(parent, 'site');
  put(join(site, 'docs/intro.md'), '# Intro');
  put(join(site, 'docs/guides/_category_.json'), '{"position":1}');
  put(join(site, 'docs/guides/first steps.mdx'), '---\nsidebar_position: 1\n---\n# First');
  const plain = await books('ingest', site, '--book', 'docusaurus');
  expect(plain).toMatchObject({ code: 1 });
  expect(plain.stderr).toContain('docs/NN-Part/NN-Chapter/NN-lesson.md');
  const numbered = await books('ingest', site, '--book', 'docusaurus', '--number');
  expect(numbered).toMatchObject({ code: 0, stderr: '' });
  expect(numbered.stdout).toContain('content/01-guides/00-Docs/01-first-steps.md');
  const back = join(parent, 'back');
  expect(await books('hydrate', back, '--book', 'docusaurus')).toMatchObject({ code: 0, stderr: '' });
  expect(treeOf(back).filter((line) => !line.startsWith('.quartet-books.json'))).toEqual(treeOf(site));
});
