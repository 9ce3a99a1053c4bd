import { describe, expect, it } from 'vitest';
import { open, serve } from '../../harness/browser/console-page.ts';
import { add, callAs, calls, fail, rows, scrollsSideways } from '../../harness/browser/home-page.ts';

describe('calls', () => {
  it('appear as they happen, the newest first, and open for details', async () => {
    const server = await serve();
    const { page, trouble } = await open(server);
    await calls(page).getByText('No calls yet').waitFor();
    await calls(page).getByRole('link', { name: 'Connect a client' }).waitFor();
    await add(server);
    await fail(server);
    await rows(page).nth(1).waitFor();
    const cells = await calls(page).getByRole('row').nth(1).getByRole('cell').allInnerTexts();
    expect(cells.slice(1, 4)).toEqual(['read_content', 'unknown client', 'NOT_FOUND']);
    expect(cells[4]).toMatch(/ m?s$/);
    await rows(page).nth(1).click();
    await calls(page).getByText('--console-payloads').waitFor();
    await calls(page).getByText('4 in, 34 out').waitFor();
    expect(await page.content()).not.toContain('no-such-book');
    await calls(page).getByRole('link', { name: 'Try add' }).click();
    await page.waitForURL(/#\/tools\/add$/);
    expect(trouble).toEqual([]);
  });

  it('can be filtered by text, server and outcome; the view is in the address', async () => {
    const server = await serve();
    await add(server);
    await callAs(server, 'Cursor', 'validate_date', { date: '20261117' });
    await fail(server);
    const { page, trouble } = await open(server);
    const tools = async () =>
      (await rows(page).evaluateAll((buttons) => buttons.map((b) => b.getAttribute('aria-label')))).map((label) =>
        label?.split(' ')[1]?.replace(':', ''),
      );
    await expect.poll(tools).toEqual(['read_content', 'validate_date', 'add']);
    await page.getByLabel('Filter').fill('cursor');
    await expect.poll(tools).toEqual(['validate_date']);
    expect(await page.getByRole('status').filter({ hasText: '1 call found' }).count()).toBe(1);
    await page.getByLabel('Filter').fill('');
    await page.getByRole('combobox', { name: 'Server' }).selectOption('Books');
    await expect.poll(tools).toEqual(['read_content']);
    await page.getByRole('combobox', { name: 'Server' }).selectOption('All');
    await page.getByRole('combobox', { name: 'Outcome' }).selectOption('Worked');
    await expect.poll(tools).toEqual(['validate_date', 'add']);
    await page.getByLabel('Filter').fill('nothing like this');
    await page.reload();
    await calls(page).getByText('No call matches').waitFor();
    expect(await page.getByLabel('Filter').inputValue()).toBe('nothing like this');
    await calls(page).getByRole('link', { name: 'Show all 3' }).click();
    await expect.poll(tools).toHaveLength(3);
    expect(trouble).toEqual([]);
  });

  it('stand still while they are paused or read, and the page says how many came meanwhile', async () => {
    const server = await serve();
    await add(server);
    const { page, trouble } = await open(server);
    await rows(page).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    for (let n = 0; n < 3; n++) await add(server);
    await calls(page).getByText('1 call, paused: 3 came meanwhile').waitFor();
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('button', { name: 'Go on' }).click();
    await rows(page).nth(3).waitFor();
    await rows(page).nth(3).click();
    await add(server);
    await calls(page).getByText('4 calls, paused: 1 came meanwhile').waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await rows(page).nth(4).waitFor();
    expect(await calls(page).getByText('--console-payloads').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('may come by the hundreds: a hundred are shown, then more', async () => {
    const server = await serve();
    const { page, trouble } = await open(server);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    for (let n = 0; n < 12; n++) await Promise.all(Array.from({ length: 50 }, () => add(server)));
    await calls(page).getByText('500 calls').waitFor();
    expect(await rows(page).count()).toBe(100);
    await page.getByRole('button', { name: 'Show more (400)' }).click();
    await rows(page).nth(199).waitFor();
    const figures = page.getByRole('img', { name: /600 calls worked, 0 did not/ });
    await figures.waitFor({ timeout: 20_000 });
    expect(trouble).toEqual([]);
  });

  it('show arguments and results where the server does', async () => {
    const server = await serve(['--console-payloads']);
    const { page, trouble } = await open(server);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await server.call('/mcp/cobol', 'add', { a: '<script>alert(1)</script>', b: '\u202e<img src=x onerror=alert(1)>' });
    await rows(page).click();
    const text = await calls(page).locator('pre[aria-label="Arguments"]').innerText();
    expect(JSON.parse(text)).toMatchObject({ a: '<script>alert(1)</script>' });
    expect(await calls(page).locator('pre[aria-label="Result"]').innerText()).not.toBe('');
    expect(await calls(page).getByText('--console-payloads').count()).toBe(0);
    expect(await page.locator('img, script:not([src])').count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it.each([
    ['markup', '<img src=x onerror=alert(1)><b>bold</b>'],
    ['right to left', '\u202eevil\u202c \u2067שלום\u2069'],
    ['line separators', 'a\u2028event: hello\u2029data: {}\r\n\u0085b'],
    ['255 characters', 'W'.repeat(255)],
    ['lone surrogates and marks', `\ud800${'e\u0301\u0302\u0303'.repeat(30)}`],
  ])('keep their place whatever a client is called: %s', async (_, name) => {
    const server = await serve();
    const { page, trouble } = await open(server);
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await callAs(server, name, 'add', { a: '1', b: '2' });
    await add(server);
    await rows(page).nth(1).waitFor();
    await rows(page).nth(1).click();
    await calls(page).getByText('Client', { exact: true }).waitFor();
    expect(await page.locator('img, b').count()).toBe(0);
    expect(await scrollsSideways(page)).toBe(false);
    const [first, second] = await calls(page)
      .locator('.call-row')
      .evaluateAll((all) => all.map((row) => row.clientHeight));
    expect(first).toBe(second);
    expect(trouble).toEqual([]);
  });
});

it('works without a mouse', async () => {
  const server = await serve();
  for (let n = 0; n < 3; n++) await add(server, String(n));
  const { page, trouble } = await open(server);
  await rows(page).nth(2).waitFor();
  await page.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Tab');
  const focused = () => page.evaluate<string>('document.activeElement.getAttribute("aria-label")');
  const labels = await rows(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(await focused()).toBe(labels[0]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  expect(await focused()).toBe(labels[2]);
  await page.keyboard.press('Enter');
  await calls(page).getByText('--console-payloads').waitFor();
  expect(await focused()).toBe(labels[2]);
  await page.keyboard.press('Enter');
  await calls(page).getByText('--console-payloads').waitFor({ state: 'detached' });
  await page.keyboard.press('Home');
  expect(await focused()).toBe(labels[0]);
  await page.keyboard.press('End');
  expect(await focused()).toBe(labels[2]);
  expect(trouble).toEqual([]);
});
