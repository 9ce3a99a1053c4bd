import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { DEMO_BOOK } from '../../../src/demo-book/index.ts';
import { bytesOf, filesOfBook } from '../../../src/demo-book/testing/lessons.ts';
import { Wire } from '../../harness/books/wire.ts';
import { runQuartet } from '../../harness/run-quartet.ts';
import { treeOf } from '../../harness/tree.ts';

interface ConsoleFile extends Partial<Record<'text' | 'filename' | 'asset_type' | 'base64', string>> {
  readonly path: string;
}

interface ConsoleBook {
  readonly book_id: string;
  readonly first_lesson: string;
  readonly files: readonly ConsoleFile[];
}

const parent = mkdtempSync(join(tmpdir(), 'quartet-demo-'));
const root = join(parent, 'library');
const files = filesOfBook();
const [lesson = '', otherLesson = ''] = files;
const FOR_CONSOLE = 'dist/console/demo-book.json';
const ADDED = 'content/01-Start/01-Welcome/09-mine.md';
const ALREADY = 'The demo book was there already: nothing was changed.\n';
const HOW_BACK = '--overwrite brings back lessons and pictures that were changed or deleted.\n';

afterAll(() => rmSync(parent, { recursive: true }));

const demo = (...args: string[]) => runQuartet(['books', 'demo', ...args, '--root', root]);
const verify = (library = root) => runQuartet(['books', 'verify', '--root', library]);
const inLibrary = (path: string) => readFileSync(join(root, 'books', DEMO_BOOK.id, path));

it('books demo adds the book, byte for byte, and it is valid', async () => {
  const { code, stdout, stderr } = await demo();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.match(/^created {3}/gm)).toHaveLength(files.length);
  const bytes = files.reduce((sum, path) => sum + bytesOf(path).length, 0);
  expect(stdout).toContain(`\n${DEMO_BOOK.id}: ${files.length} created, 0 unchanged; ${bytes} bytes transferred\n`);
  expect(stdout).toContain(`The demo book is in your library. It begins with ${DEMO_BOOK.firstLesson}.\n`);
  for (const path of files) expect(inLibrary(path), path).toEqual(bytesOf(path));

  const server = await Wire.books(root);
  expect(await server.data('validate_book', { book_id: DEMO_BOOK.id })).toMatchObject({
    valid: true,
    errors: [],
    warnings: [],
    summary: { total_files: files.length },
  });
  await server.end();
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining(': clean') });
});

it('a second run changes nothing and says so', async () => {
  const before = treeOf(join(root, 'books'));
  const nothing = `${DEMO_BOOK.id}: ${files.length} unchanged; 0 bytes transferred\n${ALREADY}`;
  expect(await demo()).toEqual({ code: 0, stdout: nothing, stderr: '' });
  expect(treeOf(join(root, 'books'))).toEqual(before);
  const told = JSON.parse((await demo('--json')).stdout) as unknown;
  expect(told).toEqual({
    book: DEMO_BOOK.id,
    dry_run: false,
    unchanged: files.length,
    transferred_bytes: 0,
    lines: [],
  });
});

it('what somebody has changed, deleted or added is kept, until --overwrite brings the original back', async () => {
  const server = await Wire.books(root);
  const at = (path: string) => ({ book_id: DEMO_BOOK.id, path });
  await change(server, lesson, 'Mine.');
  await server.data('delete_content', at(otherLesson));
  await server.data('write_content', { ...at(ADDED), content: 'Mine too.' });
  await server.end();

  const kept = await demo();
  expect(kept).toMatchObject({ code: 0, stderr: '' });
  for (const path of [lesson, otherLesson, ADDED]) expect(kept.stdout).toContain(`kept      ${path} (`);
  const counts = `${DEMO_BOOK.id}: 3 kept, ${files.length - 2} unchanged; 0 bytes transferred\n`;
  expect(kept.stdout).toMatch(new RegExp(`${counts}${ALREADY}${HOW_BACK}$`));
  expect(inLibrary(lesson).toString()).toBe('Mine.');
  expect(existsSync(join(root, 'books', DEMO_BOOK.id, otherLesson))).toBe(false);

  const back = await demo('--overwrite');
  expect(back).toMatchObject({ code: 0, stderr: '' });
  expect(back.stdout).toMatch(
    /^kept {6}content\/01-Start\/01-Welcome\/09-mine\.md \(changed, deleted or added in the library\)$/m,
  );
  expect(back.stdout).not.toContain(HOW_BACK);
  for (const path of [lesson, otherLesson]) expect(inLibrary(path)).toEqual(bytesOf(path));
  expect(inLibrary(ADDED).toString()).toBe('Mine too.');
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining(': clean') });
});

