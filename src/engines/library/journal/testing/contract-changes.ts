import { expect, it } from 'vitest';
import { sha256 } from '../../model/files.ts';
import { UnknownIntent } from '../journal.ts';
import { carryOut, change, found, lesson, type Open, withJournal } from './subjects.ts';

const A = sha256('a');
const B = sha256('b');

/** The decision point and what follows from it. */
export function changeContract(open: Open): void {
  it('records a created file with all that is known about it', () =>
    withJournal(open, async ({ journal }) => {
      const intent = change(lesson(1), null, A);
      expect(await journal.begin(intent)).toEqual({ kind: 'begun' });
      expect(await journal.get(lesson(1))).toBeUndefined();
      const row = await journal.finish(intent.id, 'v1', 5);
      const expected = { ...lesson(1), sha256: A, size: 7, version: 'v1', writtenBy: 'ada', storageBackend: 'fs' };
      expect(row).toEqual({
        ...expected,
        lastWrittenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(await journal.get(lesson(1))).toEqual(row);
      expect(await journal.intents()).toEqual([]);
    }));

  it('says so when it is used after it was closed', () =>
    withJournal(open, async ({ journal, reopen }) => {
      await reopen();
      const closed = { name: 'JournalFailure', message: expect.stringMatching(/being closed/), retryable: true };
      await expect(journal.get(lesson(1))).rejects.toMatchObject(closed);
      await expect(async () => journal.begin(change(lesson(1), null, A))).rejects.toMatchObject(closed);
    }));

  it('tells the current hash when it is not the expected one, and begins nothing', () =>
    withJournal(open, async ({ journal }) => {
      expect(await journal.begin(change(lesson(1), A, B))).toEqual({ kind: 'differs', currentHash: null });
      await carryOut(journal, lesson(1), '', 'a');
      expect(await journal.begin(change(lesson(1), null, B))).toEqual({ kind: 'differs', currentHash: A });
      expect(await journal.begin(change(lesson(1), B, null))).toEqual({ kind: 'differs', currentHash: A });
      expect(await journal.intents()).toEqual([]);
    }));

  it('lets one change of a file be under way, even when the expected hash is wrong', () =>
    withJournal(open, async ({ journal }) => {
      const intent = change(lesson(1), null, A);
      await journal.begin(intent);
      const [under] = await journal.intents();
      expect(under).toEqual({ ...intent, startedAt: expect.any(String) });
      expect(await journal.begin(change(lesson(1), null, B))).toEqual({ kind: 'busy', intent: under });
      expect(await journal.begin(change(lesson(1), B, A))).toEqual({ kind: 'busy', intent: under });
      expect(await journal.begin(change(lesson(1, 'zoe'), null, B))).toEqual({ kind: 'begun' });
      expect(await journal.begin(change(lesson(1, undefined, 'other'), null, B))).toEqual({ kind: 'begun' });
    }));

  it('begins exactly one of many changes that are asked for at once', () =>
    withJournal(open, async ({ journal }) => {
      const decisions = await Promise.all(Array.from({ length: 20 }, () => journal.begin(change(lesson(1), null, A))));
      expect(decisions.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
      expect(decisions.filter(({ kind }) => kind === 'busy')).toHaveLength(19);
    }));

  it('keeps what is under way over a restart, and finishes it then', () =>
    withJournal(open, async ({ journal, reopen }) => {
      const intent = change(lesson(1), null, A);
      await journal.begin(intent);
      const again = await reopen();
      expect(await again.intents()).toEqual([{ ...intent, startedAt: expect.any(String) }]);
      await again.finish(intent.id, 'v1', 0, 'recovered');
      expect((await again.audit({}))[0]).toMatchObject({ newHash: A, status: 'success', errorMessage: 'recovered' });
    }));

  it('refuses to finish what somebody has settled, and lets it be abandoned twice', () =>
    withJournal(open, async ({ journal }) => {
      const [first, second] = [change(lesson(1), null, A), change(lesson(2), null, B)];
      await journal.begin(first);
      await journal.finish(first.id, 'v1', 1);
      await expect(journal.finish(first.id, 'v1', 1)).rejects.toThrow(UnknownIntent);
      await journal.begin(second);
      await journal.abandon(second.id);
      await journal.abandon(second.id);
      await expect(journal.finish(second.id, 'v1', 1)).rejects.toThrow(UnknownIntent);
      expect(await journal.get(lesson(2))).toBeUndefined();
      expect(await journal.audit({})).toHaveLength(1);
    }));

  it.each(['', 'system'])('refuses the agent %j before anything has happened', (agentId) =>
    withJournal(open, async ({ journal }) => {
      await expect(journal.begin({ ...change(lesson(1), null, A), agentId })).rejects.toThrow();
      await expect(journal.adopt({ ...found(lesson(1), 'a'), writtenBy: agentId }, null)).rejects.toThrow();
      expect(await journal.intents()).toEqual([]);
      expect(await journal.rows('ai', ['__base__'])).toEqual([]);
      expect(await journal.begin(change(lesson(1), null, A))).toEqual({ kind: 'begun' });
    }),
  );

  it('adopts what storage has, unless the row has changed or is being changed', () =>
    withJournal(open, async ({ journal }) => {
      const row = await journal.adopt(found(lesson(1), 'a'), null);
      expect(row).toMatchObject({ ...found(lesson(1), 'a'), writtenBy: 'keeper', storageBackend: 's3' });
      expect(await journal.adopt(found(lesson(1), 'b'), null)).toBeUndefined();
      expect(await journal.adopt(found(lesson(1), 'b'), A)).toMatchObject({ sha256: B });
      const intent = change(lesson(1), B, A);
      await journal.begin(intent);
      expect(await journal.adopt(found(lesson(1), 'a'), B)).toBeUndefined();
      expect(await journal.forget(lesson(1), 'keeper', B)).toBe(false);
      expect(await journal.intents()).toHaveLength(1);
      expect((await journal.audit({})).map((entry) => [entry.operation, entry.prevHash, entry.newHash])).toEqual([
        ['adopt', A, B],
        ['adopt', null, A],
      ]);
    }));

  it('neither adopts nor forgets what has changed since somebody looked, though it has the same content again', () =>
    withJournal(open, async ({ journal }) => {
      const never = await journal.stampOf(lesson(1));
      await carryOut(journal, lesson(1), '', 'a');
      const written = await journal.stampOf(lesson(1));
      await journal.forget(lesson(1), 'keeper', A);
      const deleted = await journal.stampOf(lesson(1));
      expect(await journal.adopt(found(lesson(1), 'b'), null, never)).toBeUndefined();
      expect(await journal.adopt(found(lesson(1), 'a'), null, deleted)).toMatchObject({ sha256: A });
      expect(await journal.forget(lesson(1), 'keeper', A, written)).toBe(false);
      expect(await journal.adopt(found(lesson(1), 'b'), A, written)).toBeUndefined();
      expect(await journal.intents()).toEqual([]);
      expect(await journal.forget(lesson(1), 'keeper', A, await journal.stampOf(lesson(1)))).toBe(true);
      expect(new Set([never, written, deleted]).size).toBe(3);
      expect(never).toBeNull();
    }));

  it('adopts a new version of equal content without a word', () =>
    withJournal(open, async ({ journal }) => {
      const row = await carryOut(journal, lesson(1), '', 'a');
      const touched = { ...found(lesson(1), 'a'), version: 'touched' };
      expect(await journal.adopt(touched, A)).toEqual({ ...row, version: 'touched', storageBackend: 's3' });
      expect(await journal.audit({})).toHaveLength(1);
      expect(await journal.intents()).toEqual([]);
    }));

  it('forgets what has vanished, once', () =>
    withJournal(open, async ({ journal }) => {
      await carryOut(journal, lesson(1), '', 'a');
      expect(await journal.forget(lesson(1), 'keeper', B)).toBe(false);
      expect(await journal.forget(lesson(1), 'keeper', A)).toBe(true);
      expect(await journal.forget(lesson(1), 'keeper', A)).toBe(false);
      expect(await journal.get(lesson(1))).toBeUndefined();
      expect((await journal.audit({}))[0]).toMatchObject({
        operation: 'forget',
        prevHash: A,
        newHash: null,
        agentId: 'keeper',
      });
    }));
}
