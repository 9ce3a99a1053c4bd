import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { axeInBothSchemes } from '../../harness/browser/axe.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import type { ServeProcess } from '../../harness/http-server.ts';
import { json, problemDocument } from '../../harness/oj/judge-answers.ts';
import { type Behaviour, JudgeServer } from '../../harness/oj/judge-server.ts';

const PHONE = { viewport: { width: 360, height: 740 } };

let embedded: ServeProcess;
let remote: ServeProcess;
let judge: JudgeServer;

beforeAll(async () => {
  judge = await JudgeServer.start();
  [embedded, remote] = await Promise.all([serve(), serve(['--base-url', judge.origin, '--token', 'secret'])]);
});
beforeEach(() => void judge.answers(byPath({})));
afterAll(() => judge.close());

const HOSTILE = {
  source: 'evil<b>',
  id: '1',
  title: '<img src=x onerror=alert(1)> \u202egnirts',
  difficulty: `Hard${'!'.repeat(300)}`,
  tags: ['<script>alert(1)</script>', 'x'.repeat(500)],
  link: 'javascript:alert(1)',
  ac_rate: 12.345,
  content: [
    '# A title of its own',
    `A word: ${'w'.repeat(5000)}`,
    '[a link](javascript:alert(1)), [another](https://elsewhere.example/), ![a picture](https://elsewhere.example/x.png)',
    'Maths: $\\sum_{i=1}^{n} a_i$, $\\href{javascript:alert(1)}{x}$, $\\def\\x{\\x\\x}\\x$, and it costs $5 or $6.',
    `| ${'column | '.repeat(40)}\n|${'---|'.repeat(40)}\n| ${'`cell` | '.repeat(40)}`,
    'Sample input:\n\n```\n1 2\n<b>3</b>\n```',
    `## Hints\n\n- The first: $x^2$.\n- The second secret.\n- The third secret.`,
  ].join('\n\n'),
};

/** A judge that knows some paths; of others it says that there is no such thing. */
function byPath(answers: Record<string, Behaviour>): Behaviour {
  const known: Record<string, Behaviour> = {
    '/status': json({
      version: '1',
      platforms: [{ source: 'evil', total: 2, missing_content: 0, not_embedded: 0 }],
    }),
    '/api/v1/daily': json({ ...HOSTILE, source: 'evil', content: 'Text of the day.', title: 'Of the day' }),
    '/api/v1/problems/evil': json({ data: [], meta: { total: 0, page: 1, per_page: 25, total_pages: 0 } }),
    '/api/v1/problems/evil/1': json(HOSTILE),
    '/api/v1/similar/evil/1': json({ results: [] }),
    ...answers,
  };
  const missing = problemDocument({ title: 'Not Found', status: 404, detail: 'problem not found' }, 404);
  return (response, request) => (known[(request.url ?? '').split('?')[0] ?? ''] ?? missing)(response, request);
}

const overflow = (page: Page) => page.evaluate('document.documentElement.scrollWidth - innerWidth');
const heading = (page: Page, level: number) => page.getByRole('heading', { level });

it('the problem of the day is opened, with its formulas, samples and similar problems', async () => {
  const { page, trouble } = await open(embedded, '#/problems');
  const daily = page.getByRole('region', { name: 'Problem of the day' });
  const title = await daily.getByRole('link').innerText();
  await daily.getByRole('link').click();
  await heading(page, 1).getByText(title).waitFor();
  await page
    .getByRole('region', { name: /^Input/ })
    .first()
    .waitFor();
  const similar = page.getByRole('complementary', { name: 'Similar problems' });
  await similar.getByRole('link').first().waitFor();
  expect(await similar.getByRole('progressbar', { name: 'Similarity' }).count()).toBeGreaterThan(2);
  expect(trouble).toEqual([]);
});

