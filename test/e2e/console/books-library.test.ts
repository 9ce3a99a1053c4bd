import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOOK, callBooks, placeOf, writeBook } from '../../harness/browser/books.ts';
import { open, serve } from '../../harness/browser/console-page.ts';

it('a check names what is in the wrong place, with a link where there is something to see', async () => {
  const server = await serve();
  await writeBook(server);
  const content = join(server.root, 'books', BOOK, 'content');
  mkdirSync(join(content, 'Bad<b>Part'), { recursive: true });
  writeFileSync(join(content, 'Bad<b>Part', 'x.md'), 'x');
  writeFileSync(join(content, '01-Tides', '01-Basics', '03-alone.summary.md'), 'x');
  const { page, trouble } = await open(server, placeOf('', 'view=check'));
  await page.getByRole('alert').getByText('1 error').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'The folder Bad<b>Part is not named NN-Name' }).waitFor();
  await page.getByRole('link', { name: '03-alone.summary.md' }).click();
  await page.getByRole('article').getByText('x').waitFor();
  expect(trouble).toEqual([]);
});

describe('an empty library', () => {
  const demo = JSON.parse(readFileSync('dist/console/demo-book.json', 'utf8'));

  it('says what a library is, and adds the demo book with one click', async () => {
    const server = await serve();
    const { page, trouble } = await open(server, '#/books');
    await page.getByText('This library is empty').waitFor();
    await page.getByRole('button', { name: 'Add the demo book' }).click();
    await page.getByText(`${demo.files.length} files added`).waitFor();
    await page.getByRole('link', { name: 'Start reading' }).click();
    await page.getByRole('article').getByRole('heading').first().waitFor();
    await page.getByRole('article').getByRole('img').first().waitFor();
    expect(trouble).toEqual([]);
  });

  it('leaves what is there as it is, also when it is added again', async () => {
    const server = await serve();
    const lesson = demo.files.find(({ text }: { text?: string }) => text !== undefined);
    const own = { book_id: demo.book_id, path: lesson.path, content: 'My own words.' };
    await callBooks(server, 'write_content', own);
    const { page, trouble } = await open(server, '#/books');
    await page.getByRole('button', { name: 'Add the demo book' }).click();
    await page.getByText(`${demo.files.length - 1} files added, 1 were there already`).waitFor();
    const { content } = await callBooks(server, 'read_content', { book_id: demo.book_id, path: lesson.path });
    expect(content).toBe('My own words.');
    await page.reload();
    await page.getByRole('button', { name: 'Add the demo book' }).click();
    await page.getByText(`0 files added, ${demo.files.length} were there already`).waitFor();
    expect(trouble).toEqual([]);
  });

  it('stops at a failure, says where, and can go on', async () => {
    const server = await serve(['--quota-library-files', '3']);
    const { page, trouble } = await open(server, '#/books');
    await page.getByRole('button', { name: 'Add the demo book' }).click();
    await page.getByRole('alert').getByText('QUOTA_EXCEEDED').waitFor();
    await page.getByText(`It stopped at ${demo.files[3].path}, file 4 of ${demo.files.length}.`).waitFor();
    await page.getByRole('link', { name: 'Quartet tour' }).waitFor();
    const first = { book_id: demo.book_id, path: demo.files[0].path };
    await callBooks(server, 'delete_content', first);
    await page.getByRole('button', { name: 'Go on with the demo book' }).click();
    await expect.poll(async () => (await callBooks(server, 'read_content', first)).content).toBe(demo.files[0].text);
    await page.getByText(`It stopped at ${demo.files[3].path}`).waitFor();
    expect(trouble).toEqual([]);
  });
});
