import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { unzip } from '../../../src/engines/library/archive/testing/unzip.ts';
import { BOOK, callBooks, DOT, MOON, placeOf, SUN, writeBook, writeLesson } from '../../harness/browser/books.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import type { ServeProcess } from '../../harness/http-server.ts';

const PICTURE = { mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') };
const ASSETS = placeOf('', 'view=assets');

let server: ServeProcess;
beforeAll(async () => {
  server = await serve();
  await writeBook(server);
});

const asset = (filename: string, asset_type = 'img') =>
  callBooks(server, 'get_asset', { book_id: BOOK, asset_type, filename });
const row = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Upload' }).getByRole('listitem').filter({ hasText: text });

describe('assets', () => {
  it('are shown with thumbnail, size and Markdown that shows them in a lesson', async () => {
    const { page, trouble } = await open(server, ASSETS);
    const card = page.getByRole('list', { name: 'Assets' }).getByRole('listitem').filter({ hasText: 'dot.png' });
    await card.getByRole('img', { name: 'dot.png' }).waitFor();
    await card.getByText(/img · \d+ B/).waitFor();
    await card.getByRole('button', { name: 'Copy Markdown' }).click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    const markdown = await page.evaluate(() => navigator.clipboard.readText());
    expect(markdown).toBe('![dot](../../../static/img/dot.png)');
    const lesson = 'content/04-More/01-More/01-pasted.md';
    await writeLesson(server, lesson, markdown);
    await page.goto(`${server.url}/${placeOf(lesson)}`);
    await page.getByRole('article').getByRole('img', { name: 'dot' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('are dropped, several at once, into the folder of their kind', async () => {
    const { page, trouble } = await open(server, ASSETS);
    const zone = page.getByRole('region', { name: 'Upload' });
    await zone.waitFor();
    const files = await page.evaluateHandle((bytes) => {
      const data = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
      data.items.add(new File([content], 'dropped one.png', { type: 'image/png' }));
      data.items.add(new File(['%PDF-1.7'], 'talk.pdf', { type: 'application/pdf' }));
      return data;
    }, DOT);
    await zone.dispatchEvent('dragover', { dataTransfer: files });
    await zone.dispatchEvent('drop', { dataTransfer: files });
    await row(page, 'dropped one.png').getByText('uploaded into img').waitFor();
    await row(page, 'talk.pdf').getByText('uploaded into slides').waitFor();
    await page.getByRole('img', { name: 'dropped one.png' }).waitFor();
    expect((await asset('dropped one.png')).file_size).toBe(PICTURE.buffer.length);
    expect((await asset('talk.pdf', 'slides')).mime_type).toBe('application/pdf');
    expect(trouble).toEqual([]);
  });

  it('are chosen, with an error for each that the server refuses', async () => {
    const { page, trouble } = await open(server, ASSETS);
    await page.getByLabel('In folder').fill('01-intro');
    await page.getByLabel('Files to upload').setInputFiles([
      { name: 'good.png', ...PICTURE },
      { name: '.hidden.png', ...PICTURE },
      { name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(11 * 1024 * 1024) },
      { name: 'last.png', ...PICTURE },
    ]);
    await row(page, 'good.png').getByText('uploaded').waitFor();
    await row(page, '.hidden.png').getByText('a part that starts with a dot').waitFor();
    await row(page, 'big.png').getByText('A request may have').waitFor();
    await row(page, 'last.png').getByText('uploaded').waitFor();
    expect((await asset('01-intro/last.png')).filename).toBe('01-intro/last.png');
    expect((await asset('01-intro/big.png')).code).toBe('NOT_FOUND');
    expect(trouble).toEqual([]);
  });

  it('are not replaced without a question, and of no unknown kind', async () => {
    const first = { book_id: BOOK, asset_type: 'img', filename: 'taken.png', binary_data: DOT };
    await callBooks(server, 'upload_asset', first);
    const { page, trouble } = await open(server, ASSETS);
    const input = page.getByLabel('Files to upload');
    const other = {
      name: 'taken.png',
      mimeType: 'image/png',
      buffer: Buffer.concat([PICTURE.buffer, Buffer.alloc(1)]),
    };
    await input.setInputFiles([other, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') }]);
    await row(page, 'taken.png').getByText('there is one of this name').waitFor();
    expect((await asset('taken.png')).file_size).toBe(PICTURE.buffer.length);
    await row(page, 'taken.png').getByRole('button', { name: 'Replace it' }).click();
    await row(page, 'taken.png').getByText('uploaded').waitFor();
    expect((await asset('taken.png')).file_size).toBe(PICTURE.buffer.length + 1);
    await row(page, 'notes.txt').getByRole('button', { name: 'slides' }).click();
    await row(page, 'notes.txt').getByText('uploaded into slides').waitFor();
    expect(trouble).toEqual([]);
  });

  it('that nobody sees are not fetched, and a few at a time', async () => {
    const many = await serve();
    for (let at = 0; at < 40; at++) {
      const filename = `${String(at).padStart(2, '0')}.png`;
      await callBooks(many, 'upload_asset', { book_id: BOOK, asset_type: 'img', filename, binary_data: DOT });
    }
    const { page, trouble } = await open(many);
    let [running, most, all] = [0, 0, 0];
    await page.route('**/mcp/**', async (route) => {
      if (!route.request().postData()?.includes('include_binary')) return route.continue();
      all++;
      most = Math.max(most, ++running);
      const response = await route.fetch();
      running--;
      return route.fulfill({ response });
    });
    await page.goto(`${many.url}/${ASSETS}`);
    await page.getByText('40 assets').waitFor();
    await page.getByRole('img', { name: '07.png' }).waitFor();
    await page.getByRole('img', { name: '00.png' }).waitFor();
    expect(most).toBe(3);
    expect(all).toBeLessThan(40);
    await page.getByText('39.png').first().scrollIntoViewIfNeeded();
    await page.getByRole('img', { name: '39.png' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter by name' }).fill('12.');
    await page.getByText('1 asset', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'slides' }).click();
    await page.getByText('0 assets').waitFor();
    // Pictures that nobody waits for any more may still be on their way.
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(trouble).toEqual([]);
  });
});

describe('an archive that is not whole', () => {
  it('says so, and the rest is packed on request', async () => {
    const slow = await serve(['--archive-timeout', '1']);
    // Many small ones: even on a busy machine each of them fits into the time, and all of them do not.
    const names = Array.from({ length: 1600 }, (_, at) => {
      return `content/01-Large/${(at % 20) + 10}-Large/${Math.floor(at / 20) + 10}-lesson.md`;
    });
    const [first = '', ...others] = names.map((name) => join(slow.root, 'books', BOOK, name));
    for (const chapter of new Set([first, ...others].map(dirname))) mkdirSync(chapter, { recursive: true });
    writeFileSync(first, randomBytes(50_000).toString('hex'));
    for (const other of others) linkSync(first, other);
    const { page, trouble } = await open(slow, placeOf('', 'view=archive'));
    await page.getByRole('button', { name: 'Make an archive' }).click();
    await page.getByText('The time was too short').first().waitFor();
    const rest = page.getByRole('button', { name: 'Pack the rest' });
    const links = page.getByRole('link', { name: /^Download/ });
    for (let count = await links.count(); await rest.isVisible(); count++) {
      await rest.click();
      await links.nth(count).waitFor();
    }
    const packed: string[] = [];
    for (const link of await links.all()) {
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      packed.push(...(await unzip(await download.path())).keys());
    }
    expect(packed.sort(), (await page.locator('.notice').allInnerTexts()).join('\n')).toEqual(names.sort());
    expect(trouble).toEqual([]);
  });

  it('names the files that could not be read', async () => {
    const broken = await serve();
    await writeBook(broken);
    const file = join(broken.root, 'books', BOOK, SUN);
    rmSync(file);
    symlinkSync('01-moon.md', file);
    const { page, trouble } = await open(broken, placeOf('', 'view=archive'));
    await page.getByRole('button', { name: 'Make an archive' }).click();
    await page.getByText('1 file could not be read.').waitFor();
    await page.getByRole('listitem').filter({ hasText: SUN }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /^Download/ }).click(),
    ]);
    expect((await unzip(await download.path())).has(MOON)).toBe(true);
    expect(trouble).toEqual([]);
  });
});
