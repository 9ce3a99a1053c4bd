import { expect, it } from 'vitest';
import { manifestHash } from '../manifest.ts';
import { BASE, type FileKey, type FileRow } from './journal.ts';
import { carryOut, found, lesson, type Open, withJournal } from './subjects.testing.ts';

const LONG_AGO = '2000-01-01T00:00:00Z';

/** Lists, deltas and the time stamps they rest on. */
export function deltaContract(open: Open): void {
  it('lists books and rows in code-unit order, for the users asked for', () =>
    withJournal(open, async ({ journal }) => {
      const paths = [
        'static/img/ä.png',
        'static/img/Z.png',
        'static/img/😀.png',
        'static/img/\uffee.png',
        'static/img/a.png',
      ];
      for (const path of paths) await carryOut(journal, { bookId: 'zoo', path, userId: BASE }, '', path);
      await carryOut(journal, lesson(1, 'zoe'), '', 'x');
      await carryOut(journal, lesson(1), '', 'y');
      await carryOut(journal, lesson(1, 'bob'), '', 'z');
      await carryOut(journal, lesson(1, BASE, 'gone'), '', 'z');
      await carryOut(journal, lesson(1, BASE, 'gone'), 'z', '');
      expect(await journal.books()).toEqual(['ai', 'zoo']);
      expect((await journal.rows('zoo', [BASE])).map(({ path }) => path)).toEqual([...paths].sort());
      expect((await journal.rows('ai', ['zoe', BASE])).map(({ userId }) => userId)).toEqual([BASE, 'zoe']);
      expect(await journal.rows('ai', [])).toEqual([]);
      expect(await journal.changedSince('ai', [], LONG_AGO)).toEqual([]);
      expect(await journal.deletedSince('ai', [], LONG_AGO)).toEqual([]);
      expect(await journal.rows('nowhere', [BASE])).toEqual([]);
    }));

  it('4.2: gives the manifest hash of the shared files in code-unit order', () =>
    withJournal(open, async ({ journal }) => {
      expect(await journal.manifest('ai')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
      const named = (path: string, userId = '__base__') => ({ bookId: 'ai', path, userId });
      await carryOut(journal, named('content/01-Part/01-Chapter/02-b.md'), '', '# B\n');
      await carryOut(journal, named('content/01-Part/01-Chapter/01-a.md'), '', '# A\n');
      await carryOut(journal, named('content/01-Part/01-Chapter/01-a.md', 'zoe'), '', 'hers');
      expect(await journal.manifest('ai')).toBe('5f3e5f749accb72de3fb512e65a38ea770bf10f06b9515f1f217743a4795ac50');
      // In code units the emoji comes first, in bytes and code points last.
      for (const name of ['\ufffd', '🎻', 'Z', 'a', 'é'])
        await carryOut(journal, named(`static/img/${name}.png`), '', name);
      expect(await journal.manifest('ai')).toBe(manifestHash(await journal.rows('ai', ['__base__'])));
    }));

  it('gives what was written strictly later, by instant and not by text', () =>
    withJournal(
      open,
      async ({ journal }) => {
        await carryOut(journal, lesson(1), '', 'a');
        await carryOut(journal, lesson(2), '', 'b');
        const since = async (text: string) => numbers(await journal.changedSince('ai', [BASE], text));
        expect(await since('2026-03-01T08:29:59.999Z')).toEqual([1, 2]);
        expect(await since('2026-03-01T08:30:00Z')).toEqual([2]);
        expect(await since('2026-03-01T10:30:00+02:00')).toEqual([2]);
        expect(await since('2026-03-01T03:30:00.000999-05:00')).toEqual([2]);
        expect(await since('2026-03-01T08:30:00.001Z')).toEqual([]);
        expect(await since('+012026-03-01T08:30:00.000Z')).toEqual([]);
        expect(await since('-000001-03-01T08:30:00.000Z')).toEqual([1, 2]);
        await expect(since('2025-13-45T99:00:00Z')).rejects.toThrow(RangeError);
      },
      { now: () => new Date('2026-03-01T08:30:00Z') },
    ));

  it('shows deletions until the file is created again, and never for files that were not there', () =>
    withJournal(open, async ({ journal }) => {
      const row = (await carryOut(journal, lesson(1), '', 'a')) as FileRow;
      await carryOut(journal, lesson(2, 'zoe'), '', 'b');
      await carryOut(journal, lesson(1), 'a', '');
      await carryOut(journal, lesson(2, 'zoe'), 'b', '');
      await carryOut(journal, lesson(3), '', '');
      const gone = await journal.deletedSince('ai', [BASE], row.lastWrittenAt);
      expect(gone).toEqual([{ ...lesson(1), deletedAt: expect.any(String) }]);
      expect(await journal.deletedSince('ai', [BASE], gone[0]?.deletedAt as string)).toEqual([]);
      expect(numbers(await journal.deletedSince('ai', ['zoe', BASE], LONG_AGO))).toEqual([1, 2]);
      await carryOut(journal, lesson(1), '', 'again');
      expect(await journal.deletedSince('ai', [BASE], LONG_AGO)).toEqual([]);
      expect(numbers(await journal.changedSince('ai', [BASE], gone[0]?.deletedAt as string))).toEqual([1]);
    }));

  it('does not count equal content as written', () =>
    withJournal(open, async ({ journal }) => {
      const row = await carryOut(journal, lesson(1), '', 'a');
      expect(await carryOut(journal, lesson(1), 'a', 'a')).toEqual(row);
      expect(await journal.get(lesson(1))).toEqual(row);
      expect(await journal.audit({})).toMatchObject([
        { prevHash: row?.sha256, newHash: row?.sha256 },
        { prevHash: null },
      ]);
    }));

  it('stamps strictly upwards when the clock stands still, goes back or restarts', async () => {
    let time = Date.parse('2026-03-01T08:30:00Z');
    const now = () => new Date(time);
    await withJournal(
      open,
      async ({ journal, reopen }) => {
        const stamps: (string | undefined)[] = [(await carryOut(journal, lesson(1), '', 'a'))?.lastWrittenAt];
        stamps.push((await carryOut(journal, lesson(2), '', 'a'))?.lastWrittenAt);
        time -= 86_400_000;
        stamps.push((await journal.adopt(found(lesson(3), 'c'), null))?.lastWrittenAt);
        await carryOut(journal, lesson(3), 'c', '');
        stamps.push((await journal.deletedSince('ai', [BASE], LONG_AGO))[0]?.deletedAt);
        const again = await reopen();
        await carryOut(again, lesson(3), '', 'd');
        await carryOut(again, lesson(3), 'd', '');
        stamps.push((await again.deletedSince('ai', [BASE], LONG_AGO))[0]?.deletedAt);
        time += 2 * 86_400_000;
        stamps.push((await carryOut(again, lesson(4), '', 'e'))?.lastWrittenAt);
        expect(stamps).toEqual([...new Set(stamps.map(String))].sort());
        expect(stamps.at(-1)).toBe(now().toISOString());
        expect((await carryOut(again, lesson(4, BASE, 'other'), '', 'e'))?.lastWrittenAt).toBe(now().toISOString());
      },
      { now },
    );
  });

  it('misses nothing for who follows the stamps while others write and delete', () =>
    withJournal(open, async ({ journal }) => {
      let writing = true;
      const copy = new Map<string, string>();
      let since = LONG_AGO;
      const follow = async () => {
        const { changed, deleted } = await journal.changesSince('ai', [BASE], since);
        for (const row of changed) copy.set(row.path, row.sha256);
        for (const { path } of deleted) copy.delete(path);
        const stamps = [...changed.map((row) => row.lastWrittenAt), ...deleted.map((row) => row.deletedAt)];
        since = stamps.reduce((newest, stamp) => (stamp > newest ? stamp : newest), since);
      };
      const following = (async () => {
        while (writing) await follow();
      })();
      const writers = [1, 2, 3, 4, 5, 6].map(async (n) => {
        for (let round = 0; round < 10; round++) {
          await carryOut(journal, lesson(n), '', `${n} ${round}`);
          if (round < 9 || n % 2) await carryOut(journal, lesson(n), `${n} ${round}`, '');
        }
      });
      await Promise.all(writers);
      writing = false;
      await following;
      await follow();
      const rows = await journal.rows('ai', [BASE]);
      expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(rows.map((row) => [row.path, row.sha256])));
      expect(rows).toHaveLength(3);
    }));
}

function numbers(rows: readonly FileKey[]): number[] {
  return rows.map(({ path }) => Number(path.match(/0(\d)-lesson/)?.[1]));
}
