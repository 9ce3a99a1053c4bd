import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../../../../test/harness/books/setup.ts';
import { realWorld, type World } from '../../../lib/world.ts';
import { type Journal, JournalFailure } from '../journal/journal.ts';
import { verify } from '../maintenance/verify.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { type FileRef, sha256 } from '../model/files.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';
import { Gate, stopped } from '../testing/fencing.ts';
import {
  behind,
  but,
  closeLibrary,
  DISK_FULL,
  openLibrary,
  sabotage,
  sampleLesson,
  temporaryFolder,
} from '../testing/library.ts';
import type { GroupedChange } from './group-commit.ts';
import type { Library } from './library.ts';
import { unexpected } from './refusals.ts';

const actor = { agentId: 'ada', operation: 'write_many' };
const NAMES = ['01-a', '02-b', '03-c', '04-d'];
const files = NAMES.map((name) => sampleLesson(name));
const [a, b, c, d] = files as [FileRef, FileRef, FileRef, FileRef];
/** Long enough for a busy machine: a database ends transactions that pause for half of it. */
const holdMs = 1500;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
const opened: Library[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await open({ host: 'peer' });
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeLibrary));
  await folder.remove();
});

async function open(circumstances: Parameters<typeof openLibrary>[1] = {}): Promise<Library> {
  const one = await openLibrary(folder.root, { leaseMs: 2 * holdMs, ...circumstances });
  opened.push(one);
  return one;
}

/** Writes a text where another is expected; null for none. */
function change(file: FileRef, before: string | null, after: string | null): GroupedChange {
  const expected = before === null ? undefined : sha256(before);
  const bytes = Buffer.from(after ?? '');
  return {
    file,
    content: after === null ? null : { bytes, sha256: sha256(bytes) },
    check: (current) => {
      if (current?.sha256 !== expected) throw unexpected(file.path, current, expected);
    },
  };
}

const contents = (one = library) =>
  Promise.all(files.map(async (file) => (await one.read(file))?.bytes.toString() ?? null));

async function settled(): Promise<void> {
  expect(await library.journal.intents()).toEqual([]);
  expect(await library.journal.groups.underWay()).toEqual([]);
  expect((await verify(library, { repair: false })).findings).toEqual([]);
}

/** On a busy machine it may take a while. */
const eventually = <Value>(look: () => Value) => expect.poll(look, { timeout: 60_000 });

const staged = () => library.storage.leftovers(new Date(Date.now() + 60_000));

/** What every group here shall make of a, b and c; d stays out of it. */
const CHANGES = [change(a, 'old a', 'new a'), change(b, 'old b', null), change(c, null, 'new c')];
const OLD = ['old a', 'old b', null, 'd'];
const NEW = ['new a', null, 'new c', 'd'];

async function prepare(): Promise<void> {
  await library.changeTogether([change(a, null, 'old a'), change(b, null, 'old b'), change(d, null, 'd')], {
    ...actor,
    operation: 'write_content',
  });
}

