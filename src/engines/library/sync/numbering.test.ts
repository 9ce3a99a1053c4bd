import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Library } from '../commit/library.ts';
import { BASE } from '../model/file-key.ts';
import { bookId } from '../model/names.ts';
import { validateBook } from '../reading/validate.ts';
import { behind, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import { hydrate } from './hydrate.ts';
import { ingest } from './ingest.ts';
import { contents, fill } from './testing/folders.ts';

const book = bookId('sample');
const OPTIONS = { deletes: true, overwrite: false, dryRun: false };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
let source: string;

beforeEach(async () => {
  folder = await temporaryFolder();
  source = join(folder.root, 'source');
  library = await openLibrary(join(folder.root, 'library'));
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

const into = (number = false, from = source) => ingest(library, book, from, 'author', { ...OPTIONS, number });
const out = (target: string) => hydrate(library, book, join(folder.root, target), OPTIONS);
const inBook = async () =>
  (await library.journal.rows(book, [BASE])).map(({ path }) => path).filter((path) => !path.endsWith('/_layout_.json'));
const at = (position: number) => `---\nsidebar_position: ${position}\n---\n# Text\n`;

const DOCS = {
  'docs/intro.md': '# Welcome',
  'docs/tutorial-basics/_category_.json': '{"label":"Basics","position":2}',
  'docs/tutorial-basics/deploy-your-site.md': at(5),
  'docs/tutorial-basics/create-a-page.md': at(1),
  'docs/tutorial-basics/congratulations.mdx': at(6),
  'docs/getting started/_category_.json': '{"position": 1}',
  'docs/getting started/ünïts & more.md': '# Units',
  'docs/getting started/linux/install.md': '# Install',
  'docs/getting started/linux/install.summary.md': '# Short',
  'docs/getting started/linux/README.md': '# Linux',
  'docs/getting started/linux/deep/er/last.md': '# Deep',
  'docs/advanced/index.md': '# Advanced',
};

test('an ordinary docs/ tree gets numbers in the order of its positions, then of its names, and its names back', async () => {
  await fill(source, DOCS);
  const { lines, hint } = await into();
  expect(hint).toMatch(/No lesson was found.*docs\/NN-Part\/NN-Chapter\/NN-lesson\.md.*--number/);
  expect(lines.every(({ action }) => action === 'left')).toBe(true);
  expect((await into(true)).hint).toBeUndefined();
  expect(await inBook()).toEqual([
    'content/00-Docs/00-Docs/01-intro.md',
    'content/01-getting-started/00-Docs/01-units-more.md',
    'content/01-getting-started/01-linux/01-install.md',
    'content/01-getting-started/01-linux/01-install.summary.md',
    'content/01-getting-started/01-linux/README.md',
    'content/01-getting-started/02-linux-deep-er/01-last.md',
    'content/01-getting-started/_category_.json',
    'content/02-tutorial-basics/00-Docs/01-create-a-page.md',
    'content/02-tutorial-basics/00-Docs/02-deploy-your-site.md',
    'content/02-tutorial-basics/00-Docs/03-congratulations.md',
    'content/02-tutorial-basics/_category_.json',
    'content/03-advanced/00-Docs/01-index.md',
  ]);
  expect(await validateBook(library, book, false)).toMatchObject({ errors: [], warnings: [] });
  await out('copy');
  expect(await contents(join(folder.root, 'copy'))).toEqual(await contents(source));
});

test('places last: new files and new lessons come beside the old ones, there and back', async () => {
  await fill(source, DOCS);
  await into(true);
  const before = await inBook();
  await rm(join(source, 'docs/advanced'), { recursive: true });
  await fill(source, { 'docs/tutorial-basics/a-first-step.md': at(0), 'docs/about.md': '# About' });
  // Once numbered, always numbered.
  await into();
  const placed = ['content/00-Docs/00-Docs/02-about.md', 'content/02-tutorial-basics/00-Docs/04-a-first-step.md'];
  const left = before.filter((path) => !path.startsWith('content/03-advanced/'));
  expect(await inBook()).toEqual([...left, ...placed].sort());
  const added = { ...sampleLesson(), path: 'content/01-getting-started/01-linux/07-new-one.md' };
  behind(join(folder.root, 'library')).write(`books/sample/${added.path}`, '# New');
  await out('copy');
  const copy = join(folder.root, 'copy');
  expect(await readFile(join(copy, 'docs/getting started/linux/07-new-one.md'), 'utf8')).toBe('# New');
  await writeFile(join(copy, 'docs/getting started/linux/07-new-one.md'), '# Newer');
  const again = await into(false, copy);
  expect(again.lines).toEqual([{ action: 'update', path: added.path }]);
});

test('what finds no place of its own is left out, never put over something else', async () => {
  const crowd = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`docs/crowd/l${at + 100}.md`, `${at}`]));
  await fill(source, {
    ...crowd,
    'docs/a.md': 'a',
    'docs/a.summary.md': 'one',
    'docs/a.summary.mdx': 'two',
    'docs/a.png': 'x',
  });
  const { lines } = await into(true);
  const left = lines.filter(({ action }) => action === 'left').map(({ path }) => path);
  expect(left).toEqual(['content/a.png', 'content/a.summary.mdx', 'content/crowd/l199.md', 'content/crowd/l200.md']);
  expect(await inBook()).toHaveLength(99 + 2);
});

test('a layout that leads out of the folder is refused', async () => {
  await fill(source, DOCS);
  await into(true);
  for (const names of [
    { folders: {}, files: { '../../outside.md': '00-Docs/00-Docs/01-intro.md' } },
    { folders: { '..': '00-Docs' }, files: {} },
    { folders: {}, files: { 'a.md': 'x.md', 'b.md': 'x.md' } },
    [],
  ]) {
    behind(join(folder.root, 'library')).write('books/sample/content/_layout_.json', JSON.stringify(names));
    await expect(out('copy')).rejects.toThrow(/_layout_\.json of the book cannot be used/);
  }
});

const word = fc.constantFrom('a', 'b', '01-a', '2. b', 'ö x', '00-Docs', 'Docs', '🎻', 'a_b', 'README', 'x'.repeat(70));
const path = fc.tuple(fc.array(word, { maxLength: 4 }), word, fc.constantFrom('.md', '.mdx', '.summary.md'));
const tree = fc.array(fc.tuple(path, fc.option(fc.integer({ min: -1, max: 3 }))), { minLength: 1, maxLength: 25 });

test('any tree comes back as it was, and nothing changes the second time', async () => {
  let round = 0;
  await fc.assert(
    fc.asyncProperty(tree, async (entries) => {
      const name = bookId(`book-${++round}`);
      const files = Object.fromEntries(
        entries.map(([[folders, file, ending], position]) => [
          ['docs', ...folders, `${file}${ending}`].join('/'),
          position === null ? `${round}` : at(position),
        ]),
      );
      const [from, to] = [join(folder.root, `from-${round}`), join(folder.root, `to-${round}`)];
      await fill(from, files);
      const options = { ...OPTIONS, number: true };
      const first = await ingest(library, name, from, 'author', options);
      expect(first.lines.filter(({ action }) => action !== 'create')).toEqual([]);
      expect((await validateBook(library, name, false)).errors).toEqual([]);
      expect((await ingest(library, name, from, 'author', options)).lines).toEqual([]);
      await hydrate(library, name, to, OPTIONS);
      expect(await contents(to)).toEqual(files);
      expect((await ingest(library, name, to, 'author', OPTIONS)).lines).toEqual([]);
    }),
    { numRuns: 10 },
  );
}, 30_000);
