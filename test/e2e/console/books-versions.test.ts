import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BOOK,
  callBooks,
  MOON,
  placeOf,
  readLesson,
  SUN,
  SUN_TEXT,
  writeBook,
  writeLesson,
} from '../../harness/browser/books.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import type { ServeProcess } from '../../harness/http-server.ts';

const TEXT = 'Markdown of the lesson';

let server: ServeProcess;
beforeAll(async () => {
  server = await serve();
  await writeBook(server);
});

describe('own versions', () => {
  it('are written beside the shared lesson, compared with it line by line, and given up', async () => {
    const { page, trouble } = await open(server, placeOf(SUN, 'view=mine'));
    await page.getByLabel('User').fill('ann');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('ann has no own version of this lesson').waitFor();
    await page.getByRole('link', { name: 'Write an own version' }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe(SUN_TEXT);
    await page.getByLabel(TEXT).fill(SUN_TEXT.replace('Two.', 'Two, says Ann.'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.getByText('1 line differs.').waitFor();
    const changed = page.getByRole('row').filter({ hasText: 'Two' });
    expect(await changed.locator('del').innerText()).toBe('Two.');
    expect(await changed.locator('ins').innerText()).toBe('Two, says Ann.');
    expect((await readLesson(server, SUN)).content).toBe(SUN_TEXT);
    expect(await readLesson(server, SUN, { user_id: 'ann' })).toMatchObject({
      source: 'overlay',
      content: SUN_TEXT.replace('Two.', 'Two, says Ann.'),
    });
    await page.getByRole('button', { name: 'Back to the shared text' }).click();
    await page.getByRole('button', { name: 'Delete the own version' }).click();
    await page.getByText('ann has no own version of this lesson').waitFor();
    expect((await readLesson(server, SUN, { user_id: 'ann' })).source).toBe('base');
    expect(trouble).toEqual([]);
  });

  it('are merged like shared lessons when somebody else has written them meanwhile', async () => {
    const own = { user_id: 'ben' };
    const { file_hash } = await writeLesson(server, SUN, SUN_TEXT, own);
    const { page, trouble } = await open(server, placeOf(SUN, 'view=edit&user=ben'));
    await page.getByLabel(TEXT).fill(SUN_TEXT.replace('One.', 'One, here.'));
    const elsewhere = SUN_TEXT.replace('Three.', 'Three, elsewhere.');
    await writeLesson(server, SUN, elsewhere, { ...own, expected_hash: file_hash });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await readLesson(server, SUN, own)).content).toBe(elsewhere.replace('One.', 'One, here.'));
    expect((await readLesson(server, SUN)).content).toBe(SUN_TEXT);
    expect(trouble).toEqual([]);
  });

  it('show what is alike where lines end differently', async () => {
    await writeLesson(server, MOON, 'only mine\r\n', { user_id: 'crlf' });
    const { content } = await readLesson(server, MOON);
    const { file_hash_sha256 } = await readLesson(server, MOON, { user_id: 'crlf' });
    await writeLesson(server, MOON, content.replaceAll('\n', '\r\n'), {
      user_id: 'crlf',
      expected_hash: file_hash_sha256,
    });
    const { page, trouble } = await open(server, placeOf(MOON, 'view=mine&user=crlf'));
    await page.getByText('Both say the same.').waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('the history of a lesson', () => {
  it('tells who did what, with hashes, and that the log is intact', async () => {
    const path = 'content/05-Log/01-Log/01-log.md';
    const first = await writeLesson(server, path, 'one');
    const second = await writeLesson(server, path, 'two', { expected_hash: first.file_hash });
    await writeLesson(server, path, 'lost', { expected_hash: first.file_hash });
    const { page, trouble } = await open(server, placeOf(path));
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByText(/^log intact, \d+ entries$/).waitFor();
    const rows = page.getByRole('row');
    const short = (hash: string) => hash.slice(0, 8);
    await rows.filter({ hasText: 'tried to write conflict' }).getByText(short(second.file_hash)).waitFor();
    await rows.filter({ hasText: `${short(first.file_hash)} → ${short(second.file_hash)}` }).waitFor();
    await rows
      .filter({ hasText: `nothing → ${short(first.file_hash)}` })
      .getByText('unknown client')
      .waitFor();
    expect(await rows.filter({ hasText: 'read' }).count()).toBe(0);
    await page.getByLabel('Reads too').check();
    await rows.filter({ hasText: 'quartet-console 1' }).filter({ hasText: 'read' }).first().waitFor();
    await callBooks(server, 'delete_content', { book_id: BOOK, path });
    await rows
      .filter({ hasText: `deleted${'\t'}` })
      .or(rows.filter({ hasText: '→ nothing' }))
      .first()
      .waitFor();
    expect(trouble).toEqual([]);
  });

  it('shows what a change did, and brings back what was before, unless somebody has written meanwhile', async () => {
    const path = 'content/05-Log/01-Log/03-back.md';
    const first = await writeLesson(server, path, 'one\nsame\n');
    const second = await writeLesson(server, path, 'two\nsame\n', { expected_hash: first.file_hash });
    const { page, trouble } = await open(server, placeOf(path, 'view=history'));
    const show = (hash: string) =>
      page
        .getByRole('row')
        .filter({ hasText: `→ ${hash.slice(0, 8)}` })
        .getByRole('button', { name: 'Show' })
        .first()
        .click();
    await show(second.file_hash);
    await page.getByText('1 line differs.').waitFor();
    expect(await page.locator('del').innerText()).toBe('one');
    expect(await page.locator('ins').innerText()).toBe('two');
    expect(await page.getByRole('button', { name: 'Restore what came of it' }).count()).toBe(0);
    const third = await writeLesson(server, path, 'three\n', { expected_hash: second.file_hash });
    await page.getByRole('button', { name: 'Restore what was before' }).click();
    await page.getByText('Somebody has written the lesson meanwhile').waitFor();
    expect((await readLesson(server, path)).content).toBe('three\n');
    await page.getByRole('button', { name: 'Restore what came of it' }).waitFor();
    await page.getByRole('button', { name: 'Restore what was before' }).click();
    await page.getByText('Restored. What was there before stays in the history.').waitFor();
    expect((await readLesson(server, path)).content).toBe('one\nsame\n');
    await page.getByRole('row').filter({ hasText: 'restored' }).getByText(third.file_hash.slice(0, 8)).waitFor();
    await callBooks(server, 'delete_content', { book_id: BOOK, path });
    await page.getByRole('row').filter({ hasText: '→ nothing' }).getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'Restore what was before' }).click();
    await page.getByText('Restored. What was there before stays in the history.').waitFor();
    expect((await readLesson(server, path)).content).toBe('one\nsame\n');
    expect(trouble).toEqual([]);
  });

  it('comes in pages', async () => {
    const path = 'content/05-Log/01-Log/02-long.md';
    let { file_hash } = await writeLesson(server, path, 'version 0');
    for (let at = 1; at < 60; at++) {
      ({ file_hash } = await writeLesson(server, path, `version ${at}`, { expected_hash: file_hash }));
    }
    const { page, trouble } = await open(server, placeOf(path, 'view=history'));
    const older = page.getByRole('button', { name: 'Older entries' });
    const first = page.getByRole('row').filter({ hasText: 'nothing →' });
    await older.or(first).first().waitFor();
    expect(await first.count()).toBe(0);
    for (; (await first.count()) === 0; await older.or(first).first().waitFor()) await older.click();
    expect(await page.getByRole('row').filter({ hasText: 'wrote' }).count()).toBe(60);
    expect(trouble).toEqual([]);
  });

  it('says when somebody has changed the log', async () => {
    const broken = await serve();
    await writeBook(broken);
    const journal = new DatabaseSync(join(broken.root, '.quartet', 'journal.db'));
    journal.exec('drop trigger audit_log_no_update');
    journal.exec("update audit_log set agent_id = 'nobody' where operation = 'write_content'");
    journal.close();
    const { page, trouble } = await open(broken, placeOf(SUN, 'view=history'));
    await page.getByText(/^log broken: /).waitFor();
    await page.getByRole('row').filter({ hasText: 'nobody' }).first().waitFor();
    expect(trouble).toEqual([]);
  });
});
