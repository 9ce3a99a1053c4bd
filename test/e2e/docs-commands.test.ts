import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { type Followed, followPage } from '../harness/docs/follow-page.ts';
import { Reader } from '../harness/docs/reader.ts';

/** These are read in a clone; whoever reads the others has `quartet` on the path. */
const IN_A_CLONE = ['README.md', 'CONTRIBUTING.md'];
const IN_THE_BOOK = readdirSync('docs', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map((name) => join('docs', name))
  .sort();

/** How many blocks of a page are marked as not run. Each one more is a command that nobody tries. */
const NOT_RUN: Record<string, number> = {
  'CONTRIBUTING.md': 4,
  'README.md': 1,
  'docs/books.md': 1,
  'docs/books-scale.md': 6,
  'docs/command-line.md': 6,
  'docs/deploy.md': 4,
  'docs/http.md': 1,
  'docs/install.md': 6,
  'docs/library.md': 1,
};

const followed = new Map<string, Followed>();

it.each([...IN_A_CLONE, 'ARCHITECTURE.md', 'SECURITY.md', ...IN_THE_BOOK])(
  'what %s shows is what happens',
  async (name) => {
    const reader = new Reader(IN_A_CLONE.includes(name) ? 'clone' : 'folder');
    onTestFinished(() => reader.leave());
    const page = await followPage(name, readFileSync(name, 'utf8'), reader);
    followed.set(name, page);
    expect(page.notRun, 'marked as not run').toHaveLength(NOT_RUN[name] ?? 0);
  },
  300_000,
);

it('what README.md shows is what happens, in the package as it is published too', async () => {
  const reader = new Reader('package');
  onTestFinished(() => reader.leave());
  const { run } = await followPage('README.md', readFileSync('README.md', 'utf8'), reader);
  expect(run).toBe(followed.get('README.md')?.run);
}, 300_000);

afterAll(() => {
  const pages = [...followed.values()];
  const run = pages.reduce((sum, page) => sum + page.run, 0);
  const notRun = pages.flatMap((page) => page.notRun);
  console.log(`${run} commands and snippets were run, ${notRun.length} blocks were not:\n${notRun.join('\n')}`);
});
