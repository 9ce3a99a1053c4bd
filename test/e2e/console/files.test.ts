import { mkdirSync, mkdtempSync, realpathSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Page, Request, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import { axeInBothSchemes } from '../../harness/browser/axe.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import type { ServeProcess } from '../../harness/http-server.ts';

const PHONE = { viewport: { width: 360, height: 740 } };
const MARKUP = '<img src=x onerror=alert(1)> hostile.txt';
const LONG = `hostile-${'x'.repeat(243)}.txt`;
const DAY_MS = 86_400_000;

const top = realpathSync(mkdtempSync(join(tmpdir(), 'quartet-console-files-')));
const notes = join(top, 'notes');
const many = join(top, 'many');
const large = join(top, 'large');
let server: ServeProcess;

beforeAll(async () => {
  for (const folder of [join(notes, 'inner'), many, large]) mkdirSync(folder, { recursive: true });
  const put = (name: string, content: string | Buffer, ageDays = 0) => {
    writeFileSync(join(notes, name), content);
    utimesSync(join(notes, name), Date.now() / 1000, (Date.now() - ageDays * DAY_MS) / 1000);
  };
  const before = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n');
  put('Quarterly report.md', `${before}\nThe Café was counted\nin the quarterly report.\n`);
  put('inner/plan.txt', 'A plan from last year, with a cafe in it.\n', 400);
  put('poster.png', picture(64, 48));
  put('score.pdf', pdf(['The cello begins in the third bar']), 3);
  put(MARKUP, '<script>alert("hostile")</script> & <b>hostile</b>\n');
  put('two\nlines hostile.txt', 'x');
  put('hostile\u202etxt.exe', 'x');
  put('שלום hostile.txt', 'x');
  put(LONG, 'a'.repeat(300_000));
  put('data.bin', Buffer.from([0, 1, 2, 3]));
  put('long.log', `${'nothing to see\n'.repeat(9999)}the bassoon\n`);
  for (let at = 0; at < 130; at++) writeFileSync(join(many, `filler ${at}.${at % 10 ? 'txt' : 'png'}`), '');
  server = await serve(['--allow', notes, '--allow', many]);
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

const field = (page: Page) => page.getByRole('combobox', { name: 'Search in names and contents' });
const options = (page: Page) => page.getByRole('option');
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const option = (page: Page, name: string) => options(page).filter({ hasText: name });
const preview = (page: Page) => page.getByRole('region', { name: /^Preview of/ });
const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');

/** Waits until an expression holds in the page; its rules let no function wait there. */
async function until(page: Page, expression: string): Promise<void> {
  await expect.poll(() => page.evaluate(expression), { timeout: 30_000 }).toBe(true);
}

/** A picture that browsers can show: all of one colour. */
function picture(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0], 8);
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const rows = deflateSync(Buffer.alloc((width + 1) * height, 128).map((byte, at) => (at % (width + 1) ? byte : 0)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

function crc(bytes: Buffer): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** What a request searches for; undefined when it does something else. */
function queryOf(request: Request): string | undefined {
  const { method, params } = (request.postDataJSON() ?? {}) as {
    method?: string;
    params?: { name?: string; arguments?: { query?: string; scope?: string } };
  };
  const { query, scope } = params?.arguments ?? {};
  return method === 'tools/call' && params?.name === 'search' && scope === notes ? query : undefined;
}

it('shows what was changed last, and finds files while one types', async () => {
  const { page, trouble } = await open(server, '#/files');
  await page.getByRole('status').getByText('Changed last').waitFor();
  expect(await options(page).count()).toBeGreaterThan(5);
  await field(page).pressSequentially('QUARTERLY rep');
  await page.getByRole('status').getByText('1 file', { exact: true }).waitFor();
  const hit = options(page);
  expect(await hit.locator('.hit-name mark').allInnerTexts()).toEqual(['Quarterly rep']);
  expect(await hit.locator('.hit-snippet').innerText()).toContain('line 302');
  expect(await hit.locator('.hit-snippet mark').allInnerTexts()).toEqual(['quarterly rep']);
  expect(await hit.innerText()).toMatch(/Markdown document[^]*notes/);
  await page.waitForURL((url) => url.hash === '#/files?q=QUARTERLY+rep');

  await field(page).fill('CAFE');
  await option(page, 'plan.txt').waitFor();
  expect(await page.locator('.hit-snippet mark').allInnerTexts()).toEqual(['cafe', 'Café']);
  expect(trouble).toEqual([]);
});

it('the last key wins: calls before it are cancelled, late answers are dropped, and the list never goes blank', async () => {
  const { page, trouble } = await open(server, '#/files?q=hostile');
  await option(page, 'two↵lines').waitFor();
  const cancelled: string[] = [];
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(...[queryOf(request)].filter((query) => query !== undefined)));
  page.on(
    'requestfailed',
    (request) => void cancelled.push(...[queryOf(request)].filter((query) => query !== undefined)),
  );
  let held: Route | undefined;
  const holding = new Promise<void>((resolve) => {
    void page.route(/\/mcp/, async (route) => {
      if (queryOf(route.request()) !== 'qu') return route.fallback();
      held = route;
      resolve();
    });
  });
  await page.evaluate(`
    leastOptions = Infinity;
    new MutationObserver(() => {
      leastOptions = Math.min(leastOptions, document.querySelectorAll('[role=option]').length);
    }).observe(document.getElementById('main'), { childList: true, subtree: true });
  `);
  await field(page).fill('qu');
  await holding;
  await page.evaluate(`for (const text of ['qua', 'quar', 'quart', 'quarte', 'quarter', 'quarterl', 'quarterly']) {
    const field = document.getElementById('files-text');
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }`);
  await page.getByRole('status').getByText('1 file', { exact: true }).waitFor();
  expect(cancelled).toEqual(['qu']);
  // Whoever types quickly asks once, not with every key.
  expect(asked).toEqual(['qu', 'quarterly']);
  await held?.continue().catch(() => {});
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await options(page).locator('.hit-name').allInnerTexts()).toEqual(['Quarterly report.md']);
  expect(await page.evaluate('leastOptions')).toBe(1);
  expect(trouble).toEqual([]);
});

it('works by keyboard alone, from the slash to the preview and back', async () => {
  const { page, trouble } = await open(server, '#/files');
  await options(page).first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('cafe');
  await option(page, 'plan.txt').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const active = () => field(page).getAttribute('aria-activedescendant');
  expect(await page.locator(`[id="${await active()}"]`).innerText()).toContain('Quarterly');
  expect(await page.getByRole('option', { selected: true }).innerText()).toContain('Quarterly');
  await page.keyboard.press('ArrowUp');
  expect(await page.getByRole('option', { selected: true }).innerText()).toContain('plan.txt');
  await page.keyboard.press('ArrowDown');
  expect(await field(page).evaluate('document.activeElement.id')).toBe('files-text');

  await page.keyboard.press('Enter');
  await preview(page).getByText('Match 1 of 1').waitFor();
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(
    'Preview of Quarterly report.md',
  );
  // The match is in sight within its box, far below the beginning of the text.
  const mark = preview(page).locator('mark');
  expect(await mark.innerText()).toBe('Café');
  const [outer, inner] = [await page.locator('.preview-text').boundingBox(), await mark.boundingBox()];
  expect(inner?.y).toBeGreaterThan(outer?.y ?? Infinity);
  expect(inner?.y).toBeLessThan((outer?.y ?? 0) + (outer?.height ?? 0));

  await page.keyboard.press('Escape');
  await preview(page).waitFor({ state: 'detached' });
  expect(await page.evaluate('document.activeElement.id')).toBe('files-text');
  expect(await field(page).inputValue()).toBe('cafe');
  await page.keyboard.press('Escape');
  await page.getByText('Changed last').waitFor();
  expect(await field(page).inputValue()).toBe('');

  // Whoever is quicker than the answer gets what was typed, not what was there before.
  await page.keyboard.type('poster');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Preview of poster.png' }).waitFor();
  expect(trouble).toEqual([]);
});

it('shows pictures, the text of documents, and what is known of other files', async () => {
  const { page, trouble } = await open(server, '#/files?q=poster');
  await option(page, 'poster.png').click();
  const shown = page.getByRole('img', { name: 'The picture poster.png' });
  await shown.waitFor();
  await until(page, 'document.querySelector(".preview-picture").naturalWidth === 64');

  await field(page).fill('cello begins');
  await option(page, 'score.pdf').click();
  await preview(page).getByText('Match 1 of 1').waitFor();
  expect(await preview(page).locator('mark').innerText()).toBe('cello begins');

  await field(page).fill('bassoon');
  await option(page, 'long.log').click();
  await preview(page).getByText('The match is further down, in line 10000').waitFor();
  await preview(page).getByText('Only the beginning of this file is shown.').waitFor();

  await field(page).fill('data.bin');
  await option(page, 'data.bin').click();
  await preview(page)
    .getByRole('row', { name: /^Size 4 B/ })
    .waitFor();
  await preview(page).getByRole('button', { name: 'Copy path' }).click();
  await preview(page).getByText('Copied').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(join(notes, 'data.bin'));

  // What was opened can be left by the browser's own way back.
  await page.goBack();
  await preview(page).waitFor({ state: 'detached' });
  expect(trouble).toEqual([]);
});

it('where there is no preview, what is known of a file and its text still are', async () => {
  const plain = await serve(['--allow', notes, '--exclude-tools', 'preview_file']);
  const { page, trouble } = await open(plain, '#/files?q=poster');
  await option(page, 'poster.png').click();
  await preview(page).getByText('has no text that can be read').waitFor();
  await preview(page).getByRole('row', { name: 'Width 64 pixels' }).waitFor();
  // Texts come page by page.
  await field(page).fill('bassoon');
  await option(page, 'long.log').click();
  await preview(page).getByText('The match is further down, in line 10000').waitFor();
  const match = preview(page).getByText('Match 1 of 1');
  const more = preview(page).getByRole('button', { name: 'Read on', disabled: false });
  for (;;) {
    await match.or(more).first().waitFor();
    if ((await match.count()) > 0) break;
    // It is gone when the last page has come meanwhile.
    await more.click({ timeout: 2000 }).catch(() => undefined);
  }
  expect(trouble).toEqual([]);
});

it('narrows by kind, age and folder, together with the text', async () => {
  const { page, trouble } = await open(server, '#/files');
  await chip(page, 'PDF').click();
  await page.getByRole('status').getByText('1 file', { exact: true }).waitFor();
  expect(await options(page).innerText()).toContain('score.pdf');
  await chip(page, 'Today').click();
  await page.getByText('No such file').waitFor();
  await chip(page, 'PDF').click();
  await chip(page, 'Today').click();

  await field(page).fill('cafe');
  await option(page, 'plan.txt').waitFor();
  await chip(page, 'This month').click();
  await option(page, 'plan.txt').waitFor({ state: 'detached' });
  await option(page, 'Quarterly').waitFor();
  await chip(page, 'This month').click();
  await option(page, 'plan.txt').click();
  // From the file into its folder.
  await preview(page).getByRole('button', { name: 'inner' }).click();
  await page.waitForURL((url) => new URLSearchParams(url.hash.split('?')[1]).get('in') === join(notes, 'inner'));
  await page.getByRole('status').getByText('1 file', { exact: true }).waitFor();
  expect(await page.getByRole('group', { name: 'Folder' }).getByRole('button', { pressed: true }).innerText()).toMatch(
    /^inner/,
  );

  await page.goto(`${server.url}/#/files?q=hostile&kind=code`);
  await page.getByText('Let go of a chip above').waitFor();
  expect(await chip(page, 'Code').getAttribute('aria-pressed')).toBe('true');
  expect(trouble).toEqual([]);
});

it('says what is left out of a list, and shows the rest page by page', async () => {
  const { page, trouble } = await open(server, '#/files?q=filler');
  const bar = page.locator('.honest-bar');
  await bar.getByText('More than 100 files in many match; the best ones are listed.').waitFor();
  const first = await options(page).count();
  await page.getByRole('button', { name: 'Show more' }).click();
  await until(page, `document.querySelectorAll('[role=option]').length > ${first}`);
  await bar.getByRole('button', { name: 'Look for up to 1,000' }).click();
  await bar.waitFor({ state: 'detached' });
  await page.getByText(/ of 130 files$/).waitFor();

  await chip(page, 'Pictures').click();
  await page.getByRole('status').getByText('13 files', { exact: true }).waitFor();
  expect(await options(page).count()).toBe(13);
  await chip(page, 'Contents').click();
  await page.getByText('No such file').waitFor();
  await chip(page, 'Names').click();
  await page.getByRole('status').getByText('13 files', { exact: true }).waitFor();
  expect(trouble).toEqual([]);
});

it('says when time ran out before everything was searched', async () => {
  writeFileSync(join(large, 'large.txt'), 'words that are not it\n'.repeat(5_000_000));
  const hasty = await serve(['--allow', large, '--budget', '10']);
  const { page, trouble } = await open(hasty, '#/files?q=needle');
  await page
    .locator('.honest-bar')
    .getByText(/^Not everything was searched\. Time ran out/)
    .waitFor();
  await page.getByText('Nothing found so far').waitFor();
  expect(trouble).toEqual([]);
});

it('shows the first hits while it searches, until it is stopped', async () => {
  const slow = mkdtempSync(join(top, 'slow-'));
  writeFileSync(join(slow, 'viola solo.md'), '# Viola\n');
  // Text by its beginning, and too much of it to be read at once.
  writeFileSync(join(slow, 'large.txt'), ' '.repeat(10_000));
  truncateSync(join(slow, 'large.txt'), 2 ** 29);
  const patient = await serve(['--allow', slow, '--budget', '60000']);
  const { page, trouble } = await open(patient, '#/files');
  await options(page).first().waitFor();
  const stopped: string[] = [];
  page.on('requestfailed', (request) => void stopped.push(request.url()));
  await field(page).fill('viola');
  await page.getByText('1 file so far').waitFor();
  await page.getByText(/^Searching: \d+ files seen/).waitFor();
  expect(await options(page).locator('.hit-name mark').allInnerTexts()).toEqual(['viola']);
  expect(await options(page).locator('.hit-why').innerText()).toBe('all words in the name');
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('You stopped this search, so there may be more.').waitFor();
  expect(await options(page).count()).toBe(1);
  await expect.poll(() => stopped.length).toBe(1);
  // The server has stopped too: it answers the next question.
  await field(page).fill('solo');
  await options(page).locator('.hit-name mark').getByText('solo').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search again' }).waitFor();
  expect(await field(page).inputValue()).toBe('solo');
  expect(trouble).toEqual([]);
});

it('a folder that may not be searched is told with the server’s words', async () => {
  const { page, trouble } = await open(server, '#/files?in=/etc');
  await page.getByText(/\/etc was not searched: Invalid argument: Path outside scope: \/etc\. Allowed: /).waitFor();
  await page.goto(`${server.url}/#/files?file=/etc/passwd`);
  await preview(page).getByRole('alert').getByText('Path outside scope: /etc/passwd').first().waitFor();
  expect(trouble).toEqual([]);
});

it('a token that may not read files is told so', async () => {
  const file = join(top, 'tokens');
  writeFileSync(file, `ann ${'a'.repeat(40)} tools:call\nbob ${'b'.repeat(40)} files:read\n`, { mode: 0o600 });
  const guarded = await serve(['--allow', notes, '--token-file', file]);
  const { page, trouble } = await open(guarded, `#token=${'a'.repeat(40)}`);
  await page.getByRole('link', { name: 'Files' }).click();
  await page.getByText('Your token may not look at files: it lacks the scope files:read').waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
  expect(trouble).toEqual([]);

  // One that may learns which folders there are, though it may not see how the server is set up.
  const other = await open(guarded, `#token=${'b'.repeat(40)}`);
  await other.page.getByRole('link', { name: 'Files' }).click();
  await chip(other.page, 'notes').waitFor();
  await option(other.page, 'poster.png').waitFor();
  expect(other.trouble).toEqual([]);
});

it('names that are markup, right to left, two lines or very long do no harm, on a phone either', async () => {
  const { page, trouble } = await open(server, '#/files?q=hostile', PHONE);
  await option(page, 'two↵lines').waitFor();
  const names = await page.locator('.hit-name').allInnerTexts();
  expect(names).toEqual(
    expect.arrayContaining([MARKUP, 'two↵lines hostile.txt', 'hostile‹202E›txt.exe', 'שלום hostile.txt', LONG]),
  );
  expect(await page.locator('main img').count()).toBe(0);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  for (const name of [MARKUP, LONG]) {
    await option(page, name).click();
    await page
      .getByRole('region', { name: `Preview of ${name}` })
      .locator('.text-line')
      .first()
      .waitFor();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  }
  // The preview stands below the list, and is brought into sight.
  await until(page, 'scrollY > 200');
  await preview(page).getByRole('button', { name: 'Close' }).click();
  // Back in the list, without a keyboard in the way.
  expect(await page.evaluate('document.activeElement.id')).toBe('files-hits');
  expect(trouble).toEqual([]);
});

it('can be used with assistive technology, in light and in dark', async () => {
  const { page, trouble } = await open(server, '#/files?q=hostile');
  await option(page, 'two↵lines').waitFor();
  await field(page).press('ArrowDown');
  expect(await axeInBothSchemes(page)).toEqual([]);
  await option(page, MARKUP).click();
  await preview(page).locator('mark').first().waitFor();
  await preview(page).getByText('What is known of this file').click();
  await preview(page).getByRole('row', { name: /^Size/ }).first().waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  expect(trouble).toEqual([]);
});
