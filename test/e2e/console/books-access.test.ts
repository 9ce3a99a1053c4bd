import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { axeInBothSchemes } from '../../harness/browser/axe.ts';
import {
  BOOK,
  callBooks,
  expectNoSidewaysScroll,
  MOON,
  placeOf,
  readLesson,
  SUN,
  writeBook,
  writeLesson,
} from '../../harness/browser/books.ts';
import { open, serve } from '../../harness/browser/console-page.ts';
import { ServeProcess } from '../../harness/http-server.ts';

const TOKENS = {
  reader: 'reader-token-0123456789',
  writer: 'writer-token-0123456789',
  boss: 'boss-token-0123456789',
  other: 'other-token-0123456789',
};
const QUARTET_TOKENS = [
  `reader ${TOKENS.reader} fs:read`,
  `writer ${TOKENS.writer} fs:read fs:write`,
  `boss ${TOKENS.boss} fs:admin`,
  `other ${TOKENS.other} tools:call`,
].join(';');
const PHONE = { viewport: { width: 360, height: 740 } };

/** Opens a place as the owner of a token. */
async function openAs(server: ServeProcess, who: keyof typeof TOKENS, place: string) {
  const opened = await open(server, `#token=${TOKENS[who]}`);
  await opened.page.getByRole('button', { name: 'Sign out' }).waitFor();
  await opened.page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  return opened;
}

const WRITING =
  /^(Edit|Edit it|Delete|Save|Upload|New lesson|New book|Add the demo book|Write it|Write an own version|Back to the shared text|Choose files)$/;

async function expectNothingToWrite(page: Page): Promise<void> {
  expect(await page.getByRole('button', { name: WRITING }).count()).toBe(0);
  expect(await page.getByRole('link', { name: WRITING }).count()).toBe(0);
  expect(await page.locator('textarea, input[type=file]').count()).toBe(0);
}

/** Goes through all that a reader can see of a book. */
async function readEverything(page: Page): Promise<void> {
  const go = (place: string) =>
    page.evaluate((hash) => {
      location.hash = hash;
    }, place);
  await page.getByRole('link', { name: 'Sea stories' }).waitFor();
  await expectNothingToWrite(page);
  await go(placeOf());
  await page.getByRole('link', { name: 'Start reading' }).waitFor();
  await expectNothingToWrite(page);
  await go(placeOf(MOON));
  await page.getByRole('article').getByRole('img', { name: 'A dot' }).waitFor();
  await expectNothingToWrite(page);
  await go(placeOf(MOON, 'view=edit'));
  await page.getByText('You may read this lesson, but not change it.').waitFor();
  await expectNothingToWrite(page);
  await go(placeOf('', 'view=new'));
  await page.getByText('You may read this book, but not write into it.').waitFor();
  await go(placeOf('', 'view=assets'));
  await page.getByRole('img', { name: 'dot.png' }).waitFor();
  await expectNothingToWrite(page);
  await go(placeOf('content/09-No/09-No/09-no.md'));
  await page.getByText('There is no such lesson').waitFor();
  await expectNothingToWrite(page);
}

describe('with tokens', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await serve([], { QUARTET_TOKENS });
    await writeBook(server, TOKENS.writer);
  });

  it('who may only read sees nothing that writes', async () => {
    const { page, trouble } = await openAs(server, 'reader', '#/books');
    await readEverything(page);
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      placeOf(MOON, 'view=mine'),
    );
    await page.getByText('reader has no own version of this lesson').waitFor();
    expect(await page.getByLabel('User').count()).toBe(0);
    await expectNothingToWrite(page);
    expect(trouble).toEqual([]);
  });

  it('who may not even read is told so', async () => {
    const { page, trouble } = await openAs(server, 'other', '#/books');
    await page.getByRole('alert').getByText('fs:read').waitFor();
    await expectNothingToWrite(page);
    expect(trouble).toEqual([]);
  });

  it('an own version is that of who is signed in', async () => {
    const { page, trouble } = await openAs(server, 'writer', placeOf(SUN, 'view=mine'));
    await page.getByText('writer has no own version of this lesson').waitFor();
    expect(await page.getByLabel('User').count()).toBe(0);
    await page.getByRole('link', { name: 'Write an own version' }).click();
    await page.getByLabel('Markdown of the lesson').fill('of the writer');
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.').waitFor();
    const asked = { book_id: BOOK, path: SUN, user_id: 'writer' };
    expect((await callBooks(server, 'read_content', asked, TOKENS.writer)).content).toBe('of the writer');
    expect(trouble).toEqual([]);
  });

  it('an administrator may write, and name users', async () => {
    const { page, trouble } = await openAs(server, 'boss', placeOf(SUN));
    await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
    await page.getByRole('link', { name: 'My version' }).click();
    await page.getByLabel('User').fill('reader');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('reader has no own version of this lesson').waitFor();
    expect(trouble).toEqual([]);
  });

  it('what is not saved is still there for who signs in again, and for nobody else', async () => {
    const { page, trouble } = await openAs(server, 'writer', placeOf(MOON, 'view=edit'));
    const field = page.getByLabel('Markdown of the lesson');
    await field.fill('a secret draft');
    const signIn = async (token: string) => {
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('Token').fill(token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await field.waitFor();
    };
    await signIn(TOKENS.boss);
    expect(await field.inputValue()).not.toContain('secret');
    await signIn(TOKENS.writer);
    expect(await field.inputValue()).toBe('a secret draft');
    expect(trouble).toEqual([]);
  });
});

