import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { BASE, type FileKey } from '../../model/file-key.ts';
import { sha256 } from '../../model/files.ts';
import { PAGE } from '../deltas.ts';
import { type FileRow } from '../journal.ts';
import { manifestHash } from '../manifest.ts';
import { carryOut, found, lesson, type Open, withJournal } from './subjects.ts';

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
      expect(await journal.changesSince('ai', [], LONG_AGO)).toEqual({ changed: [], deleted: [], hasMore: false });
      expect(await journal.rows('nowhere', [BASE])).toEqual([]);
    }));

  it('gives the rows below a folder alone', () =>
    withJournal(open, async ({ journal }) => {
      const paths = [
        'content/01-a/x.md',
        'content/01-a.md',
        'content/01-a0/x.md',
        'static/img/a.png',
        'static/img.png',
      ];
      for (const path of paths) await carryOut(journal, { bookId: 'ai', path, userId: BASE }, '', path);
      const below = async (folder: string) => (await journal.rows('ai', [BASE], folder)).map(({ path }) => path);
      expect(await below('content/01-a/')).toEqual(['content/01-a/x.md']);
      expect(await below('static/')).toEqual(['static/img.png', 'static/img/a.png']);
      expect(await below('static/img/')).toEqual(['static/img/a.png']);
      expect(await below('static/audio/')).toEqual([]);
      const versions = await journal.versions('ai', BASE, 'content/01-a/');
      expect([...versions]).toEqual([['content/01-a/x.md', 'v-content/01-a/x.md']]);
      expect((await journal.versions('ai', 'zoe', 'content/')).size).toBe(0);
    }));

  it('gives long lists whole, and changes in parts that follow each other', () =>
    withJournal(open, async ({ journal }) => {
      const count = 2 * PAGE + 10;
      const names = Array.from({ length: count }, (_, n) => `content/01-Part/01-Chapter/01-${count - n}.md`);
      for (const path of names) await journal.adopt(found({ bookId: 'ai', path, userId: BASE }, path), null);
      for (const path of names.slice(0, 20))
        await journal.forget({ bookId: 'ai', path, userId: BASE }, 'ada', sha256(path));
      const rows = await journal.rows('ai', [BASE]);
      expect(rows.map(({ path }) => path)).toEqual(names.slice(20).sort());
      expect(await journal.manifest('ai')).toBe(await manifestHash(rows));
      expect(await journal.versions('ai', BASE, 'content/')).toEqual(
        new Map(rows.map(({ path, version }) => [path, version])),
      );
      const seen: string[] = [];
      let since = LONG_AGO;
      for (let parts = 1; ; parts++) {
        const { changed, deleted, hasMore } = await journal.changesSince('ai', [BASE], since, 400);
        const stamps = [...changed.map((row) => row.lastWrittenAt), ...deleted.map((row) => row.deletedAt)].sort();
        expect(stamps.length).toBe(hasMore ? 400 : count % 400);
        expect((stamps[0] as string) > since).toBe(true);
        since = stamps.at(-1) as string;
        seen.push(...[...changed, ...deleted].map(({ path }) => path));
        if (!hasMore) break;
      }
      expect(seen).toHaveLength(count);
      expect(new Set(seen)).toEqual(new Set(names));
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
      expect(await journal.manifest('ai')).toBe(await manifestHash(await journal.rows('ai', ['__base__'])));
    }));

  it('gives what was written strictly later, by instant and not by text', () =>
    withJournal(
      open,
      async ({ journal }) => {
        await carryOut(journal, lesson(1), '', 'a');
        await carryOut(journal, lesson(2), '', 'b');
        const since = async (text: string) => numbers((await journal.changesSince('ai', [BASE], text)).changed);
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
      const gone = (await journal.changesSince('ai', [BASE], row.lastWrittenAt)).deleted;
      expect(gone).toEqual([{ ...lesson(1), deletedAt: expect.any(String) }]);
      expect((await journal.changesSince('ai', [BASE], gone[0]?.deletedAt as string)).deleted).toEqual([]);
      expect(numbers((await journal.changesSince('ai', ['zoe', BASE], LONG_AGO)).deleted)).toEqual([1, 2]);
      await carryOut(journal, lesson(1), '', 'again');
      expect((await journal.changesSince('ai', [BASE], LONG_AGO)).deleted).toEqual([]);
      expect(numbers((await journal.changesSince('ai', [BASE], gone[0]?.deletedAt as string)).changed)).toEqual([1]);
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
        stamps.push((await journal.changesSince('ai', [BASE], LONG_AGO)).deleted[0]?.deletedAt);
        const again = await reopen();
        await carryOut(again, lesson(3), '', 'd');
        await carryOut(again, lesson(3), 'd', '');
        stamps.push((await again.changesSince('ai', [BASE], LONG_AGO)).deleted[0]?.deletedAt);
        time += 2 * 86_400_000;
        stamps.push((await carryOut(again, lesson(4), '', 'e'))?.lastWrittenAt);
        expect(stamps).toEqual([...new Set(stamps.map(String))].sort());
        expect(stamps.at(-1)).toBe(now().toISOString());
        expect((await carryOut(again, lesson(4, BASE, 'other'), '', 'e'))?.lastWrittenAt).toBe(now().toISOString());
      },
      { now },
    );
  });

  it.each([undefined, 2])(
    'misses nothing for a reader that follows the stamps, %s at a time, while others write and delete',
    (most) =>
      withJournal(open, async ({ journal }) => {
        let writing = true;
        const copy = new Map<string, string>();
        let since = LONG_AGO;
        const follow = async () => {
          const { changed, deleted, hasMore } = await journal.changesSince('ai', [BASE], since, most);
          for (const row of changed) copy.set(row.path, row.sha256);
          for (const { path } of deleted) copy.delete(path);
          const stamps = [...changed.map((row) => row.lastWrittenAt), ...deleted.map((row) => row.deletedAt)];
          since = stamps.reduce((newest, stamp) => (stamp > newest ? stamp : newest), since);
          return hasMore;
        };
        const following = (async () => {
          // What is answered at once lets nobody else have the thread.
          for (; writing; await nextTurn()) await follow();
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
        while (await follow());
        const rows = await journal.rows('ai', [BASE]);
        expect(Object.fromEntries(copy)).toEqual(Object.fromEntries(rows.map((row) => [row.path, row.sha256])));
        expect(rows).toHaveLength(3);
      }),
  );
}

function numbers(rows: readonly FileKey[]): number[] {
  return rows.map(({ path }) => Number(path.match(/0(\d)-lesson/)?.[1]));
}
