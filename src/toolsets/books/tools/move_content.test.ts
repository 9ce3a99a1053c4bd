import { expect, it } from 'vitest';
import { sha256 } from '../../../engines/library/model/files.ts';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit } = libraryTools();
const NEXT = 'content/01-Part/01-Chapter/02-next.md';
const MOVED = 'content/02-Part/01-Chapter/01-moved.md';

it('moves a lesson and the links to it; a dry run tells the same and does nothing', async () => {
  await write(INTRO, '[next](02-next.md)');
  await write(NEXT, '[intro](01-intro.md)');
  const rewritten = '[next](../../01-Part/01-Chapter/02-next.md)';
  const answer = {
    moved: [{ from: INTRO, to: MOVED, file_hash: sha256(rewritten) }],
    moved_count: 1,
    rewritten: [
      { path: MOVED, links: 1, file_hash: sha256(rewritten) },
      { path: NEXT, links: 1, file_hash: sha256('[intro](../../02-Part/01-Chapter/01-moved.md)') },
    ],
    rewritten_count: 2,
  };
  const asked = { ...BOOK, from: INTRO, to: MOVED };
  expect(await call('move_content', { ...asked, dry_run: true })).toEqual({ status: 'dry_run', ...answer });
  expect(await call('read_content', { ...BOOK, path: INTRO })).toMatchObject({ content: '[next](02-next.md)' });
  expect(await call('move_content', asked)).toEqual({ status: 'success', ...answer });
  expect(await call('read_content', { ...BOOK, path: MOVED })).toMatchObject({ content: rewritten });
  expect(await call('read_content', { ...BOOK, path: INTRO })).toMatchObject({ code: 'NOT_FOUND' });
  const log = (await audit())
    .filter((entry) => entry.includes('move_content'))
    .map((entry) => entry.split(' | ').at(-1));
  expect(log[0]).toBe('success');
  expect(log.slice(1).map((note) => note?.replace(/group [0-9a-f-]{36}; /, ''))).toEqual([
    `moved from ${INTRO}`,
    `moved to ${MOVED}`,
    'links rewritten',
  ]);
});

it('refuses what cannot be moved, and says why', async () => {
  await write(INTRO, 'one');
  const move = (args: object) => call('move_content', { ...BOOK, from: INTRO, to: MOVED, ...args });
  expect(await move({ from: NEXT })).toMatchObject({ code: 'NOT_FOUND', path: NEXT });
  expect(await move({ expected_hash: sha256('two') })).toMatchObject({ code: 'CONFLICT', current_hash: sha256('one') });
  expect(await move({ to: 'content/02-Part/moved.md' })).toMatchObject({ code: 'SCHEMA_VIOLATION' });
  expect((await audit()).at(-1)).toMatch(
    /move_content \| content\/01-Part\/01-Chapter\/01-intro\.md \| __base__ \| error/,
  );
});
