import { describe, expect, it } from 'vitest';
import { axeFindings } from '../../harness/browser/axe.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import { add, callAs, calls, fail, rows, scrollsSideways } from '../../harness/browser/home-page.ts';

describe('what is running', () => {
  it('says version, age, servers with their addresses and states, and what is absent and why', async () => {
    const server = await serve(['--toolsets', 'cobol,books']);
    const { page, trouble } = await open(server);
    await page.getByRole('heading', { level: 1, name: /^Quartet \d/ }).waitFor();
    await page.getByText(/Running since .* \(just now\)/).waitFor();
    const servers = page.getByRole('region', { name: 'Servers' });
    await servers.getByText('works').nth(1).waitFor();
    expect(await servers.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      expect.stringContaining('COBOL'),
      expect.stringContaining('Books'),
      expect.stringContaining('/mcp/oj'),
      expect.stringContaining('/mcp/spotlight'),
    ]);
    expect(await servers.innerText()).toContain('oj was not among --toolsets.');
    expect(await servers.innerText()).toMatch(/\/mcp\/books\s+12 tools/);
    const load = await page.locator('.load-figures').innerText();
    for (const word of ['Memory', 'Sessions', 'Connections', 'Running', 'Queued']) expect(load).toContain(word);
    expect(load).toMatch(/Memory\s+\d+(\.\d)? MB/);
    await page.getByRole('link', { name: 'Connect to Books' }).click();
    await page.waitForURL(/#\/connect\?toolset=books$/);
    expect(trouble).toEqual([]);
  });

  it('shows what the servers say of themselves, however they say it', async () => {
    const server = await serve();
    const { page, trouble } = await open(server, '#/connect');
    const state = {
      at: new Date().toISOString(),
      status: 'degraded',
      checks: { cobol: 'ok', books: 'failing' },
      facts: {
        books: [
          { label: 'Journal', value: 'SQLite, 3 books', state: 'ok' },
          { label: 'Audit log', value: `<img src=x onerror=alert(1)>\u202e ${'long'.repeat(300)}`, state: 'failing' },
          { label: 'Library', value: '/srv/library' },
        ],
      },
      unexpected_errors: 2,
      memory_bytes: 1,
    };
    const hello = {
      ...{ version: '9', started_at: state.at, tokens: false, subject: null, scopes: ['*'], sees_all: true },
      ...{ payloads: false, absent: {}, endpoints: [{ path: '/mcp', tools: 2 }] },
      toolsets: ['cobol', 'books'].map((id) => ({ id, name: id, title: id })),
    };
    const events = Object.entries({ hello, calls: [], state });
    const body = events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
    await page.route('**/console/events', (route) => route.fulfill({ contentType: 'text/event-stream', body }));
    await page.goto(`${server.url}/?again#/home`);
    const books = page.getByRole('article').filter({ has: page.getByRole('heading', { name: /books/ }) });
    await books.getByText('Audit log').waitFor();
    expect(await books.innerText()).toMatch(/does not work[^]*Journal\s+SQLite, 3 books fine[^]*<img src=x/);
    await page.getByText('survived 2 errors').waitFor();
    expect(await scrollsSideways(page)).toBe(false);
    expect(trouble).toEqual([]);
  });
});

it('errors are grouped by code and tool, and lead to their calls', async () => {
  const server = await serve();
  const { page, trouble } = await open(server);
  const errors = page.getByRole('region', { name: 'Errors' });
  await errors.getByText('No call has failed since the start.').waitFor();
  for (let n = 0; n < 3; n++) await fail(server);
  await server.call('/mcp', 'validate_date', { date: '20261332' });
  await add(server);
  await errors.getByRole('link', { name: 'NOT_FOUND' }).waitFor({ timeout: 20_000 });
  const table = await errors.getByRole('row').allInnerTexts();
  expect(table.slice(1).map((row) => row.split(/\s+/).slice(0, 3))).toEqual([
    ['failed', 'validate_date', '1'],
    ['NOT_FOUND', 'read_content', '3'],
  ]);
  await errors.getByRole('link', { name: 'NOT_FOUND' }).click();
  await calls(page).getByText('3 calls found', { exact: true }).waitFor();
  expect(trouble).toEqual([]);
});

