import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serve } from '../../harness/browser/console-page.ts';
import { clipboard, isTooWide, visits } from '../../harness/browser/visits.ts';
import type { ServeProcess } from '../../harness/http-server.ts';
import { json, never } from '../../harness/oj/judge-answers.ts';
import { JudgeServer } from '../../harness/oj/judge-server.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-tools-hostile-'));
const env = { HOME: folder, XDG_DATA_HOME: join(folder, 'data'), OJ_TOKEN: 'for-the-judge' };
let judge: JudgeServer;
let server: ServeProcess;

beforeAll(async () => {
  judge = await JudgeServer.start();
  server = await serve(['--base-url', judge.origin], env);
});
afterAll(async () => {
  await judge.close();
  rmSync(folder, { recursive: true, force: true });
});

const openPage = visits();
const visit = (place: string, at = server) => openPage(at, place);

const answer = (page: Page) => page.getByRole('region', { name: 'Answer' });
const call = (page: Page) => page.getByRole('button', { name: /^Call/ }).click();

describe('a call that takes long', () => {
  it('can be cancelled; the server stops working on it, and the next one works', async () => {
    judge.answers(never);
    judge.forget();
    const { page, trouble } = await visit('#/tools/get_platform_status');
    await call(page);
    await page.getByText('Running…').waitFor();
    await expect.poll(() => judge.requests.length).toBe(1);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The call was cancelled.').waitFor();
    await expect.poll(() => judge.abandoned).toBe(1);
    await page.getByText('Running…').waitFor({ state: 'detached' });

    judge.answers(json({ version: '1', platforms: [] }));
    await call(page);
    await answer(page)
      .getByText(/^(Answered|Failed) in/)
      .waitFor();
    expect(trouble).toEqual([]);
  });

  it('is cancelled with Escape, and when somebody goes away', async () => {
    judge.answers(never);
    judge.forget();
    const { page, trouble } = await visit('#/tools/resolve_problem?query=x');
    await page.getByRole('textbox', { name: 'query' }).press('Control+Enter');
    await expect.poll(() => judge.requests.length).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => judge.abandoned).toBe(1);
    await page.getByRole('textbox', { name: 'query' }).press('Control+Enter');
    await expect.poll(() => judge.requests.length).toBe(2);
    await page.getByRole('link', { name: 'Home' }).click();
    await expect.poll(() => judge.abandoned).toBe(2);
    expect(trouble).toEqual([]);
  });
});