it('a problem has formulas, samples to copy and a hint that is not there until it is asked for', async () => {
  const { page, trouble } = await open(embedded, '#/problems/quartet/1');
  await heading(page, 1).getByText('Lighthouse Ledger').waitFor();
  await page.locator('math').first().waitFor();
  expect(await page.locator('article math').count()).toBeGreaterThan(5);
  expect(await page.title()).toBe('Lighthouse Ledger · Problems · Quartet');
  await page.getByRole('button', { name: 'Copy Output of Example 1' }).click();
  await page.getByRole('button', { name: 'Copied Output of Example 1' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('7\n0\n10\n');

  const text = () => page.locator('main').innerText();
  expect(await text()).not.toContain('total of every prefix');
  expect(await page.content()).not.toContain('total of every prefix');
  await page.getByRole('button', { name: 'Hint 1', expanded: false }).click();
  await page.getByText('Keep the total of every prefix').waitFor();
  await page.getByRole('button', { name: 'Hint 1', expanded: true }).click();
  expect(await text()).not.toContain('total of every prefix');
  expect(trouble).toEqual([]);
});

it('hints are opened one by one', async () => {
  const { page, trouble } = await open(remote, '#/problems/evil/1');
  await page.getByRole('button', { name: 'Hint 1 of 3' }).click();
  await page.getByText('The first:').waitFor();
  await page.locator('.hint-text math').waitFor();
  expect(await page.content()).not.toMatch(/second secret|third secret/);
  await page.getByRole('button', { name: 'Hint 3 of 3' }).click();
  await page.getByText('The third secret.').waitFor();
  expect(await page.content()).not.toContain('second secret');
  expect(trouble).toEqual([]);
});

it('the list is filtered and paged', async () => {
  const { page, trouble } = await open(embedded, '#/problems');
  await page.getByText('1 to 25 of 174 problems').waitFor();
  const rows = page.getByRole('table').first().locator('tbody').getByRole('row');
  const first = await rows.first().innerText();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('26 to 50 of 174 problems').waitFor();
  expect(await rows.first().innerText()).not.toBe(first);
  await page.getByRole('button', { name: 'Previous' }).click();
  await page.getByText('1 to 25 of 174 problems').waitFor();
  expect(await rows.first().innerText()).toBe(first);

  await page.getByLabel('Difficulty').selectOption('Hard');
  await page.getByLabel('Platform').selectOption('quartet');
  await page.getByRole('button', { name: 'prefix-sums' }).first().click();
  await page.waitForURL((url) => url.hash.includes('difficulty=Hard') && url.hash.includes('tag=prefix-sums'));
  await expect.poll(async () => [...new Set(await rows.locator('.difficulty').allInnerTexts())]).toEqual(['Hard']);
  expect(await page.getByLabel('Tag').inputValue()).toBe('prefix-sums');
  await page.getByLabel('Title or id').pressSequentially('budget');
  await page.getByText('1 to 1 of 1 problem', { exact: true }).waitFor();
  await rows.getByRole('link', { name: 'Budget Bands' }).click();
  await heading(page, 1).getByText('Budget Bands').waitFor();
  // Its tags lead back into the list, and the browser's way back to where the list was.
  await page.goBack();
  await page.getByText('1 to 1 of 1 problem', { exact: true }).waitFor();
  await page.getByLabel('Title or id').fill('no problem is called so');
  await page.getByText('No such problem').waitFor();
  expect(trouble).toEqual([]);
});

it('problems are found by what they are about, and by name or address', async () => {
  const { page, trouble } = await open(embedded, '#/problems');
  await page.getByRole('tab', { name: 'Search by meaning' }).click();
  await page.getByLabel('What is the problem about?').fill('the sum over a range of an array, asked many times');
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Lighthouse Ledger' }).getByRole('progressbar').waitFor();
  const values = await page.evaluate<number[]>('[...document.querySelectorAll("progress")].map((bar) => bar.value)');
  expect(values.length).toBeGreaterThan(5);
  expect(values).toEqual([...values].sort((a, b) => b - a));
  expect(await page.evaluate('location.hash')).toContain('view=meaning&q=the+sum');

  const box = page.getByLabel('Address or name');
  await box.fill('no-such-problem-anywhere');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.getByRole('alert').waitFor();
  await page.getByRole('link', { name: 'Search by meaning instead' }).waitFor();
  await box.fill('quartet:2');
  await box.press('Enter');
  await heading(page, 1).getByText('Tide Turns').waitFor();
  expect(trouble).toEqual([]);
});

it('a server that lists no problems still finds them by meaning', async () => {
  const plain = await serve(['--exclude-tools', 'list_problems']);
  const { page, trouble } = await open(plain, '#/problems');
  await page.getByLabel('What is the problem about?').waitFor();
  expect(await page.getByRole('tab').count()).toBe(0);
  await page.goto(`${plain.url}/#/problems/quartet/1`);
  await page.getByText('prefix-sums').waitFor();
  expect(await page.getByRole('link', { name: 'prefix-sums' }).count()).toBe(0);
  expect(trouble).toEqual([]);
});

it('an unknown problem is told with the server’s sentence, and a way on', async () => {
  const { page, trouble } = await open(embedded, '#/problems/quartet/99999');
  await page.getByRole('alert').getByText('[404] Not Found: problem not found').waitFor();
  expect(await heading(page, 1).innerText()).toBe('quartet 99999');
  await page.getByRole('link', { name: 'a search by meaning' }).click();
  await page.getByLabel('What is the problem about?').waitFor();
  expect(trouble).toEqual([]);
});

it('a daily problem that is still being fetched is asked for again', async () => {
  let asked = 0;
  const daily: Behaviour = (response, request) =>
    (asked++ === 0 ? json({ retry_after: 1 }, 202) : json({ id: '7', title: 'Here it is', content: 'x' }))(
      response,
      request,
    );
  judge.answers(byPath({ '/api/v1/daily': daily }));
  const { page, trouble } = await open(remote, '#/problems');
  await page.getByText('The judge is still fetching it').waitFor();
  await page.getByRole('link', { name: 'Here it is' }).waitFor();
  expect(trouble).toEqual([]);
});

it('where a part of the judge fails, its sentence is shown and the rest works', async () => {
  const failing = problemDocument({ title: 'Bad Gateway', status: 502, detail: '<b>no daily</b> today' }, 502);
  judge.answers(byPath({ '/api/v1/daily': failing }));
  const { page, trouble } = await open(remote, '#/problems');
  const daily = page.getByRole('region', { name: 'Problem of the day' });
  await daily.getByRole('alert').getByText('[502] Bad Gateway: <b>no daily</b> today').waitFor();
  await page.getByRole('row', { name: /^evil 2 0 0/ }).waitFor();
  judge.answers(byPath({}));
  await daily.getByRole('button', { name: 'Try again' }).click();
  await daily.getByRole('link', { name: 'Of the day' }).waitFor();
  expect(trouble).toEqual([]);
});

it('a judge that is down is told once, and comes back', async () => {
  judge.answers((response: ServerResponse) => void response.socket?.destroy());
  const { page, trouble } = await open(remote, '#/problems');
  await page.getByText('Nothing can be asked of the judge right now.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
  expect(await page.getByRole('alert').innerText()).toMatch(/judge/i);
  judge.answers(byPath({}));
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: 'Of the day' }).waitFor();
  expect(trouble).toEqual([]);
});

it('hostile statements do no harm, on a phone either', async () => {
  const { page, trouble } = await open(remote, '#/problems/evil/1', PHONE);
  await heading(page, 1).getByText('<img src=x onerror=alert(1)>').waitFor();
  await page.locator('math').first().waitFor();
  expect(await heading(page, 1).count()).toBe(1);
  expect(await page.locator('main :is(img, script, iframe, [onerror])').count()).toBe(0);
  const links = await page.evaluate<string[]>(
    '[...document.querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "")',
  );
  expect(links.filter((href) => !/^(#\/|https:\/\/|$)/.test(href))).toEqual([]);
  const outside = page.getByRole('link', { name: 'another' });
  expect(await outside.getAttribute('rel')).toContain('noopener');
  expect(await page.getByText('it costs $5 or $6').count()).toBe(1);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.goto(`${embedded.url}/#/problems`);
  await page.getByText('1 to 25 of 174 problems').waitFor();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(trouble.filter((line) => !line.startsWith(`request to ${embedded.url}`))).toEqual([]);
});

it('can be used with assistive technology, in light and in dark', async () => {
  const { page, trouble } = await open(embedded, '#/problems');
  await page.getByText('1 to 25 of 174 problems').waitFor();
  await page.getByRole('region', { name: 'Problem of the day' }).getByRole('link').waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.goto(`${embedded.url}/#/problems?view=meaning&q=shortest+path`);
  await page.getByRole('progressbar').first().waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  await page.goto(`${embedded.url}/#/problems/quartet/1`);
  await page.getByRole('button', { name: 'Hint 1' }).click();
  await page.getByRole('complementary').getByRole('progressbar').first().waitFor();
  expect(await axeInBothSchemes(page)).toEqual([]);
  expect(trouble).toEqual([]);
});

it('works by keyboard alone', async () => {
  const { page, trouble } = await open(embedded, '#/problems');
  await page.getByText('1 to 25 of 174 problems').waitFor();
  await page.getByRole('tab', { name: 'All problems' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('What is the problem about?').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('prefix sums');
  await page.keyboard.press('Enter');
  const first = page.getByRole('list').getByRole('link').first();
  await first.waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe(await first.innerText());
  await page.keyboard.press('Enter');
  await page.getByRole('article', { name: 'Statement' }).waitFor();
  expect(trouble).toEqual([]);
});
