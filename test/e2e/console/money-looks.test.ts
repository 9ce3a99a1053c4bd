import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings, axeInBothSchemes } from '../../harness/browser/axe.ts';
import { serve } from '../../harness/browser/console-page.ts';
import { isTooWide, visits } from '../../harness/browser/visits.ts';
import type { ServeProcess } from '../../harness/http-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-money-page-'));
let server: ServeProcess;

beforeAll(async () => {
  server = await serve(['--toolsets', 'cobol'], { HOME: folder, XDG_DATA_HOME: join(folder, 'data') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const openPage = visits();
const visit = (query: Record<string, string> = {}, options: BrowserContextOptions = {}) =>
  openPage(server, `#/money?${new URLSearchParams(query).toString()}`, options);

const item = (page: Page) => page.getByRole('region', { name: 'The item' });
const cells = (page: Page) => page.getByRole('group', { name: 'The item, position by position' }).getByRole('button');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

describe('while one types', () => {
  it('asks only when the typing rests, and never shows a state between', async () => {
    const { page, trouble } = await visit({ picture: 'ZZZ,ZZ9.99', amount: '1' });
    await item(page).getByText('[      1.00]').waitFor();
    // What stood there at any moment, as a person would have seen it.
    await page.evaluate(`
      window.seen = new Set();
      const place = document.querySelector('.money-item');
      new MutationObserver(() => seen.add(place.querySelector('.item-said')?.textContent.split('\\n')[0] ?? 'nothing'))
        .observe(place, { subtree: true, childList: true, characterData: true });`);
    const amounts = new Set<string>();
    page.on('request', (request) => {
      const message = request.method() === 'POST' ? (request.postDataJSON() as Call) : undefined;
      if (message?.params.name === 'format_currency') amounts.add(message.params.arguments.amount);
    });
    await field(page, 'Amount').press('End');
    await field(page, 'Amount').pressSequentially('23456', { delay: 5 });
    await item(page).getByText('[123,456.00]').waitFor();
    expect(amounts.size).toBeLessThan(5);
    const seen = await page.evaluate<string[]>('[...seen]');
    expect(seen).not.toContain('nothing');
    expect(seen.every((text) => /^\[[ \d,]+\.00\]$/.test(text))).toBe(true);
    expect(trouble).toEqual([]);
  });
});

describe('a slow server', () => {
  it('is not waited for when something else is asked meanwhile', async () => {
    const { page, trouble } = await visit({ picture: 'ZZ9', amount: '1' });
    await item(page).getByText('[ 1]').waitFor();
    let held = 0;
    await page.route(/\/mcp/, (route) => {
      const { params } = route.request().postDataJSON() as Call;
      if (params.arguments.amount !== '12') return route.continue();
      held++;
    });
    let cancelled = 0;
    page.on('requestfailed', (request) => {
      if (request.failure()?.errorText === 'net::ERR_ABORTED') cancelled++;
    });
    await field(page, 'Amount').fill('12');
    await expect.poll(() => held).toBe(8);
    expect(await item(page).getAttribute('aria-busy')).toBe('true');
    await field(page, 'Amount').fill('123');
    await item(page).getByText('[123]').waitFor();
    expect(cancelled).toBe(8);
    expect(trouble).toEqual([]);
  });
});

interface Call {
  readonly params: { readonly name?: string; readonly arguments: { readonly amount: string } };
}

describe('how it looks', () => {
  it('is green on black if one asks for it, remembers that bit alone, and can be read', async () => {
    const { page, trouble } = await visit();
    await item(page).getByText('[$1,234.57CR]').waitFor();
    const green = page.getByRole('button', { name: 'Green on black' });
    await green.click();
    const ground = await page.evaluate<string>(`getComputedStyle(document.querySelector('.money')).backgroundColor`);
    expect(ground).toBe('rgb(0, 0, 0)');
    expect(await axeInBothSchemes(page)).toEqual([]);
    await field(page, 'PICTURE').fill('9.9.9');
    await item(page).getByText('rule P4').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toBe('{"quartet.green-on-black":"1"}');
    await page.reload();
    await item(page).getByText('rule P4').waitFor();
    expect(await green.getAttribute('aria-pressed')).toBe('true');
    await green.click();
    expect(await page.evaluate('JSON.stringify({ ...localStorage })')).toBe('{}');
    expect(trouble).toEqual([]);
  });

  it('axe finds nothing serious, in light and dark', async () => {
    const { page, trouble } = await visit({ picture: 'Z9.9', amount: '2.25' });
    await item(page).getByText('[ 2.3]').waitFor();
    await cells(page).first().focus();
    await page.getByText('The symbols').click();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await field(page, 'PICTURE').fill('');
    await item(page).getByText('The picture is empty').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });

  it('fits a phone, also with a long item and green on black', async () => {
    const { page, trouble } = await visit(
      { picture: '$(30)9.99CR', amount: '-1' },
      { viewport: { width: 360, height: 740 } },
    );
    await item(page).getByText('$1.00CR]').waitFor();
    expect(await isTooWide(page)).toBe(false);
    await page.getByRole('button', { name: 'Green on black' }).click();
    expect(await isTooWide(page)).toBe(false);
    expect(trouble).toEqual([]);
  });
});
