import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../harness/browser/console-page.ts';
import { clipboard, isTooWide, visits } from '../../harness/browser/visits.ts';
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
const words = (page: Page) => item(page).locator('.cell-words');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

describe('a picture', () => {
  it('is shown position by position, with what made each', async () => {
    const { page, trouble } = await visit({ picture: '$$,$$9.99CR', amount: '-234.5' });
    await item(page).getByText('[  $234.50CR]').waitFor();
    expect(await cells(page).allInnerTexts()).toHaveLength(11);
    const spoken = await cells(page).locator('.visually-hidden').allTextContents();
    expect(spoken.map((label) => label.split('. ', 2).join('. '))).toEqual([
      'Position 1: blank, from $. Floating insertion',
      'Position 2: blank, from $. Floating insertion',
      'Position 3: $, from ,. Simple insertion',
      'Position 4: 2, from $. Floating insertion',
      'Position 5: 3, from $. Floating insertion',
      'Position 6: 4, from 9. Digit',
      'Position 7: point, from .. Special insertion',
      'Position 8: 5, from 9. Digit',
      'Position 9: 0, from 9. Digit',
      'Position 10: C, from CR. Fixed insertion',
      'Position 11: R, from CR. Fixed insertion',
    ]);
    await cells(page).nth(2).hover();
    await words(page).getByText('so the floating sign came to rest in its place').waitFor();
    await cells(page).nth(10).click();
    await page.mouse.move(0, 0);
    await words(page).getByText('CR is printed for a negative amount').waitFor();
    expect(trouble).toEqual([]);
  });

  it('is walked through with the arrow keys, also past what has no position', async () => {
    const { page, trouble } = await visit({ picture: '9(2)V9+', amount: '1.5' });
    await item(page).getByText('[015+]').waitFor();
    expect(await cells(page).count()).toBe(5);
    await field(page, 'CURRENCY SIGN').focus();
    while (!(await page.evaluate<boolean>('document.activeElement.matches(".cell")'))) await page.keyboard.press('Tab');
    await words(page).getByText('9 shows its digit').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await words(page).getByText('V is where the decimal point is assumed').waitFor();
    await page.keyboard.press('End');
    await words(page).getByText('+ prints the sign of the amount').waitFor();
    await page.keyboard.press('Tab');
    expect(await page.evaluate<boolean>('document.activeElement.matches(".cell")')).toBe(false);
    expect(trouble).toEqual([]);
  });

  it('that breaks a rule is refused in the words of the tool, at the place that they name', async () => {
    const { page, trouble } = await visit({ picture: '9.9.9', amount: '5' });
    await item(page).getByText('PICTURE "9.9.9" is refused by rule P4: The decimal point at position 4').waitFor();
    expect(await item(page).locator('mark').innerText()).toBe('.');
    expect(await cells(page).count()).toBe(0);
    await page.getByText('It was refused in every mode.').waitFor();
    await field(page, 'PICTURE').fill('9.99');
    await item(page).getByText('[5.00]').waitFor();
    await field(page, 'Amount').fill('12345');
    await item(page).getByText('SIZE ERROR with PICTURE 9.99: 12345 needs 5 integer digits').waitFor();
    await field(page, 'Amount').fill('twelve');
    await item(page).getByText('it must be numeric').waitFor();
    expect(trouble).toEqual([]);
  });

  it('comes from examples, and its clauses change it', async () => {
    const { page, trouble } = await visit();
    await page.getByRole('button', { name: 'Euro' }).click();
    await item(page).getByText('[1.234.567,50 €]').waitFor();
    expect(await page.getByRole('checkbox', { name: 'DECIMAL-POINT IS COMMA' }).isChecked()).toBe(true);
    await field(page, 'CURRENCY SIGN').fill('EUR');
    await item(page).getByText('[1.234.567,50 EUR]').waitFor();
    expect(await cells(page).count()).toBe(16);
    await page.getByRole('button', { name: 'Blank when zero' }).click();
    await item(page).getByText('[          ]').waitFor();
    await cells(page).first().hover();
    await words(page).getByText('BLANK WHEN ZERO, and the amount is zero').waitFor();
    await page.getByRole('checkbox', { name: 'BLANK WHEN ZERO' }).uncheck();
    await item(page).getByText('[      0.00]').waitFor();
    await field(page, 'Amount').fill('-3');
    await item(page).getByText('has no place for a sign').waitFor();
    await page.getByRole('checkbox', { name: /^Lose the sign/ }).check();
    await item(page).getByText('[      3.00]').waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('rounding', () => {
  it('shows all modes side by side, and marks where they differ', async () => {
    const { page, trouble } = await visit({ picture: '+Z9.9', amount: '-2.25' });
    const table = page.getByRole('table');
    await page.getByText('4 of 8 modes give another item.').waitFor();
    const rows = Object.fromEntries(
      await Promise.all(
        (await table.getByRole('row').all()).slice(1).map(async (row) => {
          const mode = await row.getByRole('button').innerText();
          return [mode, [await row.getByRole('cell').innerText(), await row.locator('mark').allInnerTexts()]] as const;
        }),
      ),
    );
    const same = ['[- 2.3]', []];
    const other = ['[- 2.2] differs', ['2']];
    expect(rows).toEqual({
      TRUNCATION: other,
      'NEAREST-AWAY-FROM-ZERO': same,
      'NEAREST-EVEN': other,
      'NEAREST-TOWARD-ZERO': other,
      'AWAY-FROM-ZERO': same,
      'TOWARD-GREATER': other,
      'TOWARD-LESSER': same,
      PROHIBITED: [expect.stringContaining('rounding is prohibited'), []],
    });
    await table.getByRole('button', { name: 'NEAREST-EVEN' }).click();
    await item(page).getByText('[- 2.2]').waitFor();
    expect(await page.getByRole('combobox', { name: 'ROUNDED MODE' }).inputValue()).toBe('NEAREST-EVEN');
    await page.getByText('3 of 8 modes give another item.').waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('a link', () => {
  it('carries all of the state', async () => {
    const { page, trouble } = await visit();
    await field(page, 'PICTURE').fill('WW,WW9.99-');
    await field(page, 'CURRENCY SIGN').fill('W');
    await field(page, 'Amount').fill('-1234.567');
    await page.getByRole('combobox', { name: 'ROUNDED MODE' }).selectOption('TRUNCATION');
    await item(page).getByText('[W1,234.56-]').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await clipboard(page);
    await expect.poll(() => page.url()).toBe(link);
    expect(link).toContain('#/money?picture=WW%2CWW9.99-&amount=-1234.567&rounding=TRUNCATION&currency_sign=W');
    const query = Object.fromEntries(new URLSearchParams(link.split('?')[1]));
    const other = await visit(query);
    await item(other.page).getByText('[W1,234.56-]').waitFor();
    expect(await field(other.page, 'PICTURE').inputValue()).toBe('WW,WW9.99-');
    expect([...trouble, ...other.trouble]).toEqual([]);
  });

  it('with texts that mean harm shows them as text', async () => {
    const evil = '<img src=x onerror=alert(1)>';
    const { page, trouble } = await visit({ picture: evil, amount: evil, currency_sign: evil, rounding: evil });
    await item(page).getByText('it must be numeric').waitFor();
    await field(page, 'Amount').fill('1');
    await item(page)
      .getByText(/is refused by rule|one to eight characters/)
      .waitFor();
    expect(await page.locator('img').count()).toBe(0);
    await field(page, 'CURRENCY SIGN').fill('');
    await field(page, 'PICTURE').fill(`9(900).${'9'.repeat(50)}`);
    await item(page).getByText('[000').waitFor();
    expect(await isTooWide(page)).toBe(false);
    expect(trouble).toEqual([]);
  });
});

describe('the panels beside', () => {
  it('add exactly, and tell what binary floating point makes of it', async () => {
    const { page, trouble } = await visit();
    await page.getByText('COBOL reports: ADD 0.1 TO 0.2 GIVING 0.3').waitFor();
    await page.getByText('0.30000000000000004').waitFor();
    await field(page, 'TO').fill('0.4');
    await page.getByText('GIVING 0.5').waitFor();
    expect(await page.getByText('Binary floating point').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('check a date, in the words of the tool', async () => {
    const { page, trouble } = await visit();
    await page.getByText('20240229 is a valid date: Thursday').waitFor();
    await field(page, 'YYYYMMDD').fill('20230229');
    await page.getByText('February ends on the 28th. It was checked twice.').waitFor();
    expect(trouble).toEqual([]);
  });
});