it('a server that is read-only shows nothing that writes', async () => {
  const writable = await serve();
  await writeBook(writable);
  const server = await ServeProcess.start(['--read-only'], {}, writable.root);
  try {
    const { page, trouble } = await open(server, '#/books');
    await readEverything(page);
    expect(trouble).toEqual([]);
  } finally {
    await server.stop();
  }
});

describe('for everybody', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = await serve();
    await writeBook(server);
    await writeLesson(server, SUN, 'my own\n', { user_id: 'ann' });
  });

  /** The views of the page, and what shows that each is there. */
  const VIEWS: Readonly<Record<string, readonly [place: string, sign: string]>> = {
    library: ['#/books', 'text=1 asset'],
    book: [placeOf(), 'text=Start reading'],
    lesson: [placeOf(MOON), 'math >> nth=1'],
    editor: [placeOf(SUN, 'view=edit'), 'textarea'],
    'new lesson': [placeOf('', 'view=new'), 'text=Write it'],
    'own version': [placeOf(SUN, 'view=mine&user=ann'), 'text=lines differ'],
    history: [placeOf(SUN, 'view=history'), 'text=log intact'],
    assets: [placeOf('', 'view=assets'), 'img'],
    search: [placeOf('', 'view=search&q=sun'), 'mark >> nth=0'],
    changes: [placeOf('', 'view=changes'), 'text=5 files'],
    check: [placeOf('', 'view=check'), 'text=The layout is fine'],
    archive: [placeOf('', 'view=archive'), 'text=Make an archive'],
  };

  it.each(Object.keys(VIEWS))('the view %s has no barrier, in light, in dark and on a phone', async (name) => {
    const [place, sign] = VIEWS[name] as readonly [string, string];
    const { page, trouble } = await open(server, place);
    await page.locator(sign).first().waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    for (const width of [360, 720, 1800]) {
      await page.setViewportSize({ width, height: 740 });
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(PHONE.viewport);
    await page.locator(sign).first().waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });

  it('a merge and the questions have no barrier either', async () => {
    const { page, trouble } = await open(server, placeOf(SUN, 'view=edit'));
    await page.getByLabel('Markdown of the lesson').fill('mine\n');
    const { content, file_hash_sha256 } = await readLesson(server, SUN);
    await writeLesson(server, SUN, content.replace('# The sun', '# Theirs'), { expected_hash: file_hash_sha256 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByLabel('Edit by hand').first().check();
    expect(await axeInBothSchemes(page)).toEqual([]);
    await page.setViewportSize(PHONE.viewport);
    await expectNoSidewaysScroll(page);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await axeInBothSchemes(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });

  it('on a phone the lessons are a drawer, and the editor has tabs', async () => {
    const { page, trouble } = await open(server, placeOf(MOON), PHONE);
    await page.getByRole('button', { name: 'Contents' }).click();
    const drawer = page.getByRole('dialog', { name: 'Contents' });
    await drawer.getByRole('link', { name: '1 Waves' }).click();
    await page.getByRole('heading', { name: 'Waves' }).waitFor();
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Contents' }).click();
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Markdown of the lesson').fill('# On the phone\n');
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'On the phone' }).waitFor();
    await page.getByRole('tab', { name: 'Write' }).click();
    expect(await page.getByLabel('Markdown of the lesson').inputValue()).toBe('# On the phone\n');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await expectNoSidewaysScroll(page);
    expect(trouble).toEqual([]);
  });

  it('all of it works with the keyboard alone', async () => {
    const path = 'content/06-Keys/01-Keys/01-keys.md';
    await writeLesson(server, path, '# Keys\n');
    const { page, trouble } = await open(server, '#/books');
    const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
    const tabTo = async (name: string | RegExp) => {
      for (let steps = 0; steps < 60; steps++) {
        await page.keyboard.press('Tab');
        const text = await focused();
        if (typeof name === 'string' ? text === name : name.test(text)) return;
      }
      throw new Error(`no way to ${name}`);
    };
    await page.getByRole('link', { name: 'Sea stories' }).waitFor();
    await tabTo('Sea stories');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '6 Keys' }).waitFor();
    await page.getByRole('searchbox', { name: 'Filter lessons' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('1 Tides');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('2 Waves');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('1 Basics');
    await page.getByRole('searchbox', { name: 'Filter lessons' }).focus();
    await page.keyboard.type('keys');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByRole('heading', { name: 'Keys' }).waitFor();
    await tabTo('Edit');
    await page.keyboard.press('Enter');
    await page.getByLabel('Markdown of the lesson').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('typed');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await readLesson(server, path)).content).toBe('# Keys\ntyped');
    await page.keyboard.press('Shift+Tab');
    await tabTo('Close');
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText('typed').waitFor();
    await tabTo('Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await focused()).toBe('Delete');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect(await focused()).toBe('Delete');
    await page.keyboard.press('Enter');
    await page.getByText(`Deleted ${path}`).waitFor();
    expect(trouble).toEqual([]);
  });
});
