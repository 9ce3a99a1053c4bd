import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, pathOf, audit } = libraryTools();
const lesson = { ...BOOK, path: INTRO };
const onDisk = (key = `books/ai-python/${INTRO}`) => readFile(pathOf(key), 'utf8');

it('writes an old version as the newest one, and keeps what it replaces', async () => {
  const one = await write(INTRO, 'one');
  const two = await write(INTRO, 'two', { expected_hash: one });
  expect(await call('restore_content', { ...lesson, version: one, expected_hash: two })).toEqual({
    status: 'success',
    mode: 'updated',
    file_hash: one,
    file_size: 3,
    restored_from: '(time)',
    namespace: 'base',
    path: `books/ai-python/${INTRO}`,
  });
  expect(await onDisk()).toBe('one');
  expect((await call('read_content', { ...lesson, version: two })).content).toBe('two');
  expect((await audit()).at(-2)).toContain('restore_content');
});

it('never overwrites blindly', async () => {
  const one = await write(INTRO, 'one');
  const two = await write(INTRO, 'two', { expected_hash: one });
  const restore = (more = {}) => call('restore_content', { ...lesson, version: one, ...more });
  expect(await restore()).toMatchObject({ isError: true, code: 'HASH_REQUIRED', current_hash: two });
  expect(await restore({ expected_hash: one })).toMatchObject({ isError: true, code: 'CONFLICT', current_hash: two });
  expect(await onDisk()).toBe('two');
});

it('brings a deleted lesson back', async () => {
  const one = await write(INTRO, 'one');
  await call('delete_content', lesson);
  expect(await call('restore_content', { ...lesson, version: one, expected_hash: one })).toMatchObject({
    code: 'NOT_FOUND',
    message: 'There is no such file to update. To create it, leave expected_hash out.',
  });
  expect(await call('restore_content', { ...lesson, version: one.slice(0, 8).toUpperCase() })).toMatchObject({
    mode: 'created',
  });
  expect(await onDisk()).toBe('one');
});

it('brings back a user’s own version, or gives them a shared one', async () => {
  const shared = await write(INTRO, 'shared');
  const own = await write(INTRO, 'own', { user_id: 'zoe' });
  const zoe = { ...lesson, user_id: 'zoe' };
  await call('restore_content', { ...zoe, version: shared, expected_hash: own });
  expect(await onDisk(`books/ai-python/users/zoe/${INTRO}`)).toBe('shared');
  await call('restore_content', { ...zoe, version: own, expected_hash: shared });
  expect(await onDisk(`books/ai-python/users/zoe/${INTRO}`)).toBe('own');
  expect(await call('restore_content', { ...lesson, version: own, expected_hash: shared })).toMatchObject({
    code: 'NOT_FOUND',
  });
});
