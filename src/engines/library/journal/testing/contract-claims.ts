import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sha256 } from '../../model/files.ts';
import { change, lesson, type Open, withJournal } from './subjects.ts';

const A = sha256('a');
const OWNER = 'here 1 1';

/** Whose change it is, for how long, and what became of it. */
export function claimContract(open: Open): void {
  it('lets a change be claimed when half of its lease has run out, once, and not before', () =>
    withJournal(
      open,
      async ({ journal }) => {
        const intent = change(lesson(1), null, A);
        await journal.begin(intent);
        expect(await journal.claim(intent.id, OWNER, 'other', 'expired')).toBe(false);
        expect(await journal.intents('expired')).toEqual([]);
        await sleep(350);
        expect(await journal.intents('expired')).toEqual(await journal.intents());
        const claims = ['other', 'third', 'fourth'].map((to) => journal.claim(intent.id, OWNER, to, 'expired'));
        expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
        expect(await journal.renew([intent.id], OWNER)).toEqual([]);
        expect(await journal.intents('expired')).toEqual([]);
      },
      { leaseMs: 600 },
    ));

  it('lets an owner renew what is its own, even late, as long as nobody has claimed it', () =>
    withJournal(
      open,
      async ({ journal }) => {
        const mine = change(lesson(1), null, A);
        const done = change(lesson(2), null, A);
        const foreign = { ...change(lesson(3), null, A), owner: 'other' };
        for (const intent of [mine, done, foreign]) await journal.begin(intent);
        await journal.abandon(done.id);
        await sleep(250);
        expect(await journal.renew([mine.id, done.id, foreign.id], OWNER)).toEqual([mine.id]);
        await journal.claim(foreign.id, 'other', 'third', 'expired');
        expect(await journal.claim(mine.id, OWNER, 'third', 'expired')).toBe(false);
        expect(await journal.renew([], OWNER)).toEqual([]);
      },
      { leaseMs: 400 },
    ));

  it('lets a change whose owner is known to be gone be claimed at once, from that owner only', () =>
    withJournal(open, async ({ journal }) => {
      const intent = change(lesson(1), null, A);
      await journal.begin(intent);
      expect(await journal.claim(intent.id, 'somebody', 'other', 'always')).toBe(false);
      expect(await journal.claim(intent.id, OWNER, 'other', 'always')).toBe(true);
      expect(await journal.claim(intent.id, OWNER, 'third', 'always')).toBe(false);
      expect((await journal.intents()).map(({ owner }) => owner)).toEqual(['other']);
    }));

  it('knows what a new owner may publish, and leaves a change to it that a former owner takes for ended', () =>
    withJournal(open, async ({ journal }) => {
      const intent = { ...change(lesson(1), null, A), staged: 'bytes' };
      await journal.begin(intent);
      await journal.claim(intent.id, OWNER, 'other', 'always');
      expect(await journal.intents()).toMatchObject([{ staged: 'bytes' }]);
      await journal.claim(intent.id, 'other', 'other', 'always', 'more bytes');
      await journal.abandon(intent.id, OWNER);
      expect(await journal.intents()).toMatchObject([{ staged: 'more bytes' }]);
      await journal.abandon(intent.id, 'other');
      expect(await journal.intents()).toEqual([]);
      expect(await journal.outcome(intent.id)).toBe('abandoned');
    }));

  it('tells what became of a change, whoever has ended it', () =>
    withJournal(open, async ({ journal }) => {
      const intents = [1, 2, 3, 4].map((n) => change(lesson(n), null, A));
      for (const intent of intents) await journal.begin(intent);
      const [own, finished, abandoned, pending] = intents.map(({ id }) => id) as [string, string, string, string];
      await journal.finish(own, 'v', 0);
      for (const id of [finished, abandoned, pending]) await journal.claim(id, OWNER, 'other', 'always');
      await journal.finish(finished, 'v', 0, 'recovered');
      await journal.abandon(abandoned);
      const outcomes = await Promise.all([own, finished, abandoned, pending].map((id) => journal.outcome(id)));
      expect(outcomes).toEqual(['recorded', 'recorded', 'abandoned', 'pending']);
    }));

  it('answers the same when it is asked to begin the same change again', () =>
    withJournal(open, async ({ journal }) => {
      const intent = change(lesson(1), null, A);
      expect(await journal.begin(intent)).toEqual({ kind: 'begun' });
      expect(await journal.begin(intent)).toEqual({ kind: 'begun' });
      expect(await journal.intents()).toHaveLength(1);
    }));
}
