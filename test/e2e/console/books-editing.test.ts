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

let server: ServeProcess;
beforeAll(async () => {
  server = await serve();
  await writeBook(server);
});

const TEXT = 'Markdown of the lesson';
let lessons = 10;

/** A lesson of its own for each test, with the text of the sun. */
async function freshLesson(content = SUN_TEXT): Promise<string> {
  const path = `content/03-Tests/01-Tests/${++lessons}-lesson.md`;
  await writeLesson(server, path, content);
  return path;
}

/** Writes as another client does: reads, then writes. */
async function overwrite(path: string, change: (content: string) => string): Promise<void> {
  const { content, file_hash_sha256 } = await readLesson(server, path);
  await writeLesson(server, path, change(content), { expected_hash: file_hash_sha256 });
}

describe('the editor', () => {
  it('shows a preview while one writes, and saves', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    const field = page.getByLabel(TEXT);
    expect(await field.inputValue()).toBe(SUN_TEXT);
    await field.fill('# New words\n\n**Bold** and $x^2$.\n');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'New words' }).waitFor();
    await preview.locator('math').waitFor();
    await page.getByText('Not saved yet').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.getByRole('article').getByRole('heading', { name: 'New words' }).waitFor();
    expect((await readLesson(server, path)).content).toBe('# New words\n\n**Bold** and $x^2$.\n');
    expect(trouble).toEqual([]);
  });

  it('saves with the keyboard, and more than once', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    for (const words of ['first', 'second']) {
      await page.getByLabel(TEXT).fill(words);
      await page.keyboard.press('Control+s');
      await expect.poll(async () => (await readLesson(server, path)).content).toBe(words);
    }
    expect(trouble).toEqual([]);
  });

  it('keeps the ends of lines as the file has them', async () => {
    const path = await freshLesson('one\r\ntwo\r\n');
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill('one\nTWO\nthree\n');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await readLesson(server, path)).content).toBe('one\r\nTWO\r\nthree\r\n');
    expect(trouble).toEqual([]);
  });

  it('finds a place for a new lesson and makes it', async () => {
    const { page, trouble } = await open(server, placeOf());
    await page.getByRole('link', { name: 'New lesson' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Über den Mond!');
    await page.getByRole('combobox', { name: 'Part', exact: true }).selectOption({ label: '1 Tides' });
    expect(await page.getByLabel('Path').inputValue()).toBe('content/01-Tides/01-Basics/03-uber-den-mond.md');
    await page.getByRole('combobox', { name: 'Chapter', exact: true }).selectOption({ label: 'A new chapter…' });
    await page.getByLabel('Name of the new chapter').fill('Night');
    const path = 'content/01-Tides/02-Night/01-uber-den-mond.md';
    expect(await page.getByLabel('Path').inputValue()).toBe(path);
    await page.getByRole('button', { name: 'Write it' }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe('# Über den Mond!\n\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: '1 Uber den mond' }).waitFor();
    expect((await readLesson(server, path)).content).toBe('# Über den Mond!\n\n');
    expect(trouble).toEqual([]);
  });

  it('makes a new book with its first lesson', async () => {
    const { page, trouble } = await open(server, '#/books');
    await page.getByRole('button', { name: 'New book' }).click();
    await page.getByLabel('Title of the new book').fill('My Crème Book');
    await page.getByText('Its id will be my-creme-book.').waitFor();
    await page.getByRole('button', { name: 'Write the first lesson' }).click();
    await page.getByLabel('Title', { exact: true }).fill('Start');
    await page.getByLabel('Name of the new part').fill('One');
    await page.getByRole('button', { name: 'Write it' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    const path = 'content/01-One/01-Chapter/01-start.md';
    expect((await callBooks(server, 'read_content', { book_id: 'my-creme-book', path })).content).toBe('# Start\n\n');
    expect(trouble).toEqual([]);
  });

  it('says what the server says when it cannot be saved, and keeps the text', async () => {
    const small = await serve(['--quota-library-mb', '1']);
    const { page, trouble } = await open(small, placeOf(SUN, 'view=edit'));
    const text = `${'too long '.repeat(100)}\n`.repeat(1500);
    // To type or paste so much takes the browser long.
    await page.getByLabel(TEXT).evaluate((field: HTMLTextAreaElement, value) => {
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').getByText('QUOTA_EXCEEDED').waitFor();
    expect(await page.getByLabel(TEXT).inputValue()).toBe(text);
    await page.getByLabel(TEXT).fill('short');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('a race that was lost', () => {
  it('is merged by itself where different lines were changed', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill(SUN_TEXT.replace('One.', 'One, by me.'));
    await overwrite(path, (content) => content.replace('Three.', 'Three, by an agent.'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Somebody saved this lesson before you.').waitFor();
    await page.getByText('Your change', { exact: true }).waitFor();
    await page.getByText('Their change', { exact: true }).waitFor();
    await page.getByText('Everything is decided').waitFor();
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('Saved.').waitFor();
    const merged = SUN_TEXT.replace('One.', 'One, by me.').replace('Three.', 'Three, by an agent.');
    expect((await readLesson(server, path)).content).toBe(merged);
    expect(await page.getByLabel(TEXT).inputValue()).toBe(merged);
    expect(trouble).toEqual([]);
  });

  it('asks where the same lines were changed: mine, theirs, both or by hand', async () => {
    const path = await freshLesson('one\n\ntwo\n\nthree\n\nfour\n');
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill('one m\n\ntwo m\n\nthree m\n\nfour m\n');
    await overwrite(path, () => 'one t\n\ntwo t\n\nthree t\n\nfour t\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = (number: number) => page.getByRole('group', { name: `Both changed this (${number} of 4)` });
    const save = page.getByRole('button', { name: 'Save the merged text' });
    await page.getByText('4 decisions left').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await conflict(1).getByLabel('Take mine').check();
    await conflict(2).getByLabel('Take theirs').check();
    await conflict(3).getByLabel('Take both').check();
    await page.getByText('1 decision left').waitFor();
    await conflict(4).getByLabel('Edit by hand').check();
    expect(await conflict(4).getByLabel('What it should say').inputValue()).toBe('four m\nfour t');
    await conflict(4).getByLabel('What it should say').fill('four by hand');
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect((await readLesson(server, path)).content).toBe('one m\n\ntwo t\n\nthree m\nthree t\n\nfour by hand\n');
    expect(trouble).toEqual([]);
  });

  it('a second race starts over, and nothing is lost', async () => {
    const path = await freshLesson('a\n\nb\n\nc\n');
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill('a mine\n\nb\n\nc\n');
    await overwrite(path, () => 'a theirs\n\nb\n\nc\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Edit by hand').check();
    await page.getByLabel('What it should say').fill('a of both');
    await overwrite(path, () => 'a theirs\n\nb\n\nc, third\n');
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('Your changes and theirs are in different lines').waitFor();
    await overwrite(path, () => 'a again\n\nb\n\nc, third\n');
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('1 decision left').waitFor();
    await page.getByLabel('Take both').check();
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await readLesson(server, path)).content).toBe('a of both\na again\n\nb\n\nc, third\n');
    expect(trouble).toEqual([]);
  });

  it('can be edited further, or given up for the own text', async () => {
    const path = await freshLesson('a\n\nb\n');
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill('a mine\n\nb\n');
    await overwrite(path, () => 'a\n\nb theirs\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Back to my text' }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe('a mine\n\nb\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Edit it first' }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe('a mine\n\nb theirs\n');
    await page.getByLabel(TEXT).fill('a mine\n\nb theirs, edited\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect((await readLesson(server, path)).content).toBe('a mine\n\nb theirs, edited\n');
    expect(trouble).toEqual([]);
  });

  it('against a deletion keeps the text, and puts it back on request', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill('still here');
    await callBooks(server, 'delete_content', { book_id: BOOK, path });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('It was deleted while you were writing.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    expect((await readLesson(server, path)).content).toBe('still here');
    expect(trouble).toEqual([]);
  });

  it('for a new lesson shows what somebody else has put there', async () => {
    const path = 'content/03-Tests/02-New/01-new.md';
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    await page.getByLabel(TEXT).fill('mine');
    await writeLesson(server, path, 'theirs');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Take both').check();
    await page.getByRole('button', { name: 'Save the merged text' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await readLesson(server, path)).content).toBe('mine\ntheirs');
    expect(trouble).toEqual([]);
  });
});

describe('a lesson', () => {
  it('is deleted after a question, and can be put back', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Keep it' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`Deleted ${path}`).waitFor();
    expect((await readLesson(server, path)).code).toBe('NOT_FOUND');
    await page.getByRole('button', { name: 'Put it back' }).click();
    await page.getByRole('article').getByRole('heading', { name: 'The sun' }).waitFor();
    expect((await readLesson(server, path)).content).toBe(SUN_TEXT);
    expect(trouble).toEqual([]);
  });

  it('that somebody has just changed is not deleted without another question', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path));
    await page.getByRole('button', { name: 'Delete' }).click();
    await overwrite(path, () => 'changed');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Somebody has changed it since you opened it.').waitFor();
    expect((await readLesson(server, path)).content).toBe('changed');
    await page.getByRole('button', { name: 'Delete it all the same' }).click();
    await page.getByText(`Deleted ${path}`).waitFor();
    expect((await readLesson(server, path)).code).toBe('NOT_FOUND');
    expect(trouble).toEqual([]);
  });
});

describe('what is not saved', () => {
  it('is asked about before one goes elsewhere, and kept', async () => {
    const { page, trouble } = await open(server, placeOf(SUN, 'view=edit'));
    await page.getByLabel(TEXT).fill('not saved');
    await page.getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('dialog', { name: 'Your changes are not saved' });
    await question.getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe('not saved');
    expect(new URL(page.url()).hash).toBe(placeOf(SUN, 'view=edit'));
    await page.getByRole('link', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Leave, keep them' }).click();
    await page.getByRole('article').waitFor();
    await page.getByRole('link', { name: '2 Sun (not saved)' }).waitFor();
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe('not saved');
    await page.getByRole('link', { name: 'Files' }).click();
    await question.getByRole('button', { name: 'Discard them' }).click();
    await page.goBack();
    await expect.poll(() => page.getByLabel(TEXT).inputValue()).toBe(SUN_TEXT);
    expect(trouble).toEqual([]);
  });

  it('is waited for, without a question, while it is being saved', async () => {
    const path = await freshLesson();
    const { page, trouble } = await open(server, placeOf(path, 'view=edit'));
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/mcp/**', async (route) => {
      if (route.request().postData()?.includes('"write_content"')) await answered;
      await route.continue();
    });
    await page.getByLabel(TEXT).fill('on its way');
    await page.keyboard.press('Control+s');
    await page.getByText('Saving…').waitFor();
    await page.getByRole('link', { name: 'Close' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe(placeOf(path, 'view=edit'));
    expect(await page.getByRole('dialog').count()).toBe(0);
    answer();
    await page.getByRole('article').getByText('on its way').waitFor();
    expect((await readLesson(server, path)).content).toBe('on its way');
    expect(trouble).toEqual([]);
  });

  it('is asked about when one goes back, or leaves the page', async () => {
    const { page, trouble } = await open(server, placeOf(MOON));
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel(TEXT).fill('not saved');
    await page.goBack();
    await page.getByRole('dialog').getByRole('button', { name: 'Stay here' }).click();
    expect(await page.getByLabel(TEXT).inputValue()).toBe('not saved');
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closing;
    expect(await page.getByLabel(TEXT).inputValue()).toBe('not saved');
    await page.getByRole('button', { name: 'Undo all' }).click();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.getByRole('article').waitFor();
    expect(trouble).toEqual([]);
  });
});