describe('several changes at once', () => {
  it('create, update and delete together, with entries of one group in the audit log', async () => {
    await prepare();
    expect((await library.changeTogether(CHANGES, actor)).map((row) => row?.sha256)).toEqual([
      sha256('old a'),
      sha256('old b'),
      undefined,
    ]);
    expect(await contents()).toEqual(NEW);
    const entries = await library.journal.audit({ operation: 'write_many' });
    expect(entries).toHaveLength(3);
    expect(new Set(entries.map(({ errorMessage }) => errorMessage)).size).toBe(1);
    expect(entries[0]?.errorMessage).toMatch(/^group [0-9a-f-]{36}$/);
    expect((await library.journal.changesSince('sample', [BASE], '2000-01-01T00:00:00Z')).deleted).toHaveLength(1);
    expect(await staged()).toEqual([]);
    await settled();
  });

  it('are refused together, each with its current hash', async () => {
    await prepare();
    const refused = library.changeTogether(
      [change(a, 'wrong', 'x'), change(c, null, 'fits'), change(d, null, 'x'), change(b, 'old b', null)],
      actor,
    );
    const failure = await refused.catch((error: unknown) => error);
    expect((failure as BookFailure).data).toMatchObject({
      code: 'CONFLICT',
      conflicts: [
        { index: 0, path: a.path, code: 'CONFLICT', current_hash: sha256('old a') },
        { index: 2, path: d.path, code: 'HASH_REQUIRED', current_hash: sha256('d') },
      ],
    });
    expect(await contents()).toEqual(OLD);
    expect(await staged()).toEqual([]);
    await settled();
  });

  it('never leave a part, whatever they are and whatever is believed of the files', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            texts: fc.array(fc.option(fc.constantFrom('x', 'y', 'z'), { freq: 3 }), { minLength: 4, maxLength: 4 }),
            wrong: fc.subarray([0, 1, 2, 3], { maxLength: 1 }),
            chosen: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        async (groups) => {
          let now = await contents();
          for (const { texts, wrong, chosen } of groups) {
            const changes = chosen
              .map((at) => {
                const before = wrong.includes(at) ? 'nobody has written this' : (now[at] ?? null);
                return change(files[at] as FileRef, before, texts[at] ?? null);
              })
              .filter(({ content }, index) => content !== null || now[chosen[index] as number] !== null);
            if (changes.length === 0) continue;
            const fits = !changes.some(({ file }) => wrong.includes(files.indexOf(file)));
            const done = await library.changeTogether(changes, actor).then(
              () => true,
              () => false,
            );
            expect(done).toBe(fits);
            const touched = changes.map(({ file }) => files.indexOf(file));
            if (fits) now = now.map((text, at) => (touched.includes(at) ? (texts[at] ?? null) : text));
            expect(await contents()).toEqual(now);
          }
          await settled();
        },
      ),
      { numRuns: times(30) },
    ));

  it('wait for each other and for single changes, in whatever order they name their files', async () => {
    await prepare();
    const other = await open({ host: 'other' });
    const update = (one: Library, text: string) =>
      one.changeTogether([change(a, 'old a', text), change(d, 'd', text)].reverse(), actor);
    const attempts = [
      ...['1', '2', '3'].map((text) => update(library, text)),
      ...['4', '5', '6'].map((text) => other.changeTogether([change(a, 'old a', text), change(d, 'd', text)], actor)),
      library.write(a, Buffer.from('7'), sha256('old a'), actor),
    ];
    const done = await Promise.allSettled(attempts);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [one, , , four] = await contents();
    expect(four).toBe(one === '7' ? 'd' : one);
    await settled();
  });

  it('are held against quotas as a whole: what they delete makes room for what they create', async () => {
    await prepare();
    const limited = await open({ host: 'limited', quotas: { library_files: 3 } });
    await expect(limited.changeTogether([change(c, null, 'c'), change(a, 'old a', 'longer a')], actor)).rejects.toThrow(
      'QUOTA_EXCEEDED',
    );
    expect(await contents()).toEqual(OLD);
    await limited.changeTogether(CHANGES, actor);
    expect(await contents()).toEqual(NEW);
    await settled();
  });
});

/** A storage whose n-th publication or removal fails. */
const failing = (at: number, failure: (key: string) => Promise<never>) => (storage: Storage) => {
  let left = at;
  const orFail = async <T>(key: string, work: () => Promise<T>) => (left-- === 0 ? failure(key) : work());
  return but(storage, {
    publish: (name, key, replaces) => orFail(key, () => storage.publish(name, key, replaces)),
    remove: (key, version) => orFail(key, () => storage.remove(key, version)),
  });
};