describe('an answer that means harm', () => {
  const evil = '<img src=x onerror="document.title=`pwned`"><script>document.title="pwned"</script>';
  const paragraphs = `<p>${'A'.repeat(200_000)}</p><p>[click](javascript:alert(1)) ![x](http://127.0.0.1:1/x.png)</p>`;
  const problem = {
    id: '1',
    source: 'leetcode',
    slug: 'evil',
    title: evil,
    difficulty: '"><b>Hard',
    ac_rate: 1,
    tags: [evil, '\u202egnp.exe'],
    link: 'javascript:alert(1)',
    content: `${paragraphs}${'<b>'.repeat(500)}`,
  };

  it('is text and nothing else, in every form', async () => {
    judge.answers(json(problem));
    const { page, trouble } = await visit('#/tools/get_problem?source=leetcode&id=1');
    await call(page);
    await answer(page)
      .getByText(/^(Answered|Failed) in/)
      .waitFor();
    for (const form of await answer(page).getByRole('tab').all()) {
      await form.click();
      expect(await answer(page).getByRole('tabpanel').innerText()).toContain('onerror=');
      expect(await answer(page).locator('img, script, iframe, b, a[href^="javascript"]').count()).toBe(0);
      expect(await isTooWide(page)).toBe(false);
    }
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link').click();
    expect(await page.title()).not.toContain('pwned');
    expect(trouble).toEqual([]);
  });

  it('may come in the address, and stays text there too', async () => {
    const { page, trouble } = await visit(`#/tools/get_problem?source=${encodeURIComponent(evil)}&id=1`);
    expect(await page.getByRole('textbox', { name: 'source' }).inputValue()).toBe(evil);
    expect(await page.getByRole('main').locator('img, script').count()).toBe(0);
    await page.goto(`${server.url}/#/tools/${encodeURIComponent(evil)}`);
    await page.getByText('This server lists no such tool.').waitFor();
    expect(trouble).toEqual([]);
  });

  it('with thousands of parts is shown a part at a time', async () => {
    const platforms = Array.from({ length: 5000 }, (_, at) => ({
      source: `platform-${at}`,
      total: at,
      missing_content: 0,
      not_embedded: 0,
    }));
    judge.answers(json({ version: '1', platforms }));
    const { page, trouble } = await visit('#/tools/get_platform_status');
    await call(page);
    await answer(page).getByRole('tab', { name: 'Structure' }).click();
    const many = answer(page).locator('summary', { hasText: '5,000 items' });
    await many.waitFor();
    expect(await answer(page).locator('summary').count()).toBeLessThan(5);
    await many.click();
    await answer(page).getByText('99:', { exact: true }).waitFor();
    expect(await answer(page).getByText('100:', { exact: true }).count()).toBe(0);
    await answer(page).getByRole('button', { name: 'Show more of 5,000 items' }).click();
    await answer(page).getByText('599:', { exact: true }).waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('who may not write', () => {
  const token = 'reader-token-of-this-test-0123456789';

  it('sees what the tools that write would need, and cannot call them', async () => {
    const file = join(folder, 'tokens');
    writeFileSync(file, `reader ${token} fs:read tools:call\n`, { mode: 0o600 });
    const guarded = await serve(['--token-file', file, '--base-url', judge.origin], env);
    const { page, trouble } = await visit(`#token=${token}`, guarded);
    await page.getByRole('link', { name: 'Tools' }).click();
    const row = page.getByRole('main').getByRole('link', { name: /^write_content / });
    expect(await row.innerText()).toContain('needs fs:write');
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^read_content / })
        .innerText(),
    ).not.toContain('needs');
    await row.click();
    await page.getByText('it needs the scope fs:write').waitFor();
    expect(await page.getByRole('button', { name: /^Call/ }).isDisabled()).toBe(true);
    await page.getByRole('textbox', { name: 'content' }).press('Control+Enter');
    await page.getByText('Nothing was called yet.').waitFor();
    // One's own version is for everybody who may read.
    await page.getByRole('textbox', { name: 'user_id' }).fill('reader');
    expect(await page.getByRole('button', { name: /^Call/ }).isDisabled()).toBe(false);
    expect(trouble).toEqual([]);
  });

  it('never finds a token in what is copied, and leaves nothing behind when signing out', async () => {
    const file = join(folder, 'tokens');
    writeFileSync(file, `reader ${token} fs:read tools:call\n`, { mode: 0o600 });
    const guarded = await serve(['--token-file', file, '--base-url', judge.origin], env);
    const { page, trouble } = await visit(`#token=${token}`, guarded);
    await page.getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('main').getByRole('link', { name: /^add / }).click();
    await page.getByRole('textbox', { name: 'a', exact: true }).fill('1');
    await page.getByRole('textbox', { name: 'b', exact: true }).fill('2');
    await call(page);
    await answer(page).getByText('GIVING 3').waitFor();
    for (const way of ['curl', 'quartet call', 'JSON-RPC', 'Link']) {
      await page.getByRole('tablist', { name: 'The same call as' }).getByRole('tab', { name: way }).click();
      await page.getByRole('button', { name: 'the call' }).click();
      await page.getByRole('button', { name: 'Copied the call' }).waitFor();
      const copied = await clipboard(page);
      expect(copied).not.toContain(token);
      if (way === 'curl') expect(copied).toContain('"Authorization: Bearer $QUARTET_TOKEN"');
    }
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('textbox', { name: 'Token' }).fill(token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Tools' }).click();
    await page.getByRole('main').getByRole('link', { name: /^add / }).waitFor();
    expect(await page.getByRole('heading', { name: 'Last answers' }).count()).toBe(0);
    expect(trouble).toEqual([]);
  });

  it('a server that is read-only lists no tool that writes', async () => {
    const reading = await serve(['--read-only', '--base-url', judge.origin], env);
    const { page, trouble } = await visit('#/tools', reading);
    await page
      .getByRole('main')
      .getByRole('link', { name: /^read_content / })
      .waitFor();
    expect(await page.getByText(/^(writes|destructive)$/).count()).toBe(0);
    expect(
      await page
        .getByRole('main')
        .getByRole('link', { name: /^write_content / })
        .count(),
    ).toBe(0);
    expect(trouble).toEqual([]);
  });
});
