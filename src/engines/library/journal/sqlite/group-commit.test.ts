import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { realWorld } from '../../../../lib/world.ts';
import { Gate } from '../../testing/fencing.ts';
import { type Journal, UnknownIntent } from '../journal.ts';
import { temporaryFolder } from '../testing/files.ts';
import { carryOut, change, lesson, reading } from '../testing/subjects.ts';
import { GroupCommit } from './group-commit.ts';
import { connectSqlite, openSqliteJournal } from './sqlite-journal.ts';

const PATIENCE = { timeout: 10_000, interval: 100 };
const eio = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
const LOST = {
  name: 'JournalFailure',
  retryable: false,
  message: expect.stringContaining('journal.db could not be brought to the disk (EIO)'),
};

describe.skipIf(process.platform !== 'linux')('a journal in SQLite', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  let journal: Journal;
  let syncs = 0;
  let sync: () => Promise<void>;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'journal.db');
    [syncs, sync] = [0, async () => {}];
    journal = await openSqliteJournal(file, {
      syncLog: () => {
        syncs++;
        return sync();
      },
    });
  });
  afterEach(async () => {
    await journal.close();
    await folder.remove();
  });

  const intentsOnDisk = () => {
    const other = new DatabaseSync(file);
    const [row] = other.prepare('select count(*) as count from intent').all();
    other.close();
    return row?.['count'];
  };

  it('says that a change has begun, and that it is recorded, only after a sync that began after the commit', async () => {
    for (const step of ['begin', 'finish'] as const) {
      const intent = change(lesson(1), null, 'a');
      if (step === 'finish') await journal.begin(intent);
      const gate = new Gate();
      sync = () => gate.pass();
      let told = false;
      const done = (step === 'begin' ? journal.begin(intent) : journal.finish(intent.id, 'v', 1)).then(() => {
        told = true;
      });
      await gate.reached;
      expect(intentsOnDisk()).toBe(step === 'begin' ? 1 : 0);
      // A read is not held up by it, and gives the promise every chance to be told too early.
      await journal.get(lesson(1));
      expect(told).toBe(false);
      gate.open();
      sync = async () => {};
      await done;
      if (step === 'begin') await journal.abandon(intent.id);
    }
  });

  it('lets all who come while a sync is under way share the next one', async () => {
    const gate = new Gate();
    sync = () => gate.pass();
    const first = journal.begin(change(lesson(0), null, 'a'));
    await gate.reached;
    const others = Array.from({ length: 8 }, (_, at) => journal.begin(change(lesson(at + 1), null, 'a')));
    expect(syncs).toBe(1);
    gate.open();
    expect(await Promise.all([first, ...others])).toEqual(Array.from({ length: 9 }, () => ({ kind: 'begun' })));
    expect(syncs).toBe(2);
  });

  it('undoes what fails alone, and keeps what was done together with it', async () => {
    const [one, other] = [change(lesson(1), null, 'a'), change(lesson(2), null, 'b')];
    const together = await Promise.allSettled([
      journal.begin(one),
      journal.finish('nothing that was begun', 'v', 1),
      // Not an agent: the database refuses it.
      journal.begin({ ...change(lesson(3), null, 'c'), agentId: '' }),
      journal.begin(other),
    ]);
    expect(together.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(together[1]).toMatchObject({ reason: new UnknownIntent() });
    expect((await journal.intents()).map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
  });

  it('begins no transaction before the pause is over', async () => {
    const db = await connectSqlite(join(folder.path, 'other.db'));
    const gate = new Gate();
    let isBegun = false;
    const commits = new GroupCommit(db, sync, realWorld, () => gate.pass());
    const done = commits.run(async () => {
      isBegun = true;
    });
    await gate.reached;
    expect(isBegun).toBe(false);
    gate.open();
    await done;
    expect(isBegun).toBe(true);
    await db.destroy();
  });

  it('lets the rest of its log be taken over before the next transaction', async () => {
    const reader = new DatabaseSync(file);
    reader.exec('begin');
    reader.prepare('select count(*) from intent').get();
    const size = () => statSync(file).size;
    const opened = size();
    await journal.note(Array.from({ length: 15_000 }, () => reading(lesson(1))));
    // What the reader does not hold up is taken over.
    await vi.waitFor(() => expect(size()).toBeGreaterThan(opened), PATIENCE);
    reader.exec('rollback');
    reader.close();
    let number = 0;
    // Too few to be taken over for their number.
    const grown = async () => {
      await journal.begin(change(lesson(++number), null, 'a'));
      expect(size()).toBeGreaterThan(opened + 500_000);
    };
    await vi.waitFor(grown, PATIENCE);
  });

  it('does not wait for the disk to refuse something', async () => {
    await carryOut(journal, lesson(1), '', 'a');
    syncs = 0;
    expect(await journal.begin(change(lesson(1), null, 'b'))).toMatchObject({ kind: 'differs' });
    expect(syncs).toBe(0);
  });

  it('lets others have the thread while many changes are recorded', async () => {
    await journal.close();
    // Each look at the clock is a millisecond later, however quick the machine is.
    let ms = 0;
    const world = { ...realWorld, monotonic: () => ms++ };
    journal = await openSqliteJournal(file, { world, syncLog: async () => {} });
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns++;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const all = Array.from({ length: 400 }, (_, at) => journal.begin(change(lesson(at), null, 'a')));
    await Promise.all(all);
    isDone = true;
    expect(turns).toBeGreaterThan(30);
  });

  it('tells nobody a success once a sync has failed, and takes in nothing more: what comes after lost pages is lost with them', async () => {
    await carryOut(journal, lesson(1), '', 'a');
    const intent = change(lesson(2), null, 'b');
    await journal.begin(intent);
    sync = () => Promise.reject(eio);
    await expect(journal.finish(intent.id, 'v', 1)).rejects.toMatchObject(LOST);
    // The disk says that it is well again, but the pages that it could not write count as written.
    sync = async () => {};
    await expect(journal.outcome(intent.id)).rejects.toMatchObject(LOST);
    await expect(carryOut(journal, lesson(3), '', 'c')).rejects.toMatchObject(LOST);
    await expect(journal.note([reading(lesson(1))])).rejects.toMatchObject(LOST);
    expect(await journal.get(lesson(1))).toBeDefined();
    await journal.close();
    journal = await openSqliteJournal(file);
    await carryOut(journal, lesson(3), '', 'c');
  });

  it('finishes what was asked for before it is closed', async () => {
    const begun = Array.from({ length: 20 }, (_, at) => journal.begin(change(lesson(at), null, 'a')));
    await journal.close();
    expect(new Set((await Promise.all(begun)).map(({ kind }) => kind))).toEqual(new Set(['begun']));
    expect(() => journal.begin(change(lesson(1), null, 'b'))).toThrow('is being closed');
    journal = await openSqliteJournal(file);
  });
});