it('charts have a picture, words and figures', async () => {
  const server = await serve();
  await add(server);
  await fail(server);
  const { page, trouble } = await open(server);
  const bars = page.getByRole('img', { name: /^Calls per minute .* 1 call worked, 1 did not/ });
  await bars.waitFor();
  await page.getByRole('img', { name: /^Time of a call .* half took less than/ }).waitFor();
  await expect
    .poll(() =>
      page.evaluate<number>(`[...document.querySelectorAll('.chart canvas')].filter((canvas) =>
        canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0)).length`),
    )
    .toBe(2);
  await page.getByText('Figures').first().click();
  const cells = await page.getByRole('figure').first().getByRole('row').nth(1).innerText();
  expect(cells).toMatch(/^\d\d:\d\d\s+1\s+1$/);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => page.locator('.chart canvas').count()).toBe(2);
  expect(trouble).toEqual([]);
});

it('a token that may not see the metrics sees its own calls, and is told so', async () => {
  const server = await serve([], {
    QUARTET_TOKENS: 'reader reader-token-0123456789 tools:call fs:read;boss boss-token-0123456789 *',
  });
  const bearer = (name: string) => ({ authorization: `Bearer ${name}-token-0123456789` });
  const { page, trouble } = await open(server, '#token=reader-token-0123456789');
  await page.getByText('You see only your own calls.').waitFor();
  await server.call('/mcp/cobol', 'add', { a: '1', b: '2' }, bearer('boss'));
  await server.call('/mcp/cobol', 'validate_date', { date: '20261117' }, bearer('reader'));
  await rows(page).waitFor();
  expect(await calls(page).getByRole('row').nth(1).innerText()).toMatch(/validate_date\s+reader/);
  expect(await rows(page).count()).toBe(1);
  await page.getByRole('img', { name: /1 call worked, 0 did not/ }).waitFor({ timeout: 20_000 });
  expect(await page.locator('.load-figures').count()).toBe(0);
  await page.getByText('None of your last calls has failed.').waitFor();
  expect(trouble).toEqual([]);
});

it.each([
  ['light', 'a phone', { width: 360, height: 740 }],
  ['dark', 'a phone', { width: 360, height: 740 }],
  ['light', 'a wide screen', { width: 1800, height: 1000 }],
  ['dark', 'a wide screen', { width: 1800, height: 1000 }],
] as const)('has no barrier and fits: %s, on %s', async (colorScheme, _, viewport) => {
  const server = await serve(['--toolsets', 'cobol,books', '--console-payloads']);
  await callAs(server, 'W'.repeat(255), 'add', { a: 'x'.repeat(3000), b: '2' });
  await fail(server);
  const { page, trouble } = await open(server, '', { colorScheme, viewport });
  await page
    .getByRole('img', { name: /1 call worked|did not/ })
    .first()
    .waitFor();
  await page.locator('.chart canvas').nth(1).waitFor();
  await rows(page).nth(1).click();
  await page.getByText('Figures').first().click();
  expect(await scrollsSideways(page)).toBe(false);
  expect(await axeFindings(page)).toEqual([]);
  expect(trouble).toEqual([]);
});

it('a page that nobody sees gives back its connection, and listens again when somebody does', async () => {
  const server = await serve();
  const { page, trouble } = await open(server, 'console/icon.svg');
  await page.clock.install();
  await page.goto(server.url);
  await page.getByRole('status').getByText('running').waitFor();
  const show = (hidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'))`);
  const watching = async () => Number(/^quartet_connections (\d+)/m.exec((await server.send('/metrics')).text)?.[1]);
  const before = await watching();
  await show(true);
  await page.clock.fastForward(31_000);
  await expect.poll(watching, { timeout: 15_000 }).toBeLessThan(before);
  await add(server);
  await show(false);
  await page.clock.fastForward(1000);
  await rows(page).waitFor();
  expect(trouble).toEqual([]);
});
