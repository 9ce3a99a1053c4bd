import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '../../model/files.ts';
import { carryOut, lesson, type Open, reading, withJournal } from './subjects.ts';

/** The audit log: what is in it, how it is asked, and that its chain holds. */
export function auditContract(open: Open): void {
  it('links the changes of a file by content hash, over reads, refusals and deletions', () =>
    withJournal(open, async ({ journal }) => {
      const [a, b] = [sha256('a'), sha256('b')];
      await carryOut(journal, lesson(1), '', 'a');
      await journal.note([reading(lesson(1)), reading(lesson(1), { status: 'conflict', prevHash: b, newHash: b })]);
      await carryOut(journal, lesson(1), 'a', 'b');
      await carryOut(journal, lesson(1), 'b', '');
      await carryOut(journal, lesson(1), '', 'a');
      const entries = (await journal.audit({ bookId: 'ai' })).reverse();
      const changes = entries.filter(({ stateChange }) => stateChange);
      expect(changes.map(({ prevHash, newHash }) => [prevHash, newHash])).toEqual([
        [null, a],
        [a, b],
        [b, null],
        [null, a],
      ]);
      expect(entries.map(({ prevEntryHash }) => prevEntryHash).slice(1)).toEqual(
        entries.map(({ entryHash }) => entryHash).slice(0, -1),
      );
      expect(await journal.verifyChain('ai')).toEqual({ valid: true, entries: 6, breaks: [] });
      expect(await journal.verifyChain('nowhere')).toEqual({ valid: true, entries: 0, breaks: [] });
    }));

  it('tells what each file holds by its last change, and whose files there are', () =>
    withJournal(open, async ({ journal }) => {
      await carryOut(journal, lesson(1), '', 'a');
      await carryOut(journal, lesson(1), 'a', 'b');
      await carryOut(journal, lesson(2), '', 'a');
      await carryOut(journal, lesson(2), 'a', '');
      await carryOut(journal, lesson(1, 'zoe'), '', 'c');
      await carryOut(journal, lesson(1, 'zoe', 'other'), '', 'c');
      await journal.note([reading(lesson(3), { prevHash: sha256('x'), newHash: sha256('x') })]);
      expect(await journal.audited('ai')).toEqual([
        { ...lesson(1), sha256: sha256('b'), agentId: 'ada' },
        { ...lesson(1, 'zoe'), sha256: sha256('c'), agentId: 'ada' },
      ]);
      expect(await journal.users('ai')).toEqual(['__base__', 'zoe']);
      expect(await journal.users('nowhere')).toEqual([]);
    }));

  it('gives an entry as it was noted', () =>
    withJournal(
      open,
      async ({ journal }) => {
        const entry = reading(lesson(1, 'zoe'), { status: 'error', errorMessage: 'NOT_FOUND', executionTimeMs: 2.6 });
        await journal.note([entry]);
        const chain = {
          stateChange: false,
          entryHash: expect.stringMatching(/^[0-9a-f]{64}$/),
          prevEntryHash: '0'.repeat(64),
        };
        const stored = { ...entry, executionTimeMs: 3, id: expect.any(Number), timestamp: '2026-03-01T08:30:00.000Z' };
        expect(await journal.audit({})).toEqual([{ ...stored, ...chain }]);
      },
      { now: () => new Date('2026-03-01T08:30:00Z') },
    ));

  it('filters by everything, newest first, a hundred at a time', async () => {
    let time = Date.parse('2026-03-01T00:00:00Z');
    await withJournal(
      open,
      async ({ journal }) => {
        await carryOut(journal, lesson(1), '', 'a');
        time += 1000;
        await journal.note([
          reading(lesson(2)),
          reading(lesson(3, 'zoe', 'other'), { agentId: 'eve', status: 'error' }),
        ]);
        time += 1000;
        await journal.note([reading({ bookId: 'ai', path: 'static/IMG/50%_a\\b.png', userId: '__base__' })]);
        const paths = async (filter: object) => (await journal.audit(filter)).map(({ path }) => path.slice(-8));
        const [one, two, three, image] = ['esson.md', 'esson.md', 'esson.md', '_a\\b.png'].map((text) =>
          text.slice(-8),
        );
        expect(await paths({})).toEqual([image, three, two, one]);
        expect(await paths({ from: '2026-03-01T01:00:02+01:00' })).toEqual([image]);
        expect(await paths({ from: '2026-03-01T00:00:01Z', to: '2026-03-01T00:00:01Z' })).toHaveLength(2);
        expect(await paths({ agentId: 'ada' })).toHaveLength(1);
        expect(await paths({ operation: 'read_content' })).toHaveLength(3);
        expect(await paths({ status: 'error' })).toHaveLength(1);
        expect(await paths({ status: 'nonsense' })).toEqual([]);
        expect(await paths({ bookId: 'ai', agentId: 'bob', path: 'content/%' })).toHaveLength(1);
        expect(await paths({ path: 'Content/%' })).toEqual([]);
        expect(await paths({ path: 'static/%/50\\%\\_a\\\\_.png' })).toEqual([image]);
        expect(await paths({ limit: 2 })).toEqual([image, three]);
        expect(await paths({ limit: 0 })).toEqual([]);
        const [, second] = await journal.audit({ limit: 2 });
        expect(await paths({ before: second?.id as number })).toEqual([two, one]);
        await journal.note(Array.from({ length: 150 }, () => reading(lesson(1))));
        expect(await paths({})).toHaveLength(100);
        await expect(journal.audit({ from: 'yesterday' })).rejects.toThrow(RangeError);
      },
      { now: () => new Date(time) },
    );
  });

  it.each(['', 'system'])('refuses all of a batch with the agent %j in it', (agentId) =>
    withJournal(open, async ({ journal }) => {
      await expect(journal.note([reading(lesson(1)), reading(lesson(1), { agentId })])).rejects.toThrow();
      expect(await journal.audit({})).toEqual([]);
      await journal.note([]);
      await journal.note([reading(lesson(1))]);
      expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 1 });
    }),
  );

  it('cuts what a caller made too long, so that it costs no more than any other entry', () =>
    withJournal(open, async ({ journal }) => {
      // Random, so that no database can compress it; three bytes a character in UTF-8.
      const long = Array.from({ length: 20_000 }, () => String.fromCharCode(0x4e00 + Math.random() * 20_000)).join('');
      const names = { bookId: long, path: `x${long}`, userId: `y${long}`, agentId: `z${long}` };
      await journal.note([reading(lesson(1)), reading(lesson(2), names)]);
      const [cut] = await journal.audit({ limit: 1 });
      expect(cut?.bookId).toBe(`${long.slice(0, 254)}…`);
      for (const name of [cut?.path, cut?.userId, cut?.agentId]) expect(name).toHaveLength(255);
      expect(await journal.verifyChain(cut?.bookId ?? '')).toEqual({ valid: true, entries: 1, breaks: [] });
      expect(await journal.verifyChain('ai')).toMatchObject({ valid: true, entries: 1 });
    }));

  it('keeps one chain for a book when many write at once', () =>
    withJournal(open, async ({ journal, reopen }) => {
      const notes = (n: number) => journal.note([reading(lesson(n % 9)), reading(lesson(1, 'zoe', 'other'))]);
      const work = Array.from({ length: 30 }, (_, n) => (n < 9 ? carryOut(journal, lesson(n), '', 'a') : notes(n)));
      await Promise.all(work);
      const again = await reopen();
      expect(await again.verifyChain('ai')).toEqual({ valid: true, entries: 30, breaks: [] });
      expect(await again.verifyChain('other')).toEqual({ valid: true, entries: 21, breaks: [] });
    }));

  it('verifies while others go on writing, over many pages', () =>
    withJournal(open, async ({ journal }) => {
      await journal.note(Array.from({ length: 2500 }, (_, n) => reading(lesson(n % 9))));
      const verified = journal.verifyChain('ai');
      for (let n = 0; n < 9; n++) await carryOut(journal, lesson(n), '', 'a');
      expect(await verified).toMatchObject({ valid: true });
    }));

  it('stops verifying when told', () =>
    withJournal(open, async ({ journal }) => {
      await journal.note(Array.from({ length: 1500 }, (_, n) => reading(lesson(n % 9))));
      const stop = new AbortController();
      const verified = journal.verifyChain('ai', stop.signal);
      stop.abort();
      await expect(verified).rejects.toThrow();
    }));

  it('keeps the chain whole whatever text is in an entry', () =>
    withJournal(open, async ({ journal }) => {
      const anything = fc.string({
        unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      });
      const entry = fc.record({
        path: anything,
        userId: anything,
        errorMessage: anything,
        executionTimeMs: fc.double(),
      });
      await fc.assert(
        fc.asyncProperty(entry, async (more) => {
          await journal.note([reading(lesson(1), { ...more, path: `\0\ud800${more.path}` })]);
          expect(await journal.verifyChain('ai')).toMatchObject({ valid: true });
        }),
        { numRuns: 100 },
      );
    }));
}
