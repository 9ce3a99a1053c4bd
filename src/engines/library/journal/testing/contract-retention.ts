import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { BASE } from '../../model/file-key.ts';
import { sha256 } from '../../model/files.ts';
import { INGEST, type Journal } from '../journal.ts';
import { carryOut, databaseOf, lesson, type Open, type OpenJournal, reading, withJournal } from './subjects.ts';

const DAY_MS = 24 * 3_600_000;
const START = Date.parse('2026-03-01T00:00:00Z');
const dayOf = (day: number) => new Date(START + day * DAY_MS).toISOString();

/** The agent that made a file what it is goes with its entry. */
async function holdings(journal: Journal) {
  return (await journal.audited('ai')).map(({ bookId, path, userId, sha256: hash }) => ({
    bookId,
    path,
    userId,
    sha256: hash,
  }));
}

/** Old entries can be removed, and nothing else; what is left can be verified, with what is known of what is gone. */
export function retentionContract(open: Open): void {
  const withDays = (test: (journal: Journal, opened: OpenJournal) => Promise<void>) => {
    let day = 0;
    return withJournal(
      open,
      async (opened) => {
        const { journal } = opened;
        // Five entries on each of three days; the files are 1 (changed), 2 (deleted on the second day) and zoe's.
        await carryOut(journal, lesson(1), '', 'a');
        await carryOut(journal, lesson(2), '', 'a');
        await carryOut(journal, lesson(1, 'zoe'), '', 'z');
        const agreed = { operation: INGEST, prevHash: sha256('a'), newHash: sha256('a') };
        await journal.note([reading(lesson(1), agreed), reading(lesson(3))]);
        day = 1;
        await carryOut(journal, lesson(1), 'a', 'b');
        await carryOut(journal, lesson(2), 'a', '');
        await journal.note([reading(lesson(1)), reading(lesson(1)), reading(lesson(1))]);
        day = 2;
        await carryOut(journal, lesson(1), 'b', 'c');
        await journal.note([reading(lesson(1)), reading(lesson(1)), reading(lesson(1)), reading(lesson(1))]);
        await test(journal, opened);
      },
      { now: () => new Date(START + day * DAY_MS) },
    );
  };

  it('leaves a chain that holds, and what it says of files and heads', () =>
    withDays(async (journal, { reopen }) => {
      const audited = await holdings(journal);
      const [head] = await journal.heads();
      const fifth = (await journal.hashAt('ai', 5)) ?? '';
      expect(await journal.olderEntries('ai', dayOf(1))).toBe(5);
      expect(await journal.removeAnchored('ai', 100)).toBe(0);
      await journal.anchor('ai', dayOf(1));
      expect(await journal.removeAnchored('ai', 100)).toBe(5);
      expect(await journal.verifyChain('ai')).toEqual({ valid: true, entries: 10, breaks: [] });
      expect(await journal.heads()).toEqual([{ ...head, removed: { entries: 5, at: dayOf(2) } }]);
      expect([await journal.hashAt('ai', 4), await journal.hashAt('ai', 5)]).toEqual([undefined, fifth]);
      expect(await journal.kept('ai')).toEqual([
        { path: lesson(1).path, userId: BASE, sha256: sha256('a'), ingested: sha256('a') },
        { path: lesson(2).path, userId: BASE, sha256: sha256('a'), ingested: null },
        { path: lesson(1).path, userId: 'zoe', sha256: sha256('z'), ingested: null },
      ]);
      expect(await holdings(journal)).toEqual(audited);

      await journal.anchor('ai', dayOf(2));
      expect(await journal.removeAnchored('ai', 100)).toBe(5);
      expect(await holdings(journal)).toEqual(audited);
      const again = await reopen();
      await carryOut(again, lesson(1), 'c', 'd');
      await carryOut(again, lesson(2), '', 'e');
      await carryOut(again, lesson(1, 'zoe'), 'z', '');
      expect(await again.verifyChain('ai')).toEqual({ valid: true, entries: 8, breaks: [] });
      await again.anchor('ai', dayOf(99));
      expect(await again.removeAnchored('ai', 100)).toBe(8);
      expect(await again.verifyChain('ai')).toEqual({ valid: true, entries: 0, breaks: [] });
      expect(await again.audited('ai')).toHaveLength(2);
      await again.note([reading(lesson(1))]);
      expect(await again.verifyChain('ai')).toEqual({ valid: true, entries: 1, breaks: [] });
    }));

  it('does nothing for entries that are not old, for none, and for a clock that has jumped', () =>
    withDays(async (journal) => {
      await journal.anchor('ai', dayOf(0));
      await journal.anchor('nowhere', dayOf(1));
      expect(await journal.olderEntries('ai', dayOf(0))).toBe(0);
      expect(await journal.heads()).toMatchObject([{ removed: undefined }]);
      expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 15 });
    }));

  it('is verified also in the middle of a removal, and goes on later', () =>
    withDays(async (journal, { reopen }) => {
      await journal.anchor('ai', dayOf(1));
      expect(await journal.removeAnchored('ai', 2)).toBe(2);
      const again = await reopen();
      expect(await again.verifyChain('ai')).toEqual({ valid: true, entries: 13, breaks: [] });
      expect(await again.audited('ai')).toHaveLength(2);
      expect(await again.olderEntries('ai', dayOf(1))).toBe(3);
      await again.anchor('ai', dayOf(1));
      expect(await again.removeAnchored('ai', 2)).toBe(2);
      expect(await again.removeAnchored('ai', 2)).toBe(1);
      expect(await again.verifyChain('ai')).toMatchObject({ valid: true, entries: 10 });
    }));

  it('lets nobody delete, change or bring back more than that without notice', () =>
    withDays(async (journal) => {
      const db = databaseOf(journal);
      await expect(sql`delete from audit_log where seq = 1`.execute(db)).rejects.toThrow('append-only');
      await journal.anchor('ai', dayOf(1));
      const first = await db.selectFrom('audit_log').selectAll().where('seq', '=', 1).executeTakeFirstOrThrow();
      await journal.removeAnchored('ai', 4);
      await expect(sql`delete from audit_log where seq = 6`.execute(db)).rejects.toThrow('append-only');
      await expect(sql`update audit_log set path = 'x' where seq = 5`.execute(db)).rejects.toThrow('append-only');
      expect(await journal.problems()).toEqual([]);
      expect((await journal.verifyChain('ai')).valid).toBe(true);
      await db
        .insertInto('audit_log')
        .values({ ...first })
        .execute();
      expect((await journal.verifyChain('ai')).breaks.map(({ reason }) => reason)).toEqual([
        'the entry was taken out of the log before, and is there again',
      ]);
    }));

  it.each([
    [
      'one that stands for more',
      'update audit_anchor set entries = 7, entry_hash = (select entry_hash from audit_log where seq = 7)',
    ],
    ['one with other files', "update audit_anchor set files = '[]'"],
    ['one made later', "update audit_anchor set made_at = '2026-01-01T00:00:00.000Z'"],
    ['none', 'delete from audit_anchor'],
  ])('finds an anchor that somebody without the key has put there: %s', (_, statement) =>
    withDays(async (journal) => {
      await journal.anchor('ai', dayOf(1));
      await journal.removeAnchored('ai', 100);
      const db = databaseOf(journal);
      await sql.raw(statement).execute(db);
      if (statement.includes('entries = 7')) await sql`delete from audit_log where seq <= 7`.execute(db);
      expect((await journal.verifyChain('ai')).valid).toBe(false);
      await expect(journal.anchor('ai', dayOf(2))).rejects.toThrow('does not hold');
    }),
  );

  it('finds an earlier anchor that was put back', () =>
    withDays(async (journal) => {
      const db = databaseOf(journal);
      await journal.anchor('ai', dayOf(1));
      const earlier = await db.selectFrom('audit_anchor').selectAll().executeTakeFirstOrThrow();
      await journal.anchor('ai', dayOf(2));
      await journal.removeAnchored('ai', 100);
      await db
        .updateTable('audit_anchor')
        .set({ ...earlier })
        .execute();
      expect((await journal.verifyChain('ai')).valid).toBe(false);
    }));

  it('refuses without a key', () =>
    withJournal(
      open,
      async ({ journal }) => {
        await carryOut(journal, lesson(1), '', 'a');
        await expect(journal.anchor('ai', '2099-01-01T00:00:00Z')).rejects.toThrow('has no key');
      },
      { keys: undefined },
    ));

  it('holds for a verifier while entries are removed and others write', () =>
    withJournal(open, async ({ journal }) => {
      await journal.note(Array.from({ length: 2500 }, (_, n) => reading(lesson(n % 9))));
      await carryOut(journal, lesson(1), '', 'a');
      const before = new Date(Date.now() + DAY_MS).toISOString();
      const remove = async () => {
        await journal.anchor('ai', before);
        while ((await journal.removeAnchored('ai', 300)) > 0);
      };
      const reports: Promise<unknown>[] = [];
      const write = async () => {
        for (let n = 0; n < 10; n++) {
          reports.push(journal.verifyChain('ai'));
          await carryOut(journal, lesson(1), n % 2 ? 'b' : 'a', n % 2 ? 'a' : 'b');
        }
      };
      await Promise.all([remove(), write()]);
      for (const report of await Promise.all(reports)) expect(report).toMatchObject({ valid: true, breaks: [] });
      expect(await journal.audited('ai')).toMatchObject([{ ...lesson(1), sha256: sha256('a') }]);
    }));

  it('keeps chain and files together after any sequence of changes and removals', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        let time = START;
        await withJournal(
          open,
          async ({ journal }) => {
            const files = new Map<string, string>();
            for (const { kind, user, text } of steps) {
              time += DAY_MS;
              const held = files.get(user) ?? '';
              if (kind === 'change' && !(held === '' && text === '')) {
                await carryOut(journal, lesson(1, user), held, text);
                files.set(user, text);
              } else if (kind === 'note') await journal.note([reading(lesson(2))]);
              else if (kind === 'anchor') await journal.anchor('ai', new Date(time - 3 * DAY_MS).toISOString());
              else if (kind === 'remove') await journal.removeAnchored('ai', 2);
              expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, breaks: [] });
            }
            const there = [...files].filter(([, text]) => text !== '');
            expect((await journal.audited('ai')).map(({ userId, sha256: hash }) => `${userId} ${hash}`)).toEqual(
              there.map(([user, text]) => `${user} ${sha256(text)}`).sort(),
            );
          },
          { now: () => new Date(time) },
        );
      }),
      { numRuns: 25 },
    ));
}

const step = fc.record({
  kind: fc.constantFrom('change', 'change', 'change', 'note', 'anchor', 'remove'),
  user: fc.constantFrom(BASE, 'zoe'),
  text: fc.constantFrom('a', 'b', ''),
});