describe('a group that cannot be carried out to its end', () => {
  it.each([0, 1, 2])('leaves everything as it was when change %i finds no room on the disk', async (at) => {
    await prepare();
    const full = new StorageFailure('No space is left on the disk.', true);
    const here = await open({ host: 'here', around: failing(at, () => Promise.reject(full)) });
    const failure = await here.changeTogether(CHANGES, actor).catch((error: Error) => error.message);
    expect(failure).toMatch(/^Nothing was changed, because of content\/.*: No space is left on the disk\.$/);
    expect(await contents()).toEqual(OLD);
    expect(await staged()).toEqual([]);
    await library.reconciled(a.bookId as never);
    await settled();
    await here.changeTogether(CHANGES, actor);
    expect(await contents()).toEqual(NEW);
  });

  it('leaves everything as it was when bytes cannot even be staged', async () => {
    await prepare();
    let left = 3;
    const full = new StorageFailure('No space is left on the disk.', true);
    const here = await open({
      around: (storage) =>
        but(storage, { stage: (bytes) => (left-- > 0 ? storage.stage(bytes) : Promise.reject(full)) }),
    });
    await expect(here.changeTogether(CHANGES, actor)).rejects.toThrow('No space');
    expect(await contents()).toEqual(OLD);
    expect(await staged()).toEqual([]);
    await settled();
  });

  it('keeps what somebody has edited by hand in that moment, and undoes the rest', async () => {
    await prepare();
    const here = await open({
      around: (storage) =>
        but(storage, {
          remove: (key, version) => {
            behind(folder.root).write(b.key, 'by hand');
            return storage.remove(key, version);
          },
        }),
    });
    await expect(here.changeTogether(CHANGES, actor)).rejects.toThrow(
      /because of .*02-b\.md.* changed by somebody else/,
    );
    expect(await contents()).toEqual(['old a', 'by hand', null, 'd']);
    expect(await library.journal.groups.underWay()).toEqual([]);
  });

  it.each([false, true])(
    'leaves everything as it was when it cannot be recorded, nor ended: %s',
    async (alsoTheEnd) => {
      await prepare();
      const repair = await sabotage(folder.root, alsoTheEnd);
      await expect(library.changeTogether(CHANGES, actor)).rejects.toThrow(DISK_FULL);
      await repair();
      await library.recovery.settleOrphans();
      expect(await contents()).toEqual(OLD);
      await library.reconciled(a.bookId as never);
      await settled();
      await library.changeTogether(CHANGES, actor);
      expect(await contents()).toEqual(NEW);
    },
  );
});

/** A process that stops at a moment: from then on its leases are not renewed. */
class Stoppable {
  #isStopped = false;

  stop(): void {
    this.#isStopped = true;
  }

