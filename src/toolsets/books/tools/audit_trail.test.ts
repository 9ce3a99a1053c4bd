import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it } from 'vitest';
import { PAGE_BYTES } from '../pages.ts';
import { BOOK, INTRO, libraryTools } from './testing/library.ts';

const { call, callAll, write, audit, pathOf } = libraryTools();

type Entry = Record<string, unknown>;

const operations = (result: unknown) => (result as Entry[]).map(({ operation }) => operation);

describe('audit_trail', () => {
  it('tells what happened to a lesson, newest first, and that the log is intact', async () => {
    const before = await write(INTRO, '# One');
    const after = await write(INTRO, '# Two', { expected_hash: before });
    await call('write_content', { ...BOOK, path: INTRO, content: '# Three', expected_hash: before });
    await call('read_content', { ...BOOK, path: INTRO });
    const { result, chain } = await call('audit_trail', { ...BOOK, path: INTRO });
    const who = { agent_id: 'tester 1', path: INTRO, timestamp: '(time)' };
    const more = { id: expect.any(Number), execution_time_ms: expect.any(Number), entry_hash: expect.any(String) };
    expect(result).toEqual([
      { ...who, ...more, operation: 'read_content', status: 'success', state_change: false },
      {
        ...who,
        ...more,
        operation: 'write_content',
        status: 'conflict',
        error_message: 'CONFLICT',
        prev_hash: after,
        new_hash: after,
        state_change: false,
      },
      {
        ...who,
        ...more,
        operation: 'write_content',
        status: 'success',
        prev_hash: before,
        new_hash: after,
        state_change: true,
      },
      { ...who, ...more, operation: 'write_content', status: 'success', new_hash: before, state_change: true },
    ]);
    const [newest] = result as Entry[];
    expect(chain).toEqual({ checked: true, intact: true, entries: 4, head: newest?.entry_hash });
  });

  it('tells of an asset and of a whole book', async () => {
    await write(INTRO, '# One');
    const asset = { ...BOOK, asset_type: 'img', filename: 'dot.png' };
    await call('upload_asset', { ...asset, binary_data: 'eA==' });
    await call('glob_search', { ...BOOK, pattern: '**' });
    const about = await call('audit_trail', { ...BOOK, path: 'static/img/dot.png' });
    expect(operations(about.result)).toEqual(['upload_asset']);
    const book = await call('audit_trail', BOOK);
    expect(operations(book.result)).toEqual(['audit_trail', 'glob_search', 'upload_asset', 'write_content']);
  });

  it('shows a user’s own versions when they are asked for, and never beside those of everybody', async () => {
    await write(INTRO, '# One');
    await write(INTRO, '# Mine', { user_id: 'ann' });
    expect(operations((await call('audit_trail', BOOK)).result)).toEqual(['write_content']);
    const own = await call('audit_trail', { ...BOOK, user_id: 'ann', path: INTRO });
    expect(own).toMatchObject({ result: [{ operation: 'write_content' }], chain: { entries: 3 } });
    expect((await call('audit_trail', { ...BOOK, user_id: 'bob' })).result).toEqual([]);
    expect((await audit()).slice(-3)).toEqual([
      'tester 1 | audit_trail | __base__ | success',
      `tester 1 | audit_trail | ${INTRO} | ann | success`,
      'tester 1 | audit_trail | bob | success',
    ]);
  });

  it('gives what does not fit into a page, or beyond the limit, with cursors, each entry once', async () => {
    await write(INTRO, '# One');
    for (let reads = 0; reads < 120; reads++) await call('read_content', { ...BOOK, path: INTRO });
    const first = await call('audit_trail', { ...BOOK, path: INTRO, limit: 200 });
    expect(JSON.stringify(first.result).length).toBeLessThan(PAGE_BYTES + 1000);
    expect(first.next_cursor).toEqual(expect.any(String));
    const few = await call('audit_trail', { ...BOOK, path: INTRO, limit: 3 });
    expect(few.result).toHaveLength(3);
    const second = await call('audit_trail', { ...BOOK, path: INTRO, limit: 3, cursor: few.next_cursor });
    expect(second).not.toHaveProperty('chain');
    const ids = (all: unknown) => (all as Entry[]).map(({ id }) => Number(id));
    // The first call about the lesson has left an entry itself.
    expect([...ids(few.result), ...ids(second.result)]).toEqual([122, 121, 120, 119, 118, 117]);
    const asked = (await callAll('audit_trail', { ...BOOK, path: INTRO, limit: 50 })) as Entry[];
    const whole = ids(asked.filter(({ operation }) => operation !== 'audit_trail'));
    expect(whole).toHaveLength(121);
    expect(whole).toEqual([...new Set(whole)].sort((a, b) => b - a));
  });

  it('says when somebody has changed the log', async () => {
    await write(INTRO, '# One');
    const database = new DatabaseSync(pathOf('.quartet/journal.db'));
    database.exec("drop trigger audit_log_no_update; update audit_log set agent_id = 'nobody'");
    database.close();
    expect(await call('audit_trail', BOOK)).toMatchObject({
      result: [{ agent_id: 'nobody' }],
      chain: { checked: true, intact: false, problem: expect.stringMatching(/^entry 1: the entry was changed/) },
    });
  });

  it.each<[object, string]>([
    [{ book_id: 'no book' }, 'VALIDATION_ERROR'],
    [{ path: '../../etc/passwd' }, 'INVALID_PATH'],
    [{ path: '' }, 'INVALID_PATH'],
    [{ path: 'users/ann/content/x.md' }, 'INVALID_PATH'],
    [{ path: 'static/img/dot.png', user_id: 'ann' }, 'INVALID_PATH'],
    [{ user_id: '__base__' }, 'VALIDATION_ERROR'],
    [{ limit: 201 }, 'VALIDATION_ERROR'],
    [{ limit: 0 }, 'VALIDATION_ERROR'],
    [{ cursor: 'nonsense' }, 'VALIDATION_ERROR'],
  ])('refuses %j with %s', async (args, code) => {
    expect(await call('audit_trail', { ...BOOK, ...args })).toMatchObject({ isError: true, code });
  });

  it('takes no cursor of another file', async () => {
    await write(INTRO, '# One');
    await call('read_content', { ...BOOK, path: INTRO });
    const { next_cursor: cursor } = await call('audit_trail', { ...BOOK, path: INTRO, limit: 1 });
    expect(await call('audit_trail', { ...BOOK, cursor })).toMatchObject({ isError: true });
    expect(await call('audit_trail', { ...BOOK, path: INTRO, user_id: 'ann', cursor })).toMatchObject({
      isError: true,
    });
  });
});
