import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from '../../harness/browser/axe.ts';
import { serve } from '../../harness/browser/console-page.ts';
import { isTooWide, toolCalls, visits } from '../../harness/browser/visits.ts';
import type { ServeProcess } from '../../harness/http-server.ts';
import { runQuartet } from '../../harness/run-quartet.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-tools-page-'));
const env = { HOME: folder, XDG_DATA_HOME: join(folder, 'data') };
let server: ServeProcess;

beforeAll(async () => {
  writeFileSync(join(folder, 'note.txt'), 'The needle is in the hay.\n');
  server = await serve(['--embedded', '--allow', folder], env);
  const added = await runQuartet(['books', 'demo', '--root', server.root], env);
  expect(added.code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openPage = visits();
const visit = (place: string, options: BrowserContextOptions = {}) => openPage(server, place, options);

/** Goes to another tool in the same tab. */
async function go(page: Page, place: string): Promise<void> {
  await page.goto(`${server.url}/#/tools/${place}`);
  await page.locator('.tool-name', { hasText: /^\w+/.exec(place)?.[0] ?? '' }).waitFor();
}

const row = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name: new RegExp(`^${name} `) });

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

describe('the list of tools', () => {
  it('shows every tool with its toolset, marks what writes and what is extra, and finds by words', async () => {
    const { page, trouble } = await visit('#/tools');
    const books = page
      .getByRole('main')
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: /^Books/ }) });
    await books.getByRole('link', { name: /^read_content / }).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual([
      expect.stringContaining('Online judges'),
      expect.stringContaining('COBOL'),
      expect.stringContaining('Books'),
      expect.stringContaining('File search'),
    ]);
    expect(await books.getByRole('link', { name: /^delete_content / }).innerText()).toContain('destructive');
    expect(await books.getByRole('link', { name: /^write_content / }).innerText()).toContain('writes');
    expect(await books.getByRole('link', { name: /^audit_trail / }).innerText()).toContain('extra');
    expect(await books.getByRole('link', { name: /^read_content / }).innerText()).not.toContain('extra');

    await page.getByRole('searchbox', { name: 'Search tools' }).fill('calendar LEAP');
    await page.getByText(/^1 of \d+ tools$/).waitFor();
    expect(await page.getByRole('main').getByRole('link').allInnerTexts()).toEqual([
      expect.stringContaining('validate_date'),
    ]);
    await page.getByRole('searchbox').fill('zzzz');
    await press(page, 'Show all tools');
    await books.getByRole('link', { name: /^read_content / }).click();
    await page.getByRole('heading', { level: 1, name: 'Read content' }).waitFor();
    expect(trouble).toEqual([]);
  });

  it('a tool that is not there has a way on', async () => {
    const { page, trouble } = await visit('#/tools/no_such_tool');
    await page.getByRole('link', { name: 'See all tools.' }).click();
    await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('calling a tool', () => {
  it('works by keyboard alone: form, call, and the answer in all forms', async () => {
    const { page, trouble } = await visit('#/tools/add');
    await page.getByRole('textbox', { name: 'a', exact: true }).focus();
    await page.keyboard.type('0.1');
    await page.keyboard.press('Tab');
    await page.keyboard.type('0.2');
    await page.keyboard.press('Control+Enter');
    await answer(page).getByText('COBOL reports: ADD 0.1 TO 0.2 GIVING 0.3').waitFor();
    expect(await answer(page).getByRole('status').innerText()).toMatch(
      /^Answered in [\d.]+ m?s · ≈ \d+ tokens as text · ≈ \d+ tokens as structure · \d+ B$/,
    );
    expect(await page.evaluate('location.hash')).toBe('#/tools/add?a=0.1&b=0.2');

    await answer(page).getByRole('tab', { name: 'Text' }).focus();
    await page.keyboard.press('ArrowRight');
    await answer(page).getByText('sum:').waitFor();
    expect(await answer(page).getByRole('tabpanel').innerText()).toContain('"0.3"');
    await page.keyboard.press('ArrowRight');
    const wire = await answer(page).getByRole('tabpanel').innerText();
    expect(wire).toContain('"method": "tools/call"');
    expect(wire).toContain('"structuredContent"');
    expect(trouble).toEqual([]);
  });

  it('keeps every digit, and says what is missing before anything is called', async () => {
    const { page, trouble } = await visit('#/tools/add');
    const calls = toolCalls(page);
    await page.getByRole('textbox', { name: 'b', exact: true }).fill('0.10');
    await press(page, /^Call/);
    await page.getByText('This one is needed.').waitFor();
    expect(await page.evaluate('document.activeElement.name')).toBe('a');
    expect(calls).toEqual([]);
    await page.getByRole('textbox', { name: 'a', exact: true }).fill('9007199254740993');
    await press(page, /^Call/);
    await answer(page).getByText('ADD 9007199254740993 TO 0.10 GIVING 9007199254740993.1').waitFor();
    expect(trouble).toEqual([]);
  });

  it('offers the values of an enum, and leaves out what is empty', async () => {
    const { page, trouble } = await visit('#/tools/search_by_kind');
    const kind = page.getByRole('combobox', { name: 'kind' });
    await kind.selectOption('document');
    const choices = (await kind.locator('option').allInnerTexts()).join(', ');
    expect(choices).toBe('Choose one, document, image, video, audio, pdf, code');
    await page.getByRole('textbox', { name: 'scope' }).fill(folder);
    const calls = toolCalls(page);
    await press(page, /^Call/);
    await answer(page).getByText('note.txt').first().waitFor();
    expect(JSON.parse(calls[0] ?? '').params.arguments).toEqual({ kind: 'document', scope: folder });
    expect(trouble).toEqual([]);
  });

  it("shows a failure in the tool's own words, with its code if it has one", async () => {
    const { page, trouble } = await visit('#/tools/validate_date?date=20230229');
    await press(page, /^Call/);
    await answer(page).getByRole('alert').getByText('2023 is not a leap year').waitFor();
    await go(page, 'read_content?book_id=no-such-book&path=content/01-A/01-B/01-c.md');
    await press(page, /^Call/);
    await answer(page).getByRole('alert').getByText('NOT_FOUND').waitFor();
    expect(await answer(page).getByRole('status').innerText()).toMatch(/^Failed in /);
    expect(trouble).toEqual([]);
  });

  it('asks before a destructive call, and takes no for an answer', async () => {
    const path = 'content/01-Part/01-Chapter/01-doomed.md';
    await server.call('/mcp', 'write_content', { book_id: 'scratch-book', path, content: '# Doomed\n' });
    const exists = async () => {
      const { json } = await server.call('/mcp', 'read_content', { book_id: 'scratch-book', path });
      return json.result.isError !== true;
    };
    const { page, trouble } = await visit(`#/tools/delete_content?book_id=scratch-book&path=${path}`);
    await press(page, /^Call/);
    const dialog = page.getByRole('dialog');
    await dialog.getByText(path).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await exists()).toBe(true);
    await press(page, /^Call/);
    await dialog.getByRole('button', { name: 'Call delete_content' }).click();
    await answer(page).getByText('existed:').waitFor();
    expect(await exists()).toBe(false);
    expect(trouble).toEqual([]);
  });

  it('every tool has an example that works on a server with the demo book', { timeout: 300_000 }, async () => {
    const { page, trouble } = await visit('#/tools');
    await row(page, 'read_content').waitFor();
    const listed = await page.getByRole('main').locator('a code').allInnerTexts();
    expect(listed.length).toBeGreaterThanOrEqual(27);
    // First what makes the lesson that the deleting example deletes.
    const names = [...listed.filter((name) => name === 'write_content'), ...listed];
    const failed: string[] = [];
    for (const name of names) {
      await go(page, name);
      const example = page.getByRole('button', { name: 'Fill in an example' });
      if ((await page.getByRole('main').getByRole('textbox').count()) > 0) {
        await example.click();
        await page.locator('button[aria-busy="false"]', { hasText: 'Fill in an example' }).waitFor();
      }
      await press(page, /^Call/);
      const confirm = page.getByRole('dialog').getByRole('button', { name: `Call ${name}` });
      await answer(page)
        .getByText(/^(Answered|Failed) in/)
        .or(confirm)
        .first()
        .waitFor();
      if (await confirm.isVisible()) await confirm.click();
      const figures = answer(page).getByText(/^(Answered|Failed) in/);
      await figures.waitFor();
      if ((await figures.innerText()).startsWith('Failed')) failed.push(`${name}: ${await answer(page).innerText()}`);
    }
    expect(failed).toEqual([]);
    expect(trouble).toEqual([]);
  });
});

describe('the last answers', () => {
  it('stay within reach when the page is left, with what was asked', async () => {
    const { page, trouble } = await visit('#/tools/add?a=1&b=2');
    await press(page, /^Call/);
    await answer(page).getByText('GIVING 3').waitFor();
    await page.getByRole('textbox', { name: 'b', exact: true }).fill('40');
    await press(page, /^Call/);
    await answer(page).getByText('GIVING 41').waitFor();
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('link', { name: /a=1 b=2/ }).click();
    await answer(page).getByText('GIVING 3').waitFor();
    expect(await page.getByRole('textbox', { name: 'b', exact: true }).inputValue()).toBe('2');
    expect(trouble).toEqual([]);
  });
});

describe('how it looks', () => {
  it.each(['light', 'dark'] as const)('axe finds nothing serious in %s', async (colorScheme) => {
    const { page, trouble } = await visit('#/tools', { colorScheme });
    await row(page, 'read_content').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    for (const place of ['get_problem?source=quartet&id=1', 'list_problems?limit=3', 'validate_date?date=1']) {
      await go(page, place);
      await press(page, /^Call/);
      await answer(page)
        .getByText(/^(Answered|Failed) in/)
        .waitFor();
      expect(await axeFindings(page)).toEqual([]);
    }
    await go(page, 'delete_content?book_id=scratch-book&path=content/01-A/01-B/01-c.md');
    await press(page, /^Call/);
    await page.getByRole('dialog').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });

  it('fits a phone, and brings the answer into sight', async () => {
    const { page, trouble } = await visit('#/tools', { viewport: { width: 360, height: 740 } });
    await row(page, 'read_content').waitFor();
    expect(await isTooWide(page)).toBe(false);
    await go(page, 'write_content');
    await press(page, 'Fill in an example');
    await expect.poll(() => page.getByRole('textbox', { name: 'content' }).inputValue()).toContain('# Hello');
    await press(page, /^Call/);
    await answer(page)
      .getByText(/^(Answered|Failed) in/)
      .waitFor();
    expect(await isTooWide(page)).toBe(false);
    await expect.poll(async () => (await answer(page).boundingBox())?.y ?? 9999).toBeLessThan(500);
    expect(trouble).toEqual([]);
  });
});
