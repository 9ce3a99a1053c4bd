import { expect, it } from 'vitest';
import { sha256 } from '../../../engines/library/model/files.ts';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write } = libraryTools();
const lesson = { ...BOOK, path: INTRO };
const read = (version: string, more = {}) => call('read_content', { ...lesson, version, ...more });

it('reads a lesson by the hash of a version, or the beginning of it', async () => {
  const one = await write(INTRO, 'one');
  const two = await write(INTRO, 'two', { expected_hash: one });
  const old = { content: 'one', file_size: 3, file_hash_sha256: one, last_modified: '(time)', source: 'base' };
  expect(await read(one)).toEqual({ ...old, written_by: expect.any(String), is_current: false });
  expect(await read(one.slice(0, 8))).toMatchObject(old);
  expect(await read(two)).toMatchObject({ content: 'two', is_current: true });
  await call('delete_content', lesson);
  expect(await read(two)).toMatchObject({ content: 'two', is_current: false });
});

it('reads a lesson as it was at a moment', async () => {
  const before = new Date(Date.now() - 1000).toISOString();
  const one = await write(INTRO, 'one');
  await new Promise((resolve) => setTimeout(resolve, 5));
  const between = new Date().toISOString();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await write(INTRO, 'two', { expected_hash: one });
  expect(await read(between)).toMatchObject({ content: 'one' });
  const later = new Date(Date.now() + 60_000).toISOString().replace('Z', '+00:00');
  expect(await read(later)).toMatchObject({ content: 'two', is_current: true });
  expect(await read(before)).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('The history of this lesson begins at'),
  });
  await call('delete_content', lesson);
  expect(await read(later)).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('The lesson was deleted at'),
  });
});

it('reads an outline or a section of a version', async () => {
  const one = await write(INTRO, '# A\n\nold\n\n## B\n\nb\n');
  await write(INTRO, '# A\n\nnew\n', { expected_hash: one });
  expect(await read(one, { section: 'A > B' })).toMatchObject({ content: '## B\n\nb\n' });
  expect(((await read(one, { outline: true })).result as unknown[]).length).toBe(2);
});

it('a user’s own versions win over the shared ones', async () => {
  await write(INTRO, 'shared');
  await write(INTRO, 'own', { user_id: 'zoe' });
  const later = new Date(Date.now() + 60_000).toISOString();
  expect(await read(later, { user_id: 'zoe' })).toMatchObject({ content: 'own', source: 'overlay' });
  expect(await read(sha256('shared'), { user_id: 'zoe' })).toMatchObject({ content: 'shared', source: 'base' });
  expect(await read(sha256('own'))).toMatchObject({ code: 'NOT_FOUND' });
  await call('delete_content', { ...lesson, user_id: 'zoe' });
  expect(await read(later, { user_id: 'zoe' })).toMatchObject({ content: 'shared', source: 'base' });
});

it.each([
  ['abc', {}, 'VALIDATION_ERROR'],
  ['2026-02-31T00:00:00Z', {}, 'VALIDATION_ERROR'],
  ['0'.repeat(64), {}, 'NOT_FOUND'],
  ['0'.repeat(64), { scope: 'book' }, 'VALIDATION_ERROR'],
])('refuses the version %j with %j', async (version, more, code) => {
  await write(INTRO, 'one');
  expect(await read(version, more)).toMatchObject({ isError: true, code });
});
