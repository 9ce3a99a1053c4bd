import { beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import {
  BOOK,
  callBooks,
  MOON,
  placeOf,
  readLesson,
  SUN,
  SUN_TEXT,
  WAVES,
  writeBook,
  writeLesson,
} from '../../harness/browser/books.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import type { ServeProcess } from '../../harness/http-server.ts';

describe('a library with a book', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await serve();
    await writeBook(server);
  });

  it('shows its books with what is known of them, and what comes later by itself', async () => {
    const { page, trouble } = await open(server, '#/books');
    const card = page.getByRole('listitem').filter({ hasText: BOOK });
    await card.getByText('4 texts').waitFor();
    await card.getByText('1 asset').waitFor();
    await callBooks(server, 'write_content', {
      book_id: 'second-book',
      path: 'content/01-A/01-B/01-c.md',
      content: '# C',
    });
    await page.getByRole('link', { name: 'Second book' }).click();
    await page.getByText('1 lesson in 1 chapter and 1 part').waitFor();
    expect(trouble).toEqual([]);
  });

  it('renders a lesson with its table, code, formulas and picture', async () => {
    const { page, trouble } = await open(server, placeOf(MOON));
    const lesson = page.getByRole('article');
    await lesson.getByRole('heading', { level: 2, name: 'The moon pulls' }).waitFor();
    expect(await lesson.getByRole('row').allInnerTexts()).toEqual(['body\tpull', 'moon\t2.2', 'sun\t1.0']);
    expect(await lesson.locator('.token.keyword').allInnerTexts()).toEqual(['def', 'return']);
    await lesson.locator('math mfrac').nth(1).waitFor();
    expect(await lesson.locator('math[display=block]').count()).toBe(1);
    const picture = lesson.getByRole('img', { name: 'A dot' });
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^blob:/);
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    expect(await lesson.getByText('title: The moon').count()).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Sea stories']);
    expect(trouble).toEqual([]);
  });

  it('shows size, source, hash and last change of a lesson, and copies the whole hash', async () => {
    const { page, trouble } = await open(server, placeOf(SUN));
    const { file_hash_sha256, file_size } = await readLesson(server, SUN);
    await page.getByText(`${file_size} B`).waitFor();
    await page.getByText('shared text').waitFor();
    await page.getByText(file_hash_sha256.slice(0, 8)).waitFor();
    await page.getByRole('button', { name: 'Copy hash' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(file_hash_sha256);
    expect(trouble).toEqual([]);
  });

  it('leads from lesson to lesson: by links in the text, by neighbours, by the tree', async () => {
    const { page, trouble } = await open(server, placeOf(MOON));
    await page.getByRole('link', { name: 'the sun' }).click();
    await page.locator('.is-found', { hasText: 'Its part' }).waitFor();
    expect(new URL(page.url()).hash).toBe(placeOf(SUN, 'at=its-part'));
    await page.getByRole('link', { name: 'Next 1 Waves' }).press('Enter');
    await page.getByRole('heading', { name: 'Waves', exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => [document.activeElement?.tagName, scrollY])).toEqual(['ARTICLE', 0]);
    await page.getByRole('link', { name: 'Previous 2 Sun' }).waitFor();
    const tree = page.getByRole('navigation', { name: 'Contents' });
    await tree.getByRole('link', { name: 'Summary' }).click();
    await page.getByText('The moon pulls more than the sun.').waitFor();
    await page.goto(`${server.url}/${placeOf(MOON)}`);
    const elsewhere = page.getByRole('link', { name: 'elsewhere' });
    expect(await elsewhere.getAttribute('rel')).toContain('noopener');
    expect(trouble).toEqual([]);
  });

  it('has readable names in its tree, closes and opens branches, and filters', async () => {
    const { page, trouble } = await open(server, placeOf(WAVES));
    const tree = page.getByRole('navigation', { name: 'Contents' });
    await tree.getByRole('button', { name: '1 Tides' }).waitFor();
    expect(await tree.getByRole('link').allInnerTexts()).toEqual(['1 Moon', 'Summary', '2 Sun', '1 Waves']);
    expect(await tree.locator('[aria-current=page]').innerText()).toBe('1 Waves');
    await tree.getByRole('button', { name: '1 Tides' }).click();
    expect(await tree.getByRole('link').allInnerTexts()).toEqual(['1 Waves']);
    await tree.getByRole('searchbox', { name: 'Filter lessons' }).fill('basics sun');
    await tree.getByText('1 lesson').waitFor();
    await tree.getByRole('link', { name: '2 Sun' }).click();
    await page.getByRole('heading', { name: 'The sun' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('follows what others write: the lesson that is open, and the tree', async () => {
    const { page, trouble } = await open(server, placeOf(WAVES));
    await page.getByText('The wind makes them.').waitFor();
    const { file_hash_sha256 } = await readLesson(server, WAVES);
    await writeLesson(server, WAVES, '# Waves\n\nAn agent was here.\n', { expected_hash: file_hash_sha256 });
    await page.getByText('An agent was here.').waitFor();
    await writeLesson(server, 'content/02-Waves/01-Wind/02-storms.md', '# Storms\n');
    await page.getByRole('link', { name: '2 Storms', exact: true }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('searches as one types: literally, by case, by regular expression, and leads to the line', async () => {
    const { page, trouble } = await open(server, placeOf('', 'view=search'));
    const field = page.getByRole('searchbox', { name: 'Search the lessons' });
    await field.fill('ITS PART');
    await page.getByText('1 line in 1 lesson').waitFor();
    expect(await page.locator('mark').allInnerTexts()).toEqual(['Its part']);
    await page.getByLabel('Match case').check();
    await page.getByText('Nothing was found.').waitFor();
    await field.fill('^T(wo|hree)');
    await page.getByText('Nothing was found.').waitFor();
    await page.getByLabel('Regular expression').check();
    await page.getByText('2 lines in 1 lesson').waitFor();
    await field.fill('(unclosed');
    await page.getByRole('alert').getByText('INVALID_REGEX').waitFor();
    await field.fill('^Three');
    await page.getByRole('link', { name: 'Three.' }).click();
    await page.locator('.is-found', { hasText: 'Three.' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('a search that is still running is cancelled by the next key', async () => {
    const { page, trouble } = await open(server, placeOf('', 'view=search'));
    const field = page.getByRole('searchbox', { name: 'Search the lessons' });
    // The first answer is held back, so that the next key finds its call still running.
    let release = () => {};
    const held = new Promise<void>((go) => {
      release = go;
    });
    let asked = 0;
    await page.route('**/mcp/**', async (route) => {
      if (route.request().postData()?.includes('grep_search') && asked++ === 0) await held;
      await route.continue().catch(() => {});
    });
    const first = page.waitForRequest((request) => request.postData()?.includes('(?i)moon') ?? false);
    await field.fill('moon');
    const cancelled = page.waitForEvent('requestfailed');
    await first;
    await field.fill('sun');
    expect((await cancelled).failure()?.errorText).toContain('ERR_ABORTED');
    release();
    await page.getByText(/lines in 2 lessons|lines in 3 lessons/).waitFor();
    expect(await page.locator('mark').first().innerText()).toMatch(/sun/i);
    expect(trouble).toEqual([]);
  });

  it('packs the book; the archive holds its lessons and assets', async () => {
    const { page, trouble } = await open(server, placeOf('', 'view=archive'));
    await page.getByRole('button', { name: 'Make an archive' }).click();
    const link = page.getByRole('link', { name: /^Download \(/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    const files = await unzip(await download.path());
    expect(files.get(SUN)?.text).toBe(SUN_TEXT);
    expect(files.has('static/img/dot.png')).toBe(true);
    expect(trouble).toEqual([]);
  });

  it('shows what has changed, and what was deleted', async () => {
    const gone = 'content/03-Gone/01-Gone/01-gone.md';
    await writeLesson(server, gone, 'x');
    const { page, trouble } = await open(server, placeOf('', 'view=changes'));
    const row = page.getByRole('listitem').filter({ hasText: gone });
    await row.getByRole('link').waitFor();
    await callBooks(server, 'delete_content', { book_id: BOOK, path: gone });
    await row.getByText('deleted').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'static/img/dot.png' }).getByRole('link').click();
    await page.getByRole('img', { name: 'dot.png' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('a lesson or a book that is not there says so, and what to do', async () => {
    const { page, trouble } = await open(server, placeOf('content/09-No/09-No/09-no.md'));
    await page.getByText('There is no such lesson').waitFor();
    await page.getByRole('link', { name: 'Write it' }).waitFor();
    await page.goto(`${server.url}/#/books/no-such-book`);
    await page.getByText('No lessons here yet').waitFor();
    await page.goto(`${server.url}/#/books/${BOOK}/static/img/dot.png`);
    await page.getByText('this is none').waitFor();
    expect(trouble).toEqual([]);
  });
});
