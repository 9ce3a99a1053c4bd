import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../engines/library/model/files.ts';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, write, audit } = libraryTools();
const at = (name: string) => `content/01-Part/01-Chapter/${name}.md`;

describe('write_many', () => {
  it('creates, updates and deletes lessons, and tells what became of each', async () => {
    const expected_hash = await write(INTRO, 'one');
    const other = await write(at('02-other'), 'two');
    const changes = [
      { path: INTRO, content: 'three', expected_hash },
      { path: at('02-other'), delete: true, expected_hash: other, content: null },
      { path: at('03-new'), content: 'four', expected_hash: null, delete: null },
    ];
    expect(await call('write_many', { ...BOOK, changes })).toEqual({
      status: 'success',
      namespace: 'base',
      result: [
        { path: INTRO, mode: 'updated', file_hash: sha256('three'), file_size: 5 },
        { path: at('02-other'), mode: 'deleted' },
        { path: at('03-new'), mode: 'created', file_hash: sha256('four'), file_size: 4 },
      ],
    });
    const group = expect.stringMatching(/ \| group [0-9a-f-]{36}$/);
    expect((await audit()).slice(2)).toEqual([group, group, group]);
  });

  it('writes a user’s own versions without touching the shared ones', async () => {
    await write(INTRO, 'shared');
    const changes = [
      { path: INTRO, content: 'own' },
      { path: at('02-other'), content: 'own too' },
    ];
    expect(await call('write_many', { ...BOOK, user_id: 'ann', changes })).toMatchObject({ namespace: 'overlay' });
    expect(await call('read_content', { ...BOOK, path: INTRO })).toMatchObject({ content: 'shared' });
    expect(await call('read_content', { ...BOOK, path: INTRO, user_id: 'ann' })).toMatchObject({ content: 'own' });
  });

  it('says of every change that does not fit what is there, and does nothing', async () => {
    const current_hash = await write(INTRO, 'one');
    const changes = [
      { path: at('02-other'), content: 'fits' },
      { path: INTRO, content: 'x', expected_hash: '0'.repeat(64) },
      { path: at('03-none'), delete: true, expected_hash: '0'.repeat(64) },
    ];
    const { isError, code, conflicts } = await call('write_many', { ...BOOK, changes });
    // Not more, since there may be a hundred.
    expect({ isError, code, conflicts }).toEqual({
      isError: true,
      code: 'CONFLICT',
      conflicts: [
        { index: 1, path: INTRO, code: 'CONFLICT', current_hash },
        { index: 2, path: at('03-none'), code: 'NOT_FOUND' },
      ],
    });
    expect(await call('glob_search', { ...BOOK, pattern: '**' })).toMatchObject({
      result: [`books/ai-python/${INTRO}`],
    });
    expect((await audit()).at(-2)).toMatch(/write_many \| __base__ \| conflict \| CONFLICT$/);
  });

  it.each<[string, object[]]>([
    [
      'changes[1]: The path is not that of a lesson',
      [
        { path: INTRO, content: 'a' },
        { path: 'content/x.md', content: 'b' },
      ],
    ],
    ['changes[0]: Send content to write the lesson, or delete', [{ path: INTRO }]],
    ['changes[0]: Send content to write the lesson, or delete', [{ path: INTRO, content: 'a', delete: true }]],
    ['changes[0]: To delete a lesson, send its current hash', [{ path: INTRO, delete: true }]],
    [
      'changes[1] is about the same lesson as changes[0]',
      [
        { path: INTRO, content: 'a' },
        { path: INTRO, content: 'b' },
      ],
    ],
    [
      'at most 10000000 are written at once',
      [at('01-a'), at('02-b')].map((path) => ({ path, content: 'x'.repeat(6_000_000) })),
    ],
    ['changes', []],
    ['changes', Array.from({ length: 101 }, (_, n) => ({ path: at(`${10 + (n % 90)}-x${n}`), content: 'x' }))],
  ])('refuses: %s', async (message, changes) => {
    const answer = await call('write_many', { ...BOOK, changes });
    expect(answer.isError).toBe(true);
    expect(String(answer.message)).toContain(message);
    expect((await call('list_books', {})).result).toEqual([]);
  });
});