  readonly aroundJournal = (journal: Journal): Journal =>
    but(journal, {
      renew: async (ids, owner) => {
        if (this.#isStopped) throw new JournalFailure('stopped');
        return journal.renew(ids, owner);
      },
    });

  /** After so many publications and removals, until something is over. */
  after(count: number, until: () => Promise<unknown>) {
    const stopped = async () => {
      this.stop();
      return (await until()) as never;
    };
    return { around: failing(count, stopped), aroundJournal: this.aroundJournal };
  }
}

/** A process that stops for good after so many publications and removals. */
const stopsAfter = (count: number) => new Stoppable().after(count, () => new Promise(() => {}));

describe('a group whose process is gone', () => {
  async function interrupted(count: number): Promise<void> {
    const dying = await open({ host: 'dying', ...stopsAfter(count) });
    dying.changeTogether(CHANGES, actor).catch(() => {});
    await eventually(async () => (await library.journal.groups.underWay()).length).toBe(1);
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
  }

  it.each([0, 1, 2])('is carried out by another after %i of its changes', async (count) => {
    await prepare();
    await interrupted(count);
    expect(await library.recovery.orphans()).toHaveLength(3);
    expect(await library.recovery.settleOrphans()).toBe(1);
    expect(await contents()).toEqual(NEW);
    const entries = await library.journal.audit({ operation: 'write_many' });
    expect(entries.map(({ errorMessage }) => errorMessage)).toEqual(
      Array(3).fill(expect.stringMatching(/^group [0-9a-f-]{36}; recovered$/)),
    );
    expect(await staged()).toEqual([]);
    await settled();
  });

  it.each([0, 1, 2])('is undone after %i of its changes when a file was changed by hand', async (count) => {
    await prepare();
    await interrupted(count);
    behind(folder.root).write(c.key, 'by hand');
    await library.recovery.settleOrphans();
    expect(await contents()).toEqual(['old a', 'old b', 'by hand', 'd']);
    await library.reconciled(a.bookId as never);
    await settled();
  });

  it('is undone by another when the one that was undoing it stops halfway', async () => {
    await prepare();
    await interrupted(2);
    behind(folder.root).write(c.key, 'by hand');
    const full = new StorageFailure('No space is left on the disk.', true);
    const halfway = await open({ host: 'halfway', around: failing(1, () => Promise.reject(full)) });
    await halfway.recovery.settleOrphans();
    expect(halfway.recovery.setAside).toHaveLength(3);
    expect((await library.journal.groups.underWay())[0]?.isUndone).toBe(true);
    behind(folder.root).remove(c.key);
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    await library.recovery.settleOrphans();
    // Once it was decided that it shall not happen it does not, although it could.
    expect(await contents()).toEqual(OLD);
  });

  it('is undone when its staged bytes are gone', async () => {
    await prepare();
    await interrupted(2);
    const [group] = await library.journal.groups.underWay();
    await library.storage.discard(group?.members[2]?.staged as string);
    await library.recovery.settleOrphans();
    expect(await contents()).toEqual(OLD);
  });

  it('that was lost to a process which is gone is not taken back by a first attempt that has not ended', async () => {
    await prepare();
    const gate = new Gate();
    const held = async () => {
      await gate.pass();
      throw new StorageFailure('The disk does not answer.', true);
    };
    const slow = await open({
      host: 'slow',
      around: (storage) => but(storage, { publish: held }),
      aroundJournal: stopped(gate),
    });
    const late = slow.changeTogether(CHANGES, actor).catch((error: Error) => error);
    await gate.reached;
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    const [group] = await library.journal.groups.underWay();
    const { id = '', owner = '' } = group ?? {};
    expect(await library.journal.groups.claim(id, owner, '99999999@slow gone', 'expired')).toBe(true);
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    expect(await slow.recovery.settleOrphans()).toBe(0);
    expect(await library.recovery.settleOrphans()).toBe(1);
    gate.open();
    expect(await late).toHaveLength(CHANGES.length);
    expect(await contents()).toEqual(NEW);
    await settled();
  });

  it('is waited for by a reader, who settles it and sees all of it', async () => {
    await prepare();
    const dying = await open({ host: 'dying', ...stopsAfter(2) });
    dying.changeTogether(CHANGES, actor).catch(() => {});
    await eventually(() => behind(folder.root).keys('books/').length).toBe(2);
    const read = await library.wholeGroups(undefined, async () => behind(folder.root).keys('books/'));
    expect(read).toHaveLength(3);
    expect(await contents()).toEqual(NEW);
  });

  it.each([true, false])(
    'is never seen half done while it can be neither finished nor undone; retryable: %s',
    async (retryable) => {
      await prepare();
      await interrupted(1);
      const refusal = new StorageFailure('The disk is read-only.', retryable);
      let isReadOnly = true;
      const refuse = <Result>(work: () => Promise<Result>) => (isReadOnly ? Promise.reject(refusal) : work());
      const hindered = await open({
        host: 'hindered',
        around: (storage) =>
          but(storage, {
            publish: (...change) => refuse(() => storage.publish(...change)),
            remove: (...change) => refuse(() => storage.remove(...change)),
          }),
      });
      expect(await contents(hindered)).toEqual(OLD);
      const read = () => hindered.wholeGroups(a.bookId as never, async () => behind(folder.root).keys('books/'));
      const reading = read();
      if (!retryable) {
        await expect(reading).rejects.toThrow(/neither finished nor undone at the moment: The disk is read-only\./);
      }
      isReadOnly = false;
      await (retryable ? reading : read());
      expect([OLD, NEW]).toContainEqual(await contents(hindered));
      await settled();
    },
  );

  it('keeps its staged bytes, however old, until it has ended; a single change of it is not settled alone', async () => {
    await prepare();
    const dying = await open({ host: 'dying', ...stopsAfter(1) });
    dying.changeTogether(CHANGES, actor).catch(() => {});
    await eventually(async () => (await library.journal.groups.underWay()).length).toBe(1);
    const [group] = await library.journal.groups.underWay();
    const [first] = group?.members ?? [];
    expect(await library.recovery.settle(first?.id ?? '')).toBe(false);
    expect(await library.journal.claim(first?.id ?? '', 'dying', 'peer', 'always')).toBe(false);
    expect([...(await library.recovery.groups.stagedBytes())]).toHaveLength(4);
    expect(await library.journal.intents()).toHaveLength(3);
  });

  it('is named by verify when it cannot be settled', async () => {
    await prepare();
    await interrupted(1);
    const unreadable = new StorageFailure('It cannot be read.', false);
    const hindered = await open({
      host: 'hindered',
      around: (storage) =>
        but(storage, {
          read: (key) => (key === a.key ? Promise.reject(unreadable) : storage.read(key)),
          stat: (key) => (key === a.key ? Promise.reject(unreadable) : storage.stat(key)),
        }),
    });
    const { findings } = await verify(hindered, { repair: true });
    expect(findings).toContainEqual(
      expect.objectContaining({
        path: b.path,
        kind: 'unfinished',
        detail: expect.stringMatching(/cannot be settled.*It cannot be read/),
      }),
    );
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    await library.recovery.settleOrphans();
    expect(await contents()).toEqual(NEW);
  });
});

describe('a process that is slow', () => {
  it('hears that its group has happened when another has carried it out', async () => {
    await prepare();
    const gate = new Gate();
    const slow = await open({ host: 'slow', ...new Stoppable().after(1, () => gate.pass()) });
    const writing = slow.changeTogether(CHANGES, actor);
    await gate.reached;
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    await library.recovery.settleOrphans();
    await library.write(c, Buffer.from('later'), sha256('new c'), actor);
    gate.open();
    expect(await writing).toHaveLength(3);
    expect(await contents()).toEqual(['new a', null, 'later', 'd']);
    await settled();
  });

  it('leaves what it has published to whoever has its group now, however long they take', async () => {
    await prepare();
    const [gate, recording] = [new Gate(), new Gate()];
    const world: World = { ...realWorld, after: (_, work) => realWorld.after(0, work) };
    const slow = await open({ host: 'slow', world, ...new Stoppable().after(1, () => gate.pass()) });
    const writing = slow.changeTogether(CHANGES, actor);
    await gate.reached;
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    const finish: Journal['groups']['finish'] = async (...group) => {
      await recording.pass();
      return library.journal.groups.finish(...group);
    };
    const aroundJournal = (journal: Journal) => but(journal, { groups: but(journal.groups, { finish }) });
    const settling = (await open({ host: 'other', aroundJournal })).recovery.settleOrphans();
    await recording.reached;
    gate.open();
    await expect(writing).rejects.toThrow('another server has settled it');
    recording.open();
    expect(await settling).toBe(1);
    expect(await contents()).toEqual(NEW);
    await settled();
  });

  it('puts back what it has done too late to a group that another has undone', async () => {
    await prepare();
    const gate = new Gate();
    const process = new Stoppable();
    const around = (storage: Storage) =>
      but(storage, {
        remove: async (key, version) => {
          process.stop();
          await gate.pass();
          return storage.remove(key, version);
        },
      });
    const slow = await open({ host: 'slow', around, aroundJournal: process.aroundJournal });
    const writing = slow.changeTogether([change(c, null, 'new c'), change(b, 'old b', null)], actor);
    await gate.reached;
    await eventually(async () => (await library.journal.groups.underWay())[0]?.hasRunOut).toBe(true);
    behind(folder.root).write(c.key, 'by hand');
    await library.recovery.settleOrphans();
    gate.open();
    await expect(writing).rejects.toThrow('another server has settled it');
    expect(await contents()).toEqual(['old a', 'old b', 'by hand', 'd']);
  });
});