it('a book whose files were removed by hand is not taken for complete, and --overwrite brings it back', async () => {
  rmSync(join(root, 'books', DEMO_BOOK.id), { recursive: true });
  const missing = await demo();
  expect(missing.code).toBe(1);
  expect(missing.stdout).not.toContain(ALREADY);
  expect(missing.stderr).toBe(`quartet: ${files.length + 1} files of the book are missing. ${HOW_BACK}`);
  expect(await demo('--overwrite')).toMatchObject({ code: 0, stderr: '' });
  for (const path of files) expect(inLibrary(path), path).toEqual(bytesOf(path));
  expect(await verify()).toMatchObject({ code: 0, stdout: expect.stringContaining(': clean') });
});

it('an older edition is brought up to date, but not where somebody has changed it', async () => {
  const library = join(parent, 'older');
  const run = (...args: string[]) => runQuartet(['books', ...args, '--root', library]);
  const edition = join(parent, 'edition');
  for (const area of ['content', 'static']) {
    cpSync(join(DEMO_BOOK.folder, area), join(edition, area), { recursive: true });
  }
  for (const path of [lesson, otherLesson]) writeFileSync(join(edition, path), 'Old.');
  await run('ingest', edition, '--book', DEMO_BOOK.id);
  const server = await Wire.books(library);
  await change(server, otherLesson, 'Mine.');
  await server.end();

  const { code, stdout } = await run('demo');
  expect(code).toBe(0);
  expect(stdout).toContain(`updated   ${lesson}\n`);
  expect(stdout).toContain(`kept      ${otherLesson} (`);
  expect(stdout).toContain(`${files.length - 2} unchanged; ${bytesOf(lesson).length} bytes transferred\n`);
  expect(await verify(library)).toMatchObject({ code: 0 });
});

it('what the console gets are the arguments that add the book, and the command finds nothing left to do', async () => {
  const library = join(parent, 'by-console');
  const { book_id, first_lesson, files: given } = JSON.parse(readFileSync(FOR_CONSOLE, 'utf8')) as ConsoleBook;
  expect({ book_id, first_lesson }).toEqual({ book_id: DEMO_BOOK.id, first_lesson: DEMO_BOOK.firstLesson });
  expect(given.map(({ path }) => path)).toEqual(files);
  const server = await Wire.books(library);
  for (const { path, text, filename, asset_type, base64 } of given) {
    if (text !== undefined) await server.data('write_content', { book_id, path, content: text });
    else await server.data('upload_asset', { book_id, asset_type, filename, binary_data: base64 });
  }
  const run = () => runQuartet(['books', 'demo', '--root', library]);
  expect((await run()).stdout).toContain(`: ${files.length} unchanged; 0 bytes transferred\n${ALREADY}`);
  await change(server, lesson, 'Mine.');
  await server.end();
  expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining(`kept      ${lesson} (`) });
});

it('the package has all that the command needs, and both forms of the book are small', async () => {
  const { files: parts } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const installed = join(parent, 'package');
  const folders = parts.map((part) => part.replace(/\/\*.*/, ''));
  for (const part of folders) cpSync(part, join(installed, part), { recursive: true });
  cpSync('package.json', join(installed, 'package.json'));
  symlinkSync(resolve('node_modules'), join(installed, 'node_modules'), 'junction');
  const program = join(installed, 'bin', 'quartet.js');
  const added = await runQuartet(['books', 'demo', '--root', join(parent, 'packed')], {}, program);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining(`: ${files.length} created, `), stderr: '' });

  const sizes = files.map((path) => statSync(join(installed, 'dist', 'demo-book', path)).size);
  expect(sizes.reduce((sum, size) => sum + size, statSync(FOR_CONSOLE).size)).toBeLessThan(250_000);
});

async function change(server: Wire, path: string, content: string): Promise<void> {
  const file = { book_id: DEMO_BOOK.id, path };
  const { file_hash_sha256 } = await server.data('read_content', file);
  await server.data('write_content', { ...file, content, expected_hash: file_hash_sha256 });
}
