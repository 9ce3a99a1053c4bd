import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../harness/browser/console-page.ts';
import { typed } from '../../harness/browser/typed-command.ts';
import { clipboard, toolCalls, visits } from '../../harness/browser/visits.ts';
import type { ServeProcess } from '../../harness/http-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-tools-page-'));
const env = { HOME: folder, XDG_DATA_HOME: join(folder, 'data') };
let server: ServeProcess;

beforeAll(async () => {
  server = await serve(['--embedded', '--allow', folder], env);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openPage = visits();
const visit = (place: string, options: BrowserContextOptions = {}) => openPage(server, place, options);

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();

describe('a call that is taken elsewhere', () => {
  const hard = `it's "quoted" $HOME \`id\` \\ é`;

  it('as curl gives the same answer in a shell', async () => {
    const { page, trouble } = await visit(`#/tools/find_similar_problems?query=${encodeURIComponent(hard)}&limit=3`);
    await press(page, /^Call/);
    await answer(page).getByRole('tab', { name: 'Text' }).click();
    const shown = await answer(page).locator('pre').innerText();
    await press(page, 'Copy the call');
    const told = JSON.parse(await typed(await clipboard(page))) as { result: { content: { text: string }[] } };
    expect(told.result.content[0]?.text.trim()).toBe(shown.trim());
    expect(shown).toContain(`Query: ${hard}`);
    expect(trouble).toEqual([]);
  });

  it('as quartet call prints the same answer', async () => {
    const { page, trouble } = await visit(
      `#/tools/format_currency?amount=-12.5&picture=${encodeURIComponent('$$,$$9.99CR')}`,
    );
    await press(page, /^Call/);
    const shown = await answer(page).locator('pre').innerText();
    await page.getByRole('tab', { name: 'quartet call' }).click();
    await press(page, 'Copy the call');
    const command = await clipboard(page);
    expect(command).toBe("quartet call format_currency amount=-12.5 'picture=$$,$$9.99CR'");
    expect((await typed(command, env)).trim()).toBe(shown.trim());
    expect(trouble).toEqual([]);
  });

  it('as a link fills in the form, and calls nothing by itself', async () => {
    const { page, trouble } = await visit('#/tools/add?a=1');
    await page.getByRole('textbox', { name: 'b', exact: true }).fill('2 & 3');
    await page.getByRole('tab', { name: 'Link' }).click();
    await press(page, 'Copy the call');
    const link = await clipboard(page);
    const other = await visit(link.slice(server.url.length + 1));
    const calls = toolCalls(other.page);
    await other.page.reload();
    await other.page.getByText('Nothing was called yet.').waitFor();
    expect(await other.page.getByRole('textbox', { name: 'a', exact: true }).inputValue()).toBe('1');
    expect(await other.page.getByRole('textbox', { name: 'b', exact: true }).inputValue()).toBe('2 & 3');
    expect(calls).toEqual([]);
    expect([...trouble, ...other.trouble]).toEqual([]);
  });
});
