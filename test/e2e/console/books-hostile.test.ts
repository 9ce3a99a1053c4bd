import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { BOOK, callBooks, DOT, expectNoSidewaysScroll, placeOf, writeLesson } from '../../harness/browser/books.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import { FAKE_PICTURE, HOSTILE_ASSETS, HOSTILE_TEXTS } from '../../harness/browser/hostile-lessons.ts';
import { HELLO, type ServeProcess } from '../../harness/http-server.ts';

const NAMES = Object.keys(HOSTILE_TEXTS);
const pathOf = (name: string) => `content/01-Hostile/01-Texts/${NAMES.indexOf(name) + 10}-text.md`;
const contentOf = (name: string) => `# ${name}\n\n${HOSTILE_TEXTS[name]}\n`;

let server: ServeProcess;
beforeAll(async () => {
  server = await serve();
  for (const name of NAMES) await writeLesson(server, pathOf(name), contentOf(name));
  const uploads = [
    ['dot.png', DOT],
    ...['fake.svg', 'fake.png'].map((name) => [name, FAKE_PICTURE.toString('base64')]),
  ];
  for (const [filename, binary_data] of [...uploads, ...HOSTILE_ASSETS.map((name) => [name, DOT])]) {
    const done = await callBooks(server, 'upload_asset', { book_id: BOOK, asset_type: 'img', filename, binary_data });
    expect(done.status, filename).toBe('success');
  }
});

/** Nothing of what the text wanted has happened. */
async function expectCalm(page: Page, name?: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.dataset.ran), name).toBeUndefined();
  expect(
    await page.evaluate(
      () =>
        document.querySelectorAll(
          'main :is(script, iframe, object, embed, svg, form[action], style, base, meta, video)',
        ).length,
    ),
    name,
  ).toBe(0);
  const links = await page
    .getByRole('main')
    .locator('[href], [src]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? one.getAttribute('src') ?? ''));
  for (const link of links) expect(link, name).toMatch(/^(#\/|https?:\/\/|blob:)/);
  expect(await page.locator('[style]').count(), name).toBe(0);
  await expectNoSidewaysScroll(page);
}

const PHONE = { width: 360, height: 740 };

/** Shows every text in one tab, whose document stays the same: what one of them started would still be there at the next. */
async function expectAllCalm(names: readonly string[], view: string, shown: (page: Page) => Locator): Promise<void> {
  const { page, trouble } = await open(server, placeOf());
  const desktop = page.viewportSize() ?? PHONE;
  for (const name of names) {
    await page.evaluate((place) => location.assign(place), placeOf(pathOf(name), view));
    await shown(page).getByRole('heading', { name, exact: true }).waitFor();
    await shown(page).locator('.maths:empty').first().waitFor({ state: 'detached' });
    for (const viewport of [desktop, PHONE, desktop]) {
      await page.setViewportSize(viewport);
      await expectCalm(page, name);
    }
    expect(trouble, name).toEqual([]);
  }
}

it('each lesson is only a text, on a desktop and on a phone', async () => {
  await expectAllCalm(NAMES, '', (page) => page.getByRole('article'));
});

it('the editor and its preview take all of them too', async () => {
  const short = NAMES.filter((name) => contentOf(name).length < 60_000);
  await expectAllCalm(short, 'view=edit', (page) => page.getByRole('region', { name: 'Preview' }));
});

it('pictures are shown only when their bytes are those of a picture', async () => {
  const { page, trouble } = await open(server, placeOf(pathOf('pictures that are none')));
  const article = page.getByRole('article');
  await article.getByRole('link', { name: /^an svg \(/ }).waitFor();
  await article.getByRole('link', { name: /^a false png \(/ }).waitFor();
  await article.getByText('[nothing: There is no such asset.').waitFor();
  expect(await article.getByRole('img').count()).toBe(0);
  expect(trouble).toEqual([]);
});

it('hostile names of assets, files and agents are only names', async () => {
  const folder = join(server.root, 'books', BOOK, 'content', '01-Hostile');
  mkdirSync(join(folder, '<svg onload=alert(1)>'), { recursive: true });
  writeFileSync(join(folder, '<svg onload=alert(1)>', '<b>\u202Edm.x.md'), 'needle in a <script> haystack');
  const clientInfo = { name: '<img src=x onerror=alert(1)>\u202E', version: '1' };
  const hello = await server.post('/mcp', { ...HELLO, params: { ...HELLO.params, clientInfo } });
  const headers = { 'mcp-session-id': String(hello.headers['mcp-session-id']) };
  const path = 'content/01-Hostile/02-Agents/01-agent.md';
  await server.call('/mcp', 'write_content', { book_id: BOOK, path, content: 'x' }, headers);

  for (const options of [{}, { viewport: { width: 360, height: 740 } }]) {
    const { page, trouble } = await open(server, placeOf('', 'view=assets'), options);
    await page.getByRole('link', { name: 'Download photo‹202E›gnp.exe' }).waitFor();
    await page.getByRole('img', { name: /^<img src=x/ }).waitFor();
    await expectCalm(page);
    await page.goto(`${server.url}/${placeOf('', 'view=check')}`);
    await page.getByText('<b>‹202E›dm.x.md').first().waitFor();
    await expectCalm(page);
    await page.goto(`${server.url}/${placeOf('', 'view=search&q=needle')}`);
    await page.getByText('in a <script> haystack').waitFor();
    await expectCalm(page);
    await page.goto(`${server.url}/${placeOf(path, 'view=history')}`);
    await page.getByText('<img src=x onerror=alert(1)>‹202E› 1').waitFor();
    await expectCalm(page);
    await page.goto(`${server.url}/${placeOf()}`);
    await page.getByText('1 other file').click();
    await page.getByText('<b>‹202E›dm.x.md').waitFor();
    await expectCalm(page);
    expect(trouble).toEqual([]);
  }
});

it('hostile texts are only texts where they are merged and compared', async () => {
  const path = 'content/01-Hostile/03-Races/01-race.md';
  const text = (who: string) => `same\n\n<script>${who}</script> ${who.repeat(3000)}\n\n\u202E${who}\n`;
  await writeLesson(server, path, text('base'));
  const { page, trouble } = await open(server, placeOf(path, 'view=edit'), { viewport: { width: 360, height: 740 } });
  await page.getByLabel('Markdown of the lesson').fill(text('mine'));
  const { file_hash_sha256 } = await callBooks(server, 'read_content', { book_id: BOOK, path });
  await writeLesson(server, path, text('theirs'), { expected_hash: file_hash_sha256 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('group', { name: 'Both changed this (1 of 2)' }).waitFor();
  await expectCalm(page);
  await writeLesson(server, path, text('ann'), { user_id: 'ann' });
  await page.goto(`${server.url}/${placeOf(path, 'view=mine&user=ann')}`);
  await page.getByRole('button', { name: 'Leave, keep them' }).click();
  await page.getByText('2 lines differ.').waitFor();
  await expectCalm(page);
  expect(trouble).toEqual([]);
});

it.each([
  '#/books/<script>alert(1)<script>',
  '#/books/..%2f..%2fetc',
  '#/books/%00',
  `#/books/${'x'.repeat(500)}`,
  `#/books/${BOOK}/../../x`,
])('the address %s is refused in words', async (address) => {
  const { page, trouble } = await open(server, address);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.locator('.notice, .empty').first().waitFor();
  await expectCalm(page);
  expect(trouble).toEqual([]);
});
