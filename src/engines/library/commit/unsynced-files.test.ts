import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runningS3 } from '../../../../test/harness/s3/running.ts';
import { testDatabase } from '../journal/testing/schemas.ts';
import { verify } from '../maintenance/verify.ts';
import { sha256 } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import { type Storage, StorageFailure, type UnsyncedWrites } from '../storage/storage.ts';
import { but, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import type { ChangePoint } from './commit.ts';
import type { Library } from './library.ts';
import { processesOf } from './owner.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const file = sampleLesson();
const isHere = process.platform === 'linux' && testDatabase() === undefined && runningS3() === undefined;

/** A date is rounded to a millisecond, a time of a file is not. */
const before = (time: Date) => new Date(time.getTime() - 1);

describe.runIf(isHere)('files that are recorded before they are on the disk', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let [root, after] = ['', ''];
  const opened: Library[] = [];

  beforeEach(async () => {
    folder = await temporaryFolder();
    [root, after] = [join(folder.root, 'library'), join(folder.root, 'after')];
  });
  afterEach(async () => {
    for (const library of opened.splice(0)) await closeLibrary(library);
    await folder.remove();
  });

  async function open(path: string, hooks: Parameters<typeof openLibrary>[1] = {}): Promise<Library> {
    const library = await openLibrary(path, hooks);
    opened.push(library);
    return library;
  }

  const write = (library: Library, text: string, was?: string, ref = file) =>
    library.write(ref, Buffer.from(text), was === undefined ? undefined : sha256(was), actor);

  /** All that is there now; what happens to the library later does not matter. */
  function cutPower(): void {
    rmSync(after, { recursive: true, force: true });
    cpSync(root, after, { recursive: true, preserveTimestamps: true });
  }

  const restart = async () => {
    const library = await open(after, { boot: 'the next one' });
    await library.recovery.settleAll();
    return library;
  };

  async function expectWhole(library: Library, text: string): Promise<void> {
    expect((await library.read(file))?.bytes.toString()).toBe(text);
    await library.reconciled(bookId('sample'));
    expect((await verify(library, { repair: false })).findings).toEqual([]);
    expect((await library.journal.verifyChain(file.bookId)).valid).toBe(true);
    expect(await library.journal.unsynced.marks()).toEqual([]);
    await write(library, 'next', text);
  }

  it('the journal knows of them until they are', async () => {
    const library = await open(root);
    await write(library, 'new');
    expect(await library.journal.unsynced.marks()).toMatchObject([{ afterEntry: 0 }]);
    expect(await library.journal.unsynced.filesAfter(0)).toMatchObject([{ path: file.path }]);
    await closeLibrary(opened.pop() as Library);
    expect(await (await open(root)).journal.unsynced.marks()).toEqual([]);
  });

  /** A deletion as some process has begun it and carried it out in the storage. */
  async function deleteHalfway(library: Library, text: string, owner: string): Promise<void> {
    const { bookId, path, userId } = file;
    const hashes = { oldHash: sha256(text), newHash: null, size: 0 };
    const by = { agentId: 'bob', operation: 'delete_content', owner };
    await library.journal.begin({ id: randomUUID(), bookId, path, userId, ...hashes, ...by, staged: null });
    await library.storage.remove(file.key);
  }

  it('a file that another process is deleting is not put back', async () => {
    await write(await open(root), 'the text');
    cutPower();
    const other = await open(after, { boot: 'the next one' });
    await deleteHalfway(other, 'the text', `${processesOf().self} another`);
    await restart();
    expect(await other.storage.stat(file.key)).toBeUndefined();
  });

  it('a file whose deletion somebody else settles meanwhile is not put back', async () => {
    await write(await open(root), 'the text');
    cutPower();
    const other = await open(after, { boot: 'the next one' });
    await deleteHalfway(other, 'the text', processesOf().self.replace(/ \d+ \S*$/, ' 1 nobody'));
    const around = (storage: Storage) =>
      but(storage, {
        publish: async (...what) => {
          await other.recovery.settleOrphans();
          return storage.publish(...what);
        },
      });
    const slow = await open(after, { boot: 'the next one', around });
    await slow.recovery.settleAll();
    expect(await slow.journal.get(file)).toBeUndefined();
    expect(await slow.storage.stat(file.key)).toBeUndefined();
  });

  it('a deletion that a crash has interrupted is on the disk before it is recorded', async () => {
    const synced: string[] = [];
    const around = (storage: Storage) => {
      const { unsynced } = storage;
      const sync = async (keys: readonly string[]) => void synced.push(...keys);
      return unsynced ? but(storage, { unsynced: but<UnsyncedWrites>(unsynced, { sync }) }) : storage;
    };
    const library = await open(root, { around });
    await write(library, 'the text');
    await deleteHalfway(library, 'the text', processesOf().self.replace(/ \d+ \S*$/, ' 1 nobody'));
    expect(await library.recovery.settleAll()).toBe(1);
    expect(synced).toContain(file.key);
    expect(await library.journal.get(file)).toBeUndefined();
  });

  const path = () => join(after, file.key);
  /** As the file system of a machine that has lost its power may have them. */
  const DAMAGES: readonly [string, () => void][] = [
    ['nothing', () => {}],
    ['all of its bytes', () => writeFileSync(path(), '')],
    ['its end', () => writeFileSync(path(), 'the n')],
    ['its bytes, but not its length', () => writeFileSync(path(), Buffer.alloc('the new text'.length))],
    ['its bytes for those of others', () => writeFileSync(path(), 'of a strange')],
    ['its name', () => rmSync(path())],
    ['its folder', () => rmSync(dirname(dirname(path())), { recursive: true })],
    ['the whole change', () => writeFileSync(path(), 'the old text')],
  ];

  it.each(DAMAGES)('after a power cut that has taken %s', async (_, damage) => {
    const library = await open(root);
    await write(library, 'the old text');
    await write(library, 'the new text', 'the old text');
    cutPower();
    const { atime, mtime } = statSync(path());
    damage();
    // Damage is nobody's change: it has no time of its own.
    if (statSync(path(), { throwIfNoEntry: false })) utimesSync(path(), atime, before(mtime));
    await expectWhole(await restart(), 'the new text');
  });

  function replaceFolder(): void {
    rmSync(dirname(path()), { recursive: true });
    writeFileSync(dirname(path()), 'a file in its place');
  }

  it('what somebody has changed by hand since stays', async () => {
    const library = await open(root);
    await write(library, 'the text');
    cutPower();
    const later = new Date(Date.now() + 2000);
    writeFileSync(path(), 'by hand');
    utimesSync(path(), later, later);
    await expectWhole(await restart(), 'by hand');
  });

  it('a file whose folder somebody has replaced by a file is not put back, and is missing', async () => {
    await write(await open(root), 'the text');
    cutPower();
    replaceFolder();
    const library = await restart();
    expect(await library.journal.unsynced.marks()).toEqual([]);
    const { findings } = await verify(library, { repair: true });
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'missing', path: file.path, repaired: true }));
    expect(readFileSync(dirname(path()), 'utf8')).toBe('a file in its place');
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('a file that is looked at before anything is settled is put back all the same', async () => {
    await write(await open(root), 'the text');
    cutPower();
    rmSync(path());
    const library = await open(after, { boot: 'the next one' });
    expect((await library.known(file))?.sha256).toBe(sha256('the text'));
    await expectWhole(library, 'the text');
  });

  it('a removed file does not come back', async () => {
    const library = await open(root);
    await write(library, 'the text');
    await library.remove(file, actor);
    cutPower();
    const again = await restart();
    expect(await again.read(file)).toBeUndefined();
    expect(await again.journal.unsynced.marks()).toEqual([]);
  });

  describe('a change that was under way', () => {
    beforeEach(async () => {
      const at = (point: ChangePoint) => {
        if (point === 'published') cutPower();
      };
      const library = await open(root, { at });
      await write(library, 'the old text');
      await write(library, 'the new text', 'the old text');
      // Its process is gone.
      const database = new DatabaseSync(join(after, '.quartet', 'journal.db'));
      database.exec('update intent set lease_until = 0');
      database.close();
    });

    it.each(['', 'the n', 'of a strange'])('is finished from the history: %j', async (found) => {
      const { atime, mtime } = statSync(path());
      writeFileSync(path(), found);
      utimesSync(path(), atime, before(mtime));
      await expectWhole(await restart(), 'the new text');
    });

    it('is settled, though somebody has replaced its folder by a file', async () => {
      replaceFolder();
      const library = await restart();
      expect(await library.journal.intents()).toEqual([]);
      expect(library.recovery.setAside).toEqual([]);
      expect(await library.read(file)).toBeUndefined();
    });
  });

  describe('damage that cannot be repaired because the disk fails', () => {
    let isBroken = true;
    beforeEach(() => {
      isBroken = true;
    });
    const around = (storage: Storage) =>
      but(storage, {
        publish: async (...change) => {
          if (isBroken) throw new StorageFailure('The storage could not read or write its disk.', false);
          return storage.publish(...change);
        },
      });

    /** As the power cut has left it, at a moment of its own. */
    function damage(): void {
      const { atime, mtime } = statSync(path());
      writeFileSync(path(), '');
      utimesSync(path(), atime, before(mtime));
    }

    async function expectHiddenUntilRepaired(library: Library): Promise<void> {
      await expect(write(library, 'next', '')).rejects.toThrow('disk');
      expect(await library.reconciled(bookId('sample'))).toMatchObject([{ path: file.path }]);
      expect(readFileSync(path(), 'utf8')).toBe('');
      isBroken = false;
      await expectWhole(library, 'the new text');
    }

    it('is not shown while a change is under way: the file is as it was before', async () => {
      const at = (point: ChangePoint) => {
        if (point === 'published') cutPower();
      };
      await write(await open(root, { at }), 'the new text');
      damage();
      const database = new DatabaseSync(join(after, '.quartet', 'journal.db'));
      database.exec('update intent set lease_until = 0');
      database.close();
      const again = await open(after, { boot: 'the next one', around });
      await again.recovery.settleAll();
      expect(await again.read(file)).toBeUndefined();
      await expectHiddenUntilRepaired(again);
    });

    it('is not shown, nor taken for a change by hand, when the change was acknowledged', async () => {
      await write(await open(root), 'the new text');
      cutPower();
      damage();
      const again = await open(after, { boot: 'the next one', around });
      await again.recovery.settleAll();
      await expect(again.read(file)).rejects.toThrow('disk');
      await expectHiddenUntilRepaired(again);
    });
  });

  it('files of a process that was killed are brought to the disk by the next', async () => {
    const library = await open(root);
    await write(library, 'the text');
    cutPower();
    const again = await open(after);
    const [mark] = await again.journal.unsynced.marks();
    expect(mark).toBeDefined();
    // As long as it may be alive, they are its own.
    expect(await again.recovery.settleAll()).toBe(0);
    expect(await again.journal.unsynced.marks()).toEqual([mark]);
    await closeLibrary(opened.pop() as Library);
    const other = await open(after, { boot: 'the next one' });
    expect(await other.recovery.settleAll()).toBe(0);
    expect(await other.journal.unsynced.marks()).toEqual([]);
    expect(readFileSync(path(), 'utf8')).toBe('the text');
  });

  it('for any changes and any losses: what was acknowledged is there', async () => {
    const lessons = ['01-a', '02-b', '03-c'].map((name) => sampleLesson(name));
    const step = fc.record({ lesson: fc.nat(2), text: fc.string({ maxLength: 40 }), remove: fc.nat(9) });
    const loss = fc.record({ lesson: fc.nat(2), to: fc.nat(20) });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 12 }),
        fc.array(loss, { maxLength: 3 }),
        async (steps, losses) => {
          rmSync(root, { recursive: true, force: true });
          const library = await openLibrary(root);
          const states = lessons.map(() => [undefined as string | undefined]);
          for (const { lesson, text, remove } of steps) {
            const [ref, past] = [lessons[lesson] as (typeof lessons)[0], states[lesson] as (string | undefined)[]];
            const now = past.at(-1);
            if (remove === 0 && now !== undefined) await library.remove(ref, actor);
            else await write(library, text, now, ref);
            // From a removal on, which is on the disk, nothing older comes back.
            if (remove === 0 && now !== undefined) past.length = 0;
            past.push(remove === 0 && now !== undefined ? undefined : text);
          }
          cutPower();
          await closeLibrary(library);
          for (const { lesson, to } of losses) {
            const [place, past] = [join(after, lessons[lesson]?.key ?? ''), states[lesson] ?? []];
            const seen = statSync(place, { throwIfNoEntry: false });
            if (seen === undefined || past.at(-1) === undefined) continue;
            const earlier = past[to % past.length];
            if (earlier === undefined) rmSync(place);
            else {
              mkdirSync(dirname(place), { recursive: true });
              writeFileSync(place, to % 3 === 0 ? earlier.slice(0, to) : earlier);
              utimesSync(place, seen.atime, before(seen.mtime));
            }
          }
          const again = await openLibrary(after, { boot: 'the next one' });
          await again.recovery.settleAll();
          for (const [at, past] of states.entries()) {
            const held = await again.read(lessons[at] as (typeof lessons)[0]);
            expect(held?.bytes.toString()).toBe(past.at(-1));
          }
          await closeLibrary(again);
        },
      ),
      { numRuns: 25 },
    );
  });
});
