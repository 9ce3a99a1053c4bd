import { rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sha256 } from '../../../engines/library/model/files.ts';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, callAll, write, pathOf } = libraryTools();

const lesson = { ...BOOK, path: INTRO };
const shown = { written_at: '(time)', agent_id: expect.any(String) as string };

it('lists what was written and deleted, newest first, by tools and by hand', async () => {
  const first = await write(INTRO, 'one');
  const second = await write(INTRO, 'two!', { expected_hash: first });
  await call('delete_content', lesson);
  await write(INTRO, 'one');
  await writeFile(pathOf(`books/ai-python/${INTRO}`), 'by hand');
  expect((await call('content_history', lesson)).result).toEqual([
    { ...shown, operation: 'adopt', file_size: 7, file_hash_sha256: sha256('by hand') },
    { ...shown, operation: 'write_content', file_size: 3, file_hash_sha256: first },
    { ...shown, operation: 'delete_content', deleted: true },
    { ...shown, operation: 'write_content', file_size: 4, file_hash_sha256: second },
    { ...shown, operation: 'write_content', file_size: 3, file_hash_sha256: first },
  ]);
  await rm(pathOf(`books/ai-python/${INTRO}`));
  expect(((await call('content_history', lesson)).result as unknown[])[0]).toEqual({
    ...shown,
    operation: 'forget',
    deleted: true,
  });
});

it('a write of what is there already is no version', async () => {
  const hash = await write(INTRO, 'one');
  await write(INTRO, 'one', { expected_hash: hash });
  expect((await call('content_history', lesson)).result).toHaveLength(1);
});

it('comes in pages, however few versions each has', async () => {
  let hash = await write(INTRO, '0');
  for (let n = 1; n < 7; n++) hash = await write(INTRO, String(n), { expected_hash: hash });
  const whole = (await call('content_history', lesson)).result;
  expect(whole).toHaveLength(7);
  for (const limit of [1, 3, 7]) expect(await callAll('content_history', { ...lesson, limit })).toEqual(whole);
});

it('tells of a user’s own versions with user_id only', async () => {
  await write(INTRO, 'shared');
  await write(INTRO, 'own', { user_id: 'zoe' });
  const hashes = async (more = {}) =>
    ((await call('content_history', { ...lesson, ...more })).result as { file_hash_sha256: string }[]).map(
      (version) => version.file_hash_sha256,
    );
  expect(await hashes()).toEqual([sha256('shared')]);
  expect(await hashes({ user_id: 'zoe' })).toEqual([sha256('own')]);
});

it('says so when there never was such a lesson', async () => {
  expect(await call('content_history', lesson)).toMatchObject({ isError: true, code: 'NOT_FOUND', path: INTRO });
  expect(await call('content_history', { ...lesson, user_id: 'zoe' })).toMatchObject({ code: 'NOT_FOUND' });
});
