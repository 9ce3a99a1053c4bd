import { expect, it } from 'vitest';
import { BASE } from '../../model/file-key.ts';
import type { Journal, TrailFilter } from '../journal.ts';
import { trail } from '../trail.ts';
import { carryOut, databaseOf, lesson, type Open, reading, withJournal } from './subjects.ts';

const EVERYBODY = { bookId: 'ai', userId: BASE, limit: 100 };

/** What happened to a book, a file or somebody's overlays, read page by page, and the end of one chain. */
export function trailContract(open: Open): void {
  const withEntries = (test: (journal: Journal) => Promise<void>) =>
    withJournal(open, async ({ journal }) => {
      await carryOut(journal, lesson(1), '', 'a');
      await carryOut(journal, lesson(1, 'zoe'), '', 'z');
      await journal.note([reading(lesson(2)), reading(lesson(1, 'zoe')), reading(lesson(1))]);
      await journal.note([reading(lesson(1, BASE, 'other')), reading({ ...lesson(1), path: 'CONTENT/x' })]);
      await journal.note([reading({ ...lesson(1), path: 'content/x' })]);
      await test(journal);
    });

  it('tells of one owner, and of one file, newest first', () =>
    withEntries(async (journal) => {
      const paths = async (filter: Partial<TrailFilter>) => {
        const { rows, next } = await journal.trail({ ...EVERYBODY, ...filter });
        expect(next).toBeUndefined();
        return rows.map(({ operation, path }) => `${operation} ${path.slice(-12)}`);
      };
      const one = '01-lesson.md';
      const all = ['read_content content/x', 'read_content CONTENT/x', `read_content ${one}`];
      expect(await paths({})).toEqual([...all, 'read_content 02-lesson.md', `write_content ${one}`]);
      expect(await paths({ userId: 'zoe' })).toEqual([`read_content ${one}`, `write_content ${one}`]);
      expect(await paths({ path: lesson(1).path })).toEqual([`read_content ${one}`, `write_content ${one}`]);
      expect(await paths({ path: 'content/x' })).toEqual(['read_content content/x']);
      expect(await paths({ path: 'content/%' })).toEqual([]);
      expect(await paths({ bookId: 'nowhere' })).toEqual([]);
      expect(await paths({ userId: 'bob' })).toEqual([]);
    }));

  it('gives the whole entry', () =>
    withEntries(async (journal) => {
      const [newest] = (await journal.trail({ ...EVERYBODY, limit: 1 })).rows;
      expect(newest).toEqual((await journal.audit({ limit: 1 }))[0]);
    }));

  it('goes on where it ended, however few entries are looked at in a call', () =>
    withEntries(async (journal) => {
      const whole = (await journal.trail(EVERYBODY)).rows.map(({ id }) => id);
      const inParts = async (limit: number, most: number, filter = {}) => {
        const ids: number[] = [];
        for (let before: number | undefined, calls = 0; calls < 99; calls++) {
          const part = await trail(databaseOf(journal), { ...EVERYBODY, ...filter, limit, before }, most);
          expect(part.rows.length).toBeLessThanOrEqual(limit);
          ids.push(...part.rows.map(({ id }) => id));
          if (part.next === undefined) return ids;
          before = part.next;
        }
        throw new Error('It has no end.');
      };
      for (const limit of [1, 2, 5]) for (const most of [1, 2, 7]) expect(await inParts(limit, most)).toEqual(whole);
      const zoe = { userId: 'zoe' };
      expect(await inParts(1, 1, zoe)).toEqual(
        (await journal.trail({ ...EVERYBODY, ...zoe })).rows.map(({ id }) => id),
      );
      const { rows, next } = await trail(databaseOf(journal), { ...EVERYBODY, ...zoe }, 2);
      expect([rows, next]).toEqual([[], expect.any(Number)]);
      const file = { ...EVERYBODY, path: lesson(2).path };
      expect((await trail(databaseOf(journal), file, 1)).rows).toHaveLength(1);
    }));

  it('tells the end of one chain, and whether it is long', () =>
    withEntries(async (journal) => {
      const [ai, other] = await journal.heads();
      expect([await journal.head('ai'), await journal.head('other')]).toEqual([ai, other]);
      const none = { bookId: 'nowhere', entries: 0, hash: '0'.repeat(64), removed: undefined };
      expect(await journal.head('nowhere')).toEqual(none);
      expect([await journal.hasMoreEntries('ai', 6), await journal.hasMoreEntries('ai', 7)]).toEqual([true, false]);
      expect(await journal.hasMoreEntries('nowhere', 0)).toBe(false);
      await databaseOf(journal).updateTable('audit_chain').set({ entries: 1_000_000 }).execute();
      expect(await journal.hasMoreEntries('ai', 7)).toBe(false);
    }));
}
