import { expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write } = libraryTools();
const lesson = { ...BOOK, path: INTRO };
const diffOf = async (more = {}) => {
  const { diff, ...rest } = await call('diff_content', { ...lesson, ...more });
  return { ...rest, diff: String(diff).replaceAll(/\t\S+/g, '') };
};

it('shows the last change, two versions, or a version and what is there now', async () => {
  const one = await write(INTRO, '# A\n\none\n');
  const two = await write(INTRO, '# A\n\ntwo\n', { expected_hash: one });
  const three = await write(INTRO, '# A\n\nthree\n', { expected_hash: two });
  const head = `--- ${INTRO}\n+++ ${INTRO}\n@@ -1,3 +1,3 @@\n # A\n \n`;
  const counts = { added_lines: 1, removed_lines: 1 };
  expect(await diffOf()).toEqual({ from: two, to: three, ...counts, diff: `${head}-two\n+three` });
  expect(await diffOf({ from: one })).toEqual({ from: one, to: three, ...counts, diff: `${head}-one\n+three` });
  expect(await diffOf({ to: two.slice(0, 8) })).toMatchObject({ from: one, to: two, diff: `${head}-one\n+two` });
  expect(await diffOf({ from: three, to: one })).toMatchObject({ diff: `${head}-three\n+one` });
  expect(await diffOf({ from: three })).toMatchObject({ added_lines: 0, removed_lines: 0, diff: '' });
});

it('shows a creation and a deletion', async () => {
  await write(INTRO, 'one\n');
  expect(await diffOf()).toMatchObject({ from: 'nothing', diff: `--- /dev/null\n+++ ${INTRO}\n@@ -0,0 +1 @@\n+one` });
  await call('delete_content', lesson);
  expect(await diffOf()).toMatchObject({ to: 'nothing', diff: `--- ${INTRO}\n+++ /dev/null\n@@ -1 +0,0 @@\n-one` });
});

it('holds a user’s own version against the shared one', async () => {
  await write(INTRO, 'shared\n');
  await write(INTRO, 'own\n', { user_id: 'zoe' });
  const diff = `--- ${INTRO}\n+++ ${INTRO} (zoe)\n@@ -1 +1 @@\n-shared\n+own`;
  expect(await diffOf({ user_id: 'zoe' })).toMatchObject({ diff });
  expect(await call('diff_content', { ...lesson, user_id: 'bob' })).toMatchObject({ code: 'NOT_FOUND' });
});

it('a long diff comes in pages that make the whole', async () => {
  const old = Array.from({ length: 900 }, (_, n) => `line ${n} of the old text\n`).join('');
  const hash = await write(INTRO, old);
  await write(INTRO, old.replaceAll('old', 'new'), { expected_hash: hash });
  const parts: string[] = [];
  for (let cursor: unknown; parts.length < 20; ) {
    const page = await call('diff_content', { ...lesson, ...(cursor !== undefined && { cursor }) });
    expect(String(page.diff).length).toBeLessThan(13_000);
    parts.push(String(page.diff));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.join('\n').split('\n')).toHaveLength(1803);
});

it.each([
  [{ from: 'yesterday' }, { code: 'VALIDATION_ERROR', issues: [{ field: 'version' }] }],
  [{ from: 'f'.repeat(8) }, { code: 'NOT_FOUND' }],
  [{ to: '2001-01-01T00:00:00Z' }, { code: 'NOT_FOUND' }],
])('refuses %j', async (args, refusal) => {
  await write(INTRO, 'one\n');
  expect(await call('diff_content', { ...lesson, ...args })).toMatchObject({ isError: true, ...refusal });
});
