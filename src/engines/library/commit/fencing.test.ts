import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runningS3 } from '../../../../test/harness/s3/running.ts';
import { openLog } from '../../../kernel/log.ts';
import { type FileRow, type Journal, JournalFailure } from '../journal/journal.ts';
import { verify } from '../maintenance/verify.ts';
import { asset, sha256 } from '../model/files.ts';
import { assetPath, bookId } from '../model/names.ts';
import type { Storage } from '../storage/storage.ts';
import { Gate, heldUp, inFlight, stopped, unconditional } from '../testing/fencing.ts';
import { but, butWriting, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import type { Library } from './library.ts';
import { Sweeper } from './sweeper.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const text = (content: string) => Buffer.from(content);
const file = sampleLesson();
const holdMs = 500;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let peer: Library;
const opened: Library[] = [];

beforeEach(async () => {
  folder = await temporaryFolder();
  peer = await open({ host: 'peer' });
  await peer.write(file, text('old'), undefined, actor);
});

afterEach(async () => {
  await Promise.all(opened.splice(0).map(closeLibrary));
  await folder.remove();
});

async function open(circumstances: Parameters<typeof openLibrary>[1]): Promise<Library> {
  const library = await openLibrary(folder.root, { leaseMs: 2 * holdMs, ...circumstances });
  opened.push(library);
  return library;
}

const content = async () => (await peer.read(file))?.bytes.toString();
const clean = async () => expect((await verify(peer, { repair: false })).findings).toEqual([]);

describe('a replica that is slow', () => {
  it('does not put back what it has removed too late, when others have removed it as well', async () => {
    const [before, after, other] = [new Gate(), new Gate(), new Gate()];
    const around = (storage: Storage) =>
      but(storage, {
        remove: async (key, version) => {
          await before.pass();
          const removed = await storage.remove(key, version);
          await after.pass();
          return removed;
        },
      });
    const slow = await open({ host: 'slow', around, aroundJournal: stopped(before) });
    const late = slow.remove(file, actor, sha256('old')).catch((error: Error) => error.message);
    await before.reached;
    await sleep(2 * holdMs);
    expect(await peer.recovery.settleOrphans()).toBe(1);
    const second = await open({ host: 'second', around: heldUp(other) });
    const removing = second.remove(file, actor, sha256('old'));
    await other.reached;
    before.open();
    await after.reached;
    other.open();
    expect(await removing).toBe(true);
    after.open();
    expect(await late).toContain('took so long');
    expect(await content()).toBeUndefined();
    await clean();
  });

  /** Waits until nobody holds what is under way, and settles it. */
  async function settledByPeer(): Promise<void> {
    while ((await peer.recovery.orphans()).length === 0) await sleep(20);
    expect(await peer.recovery.settleOrphans()).toBe(1);
  }

  it('cannot put back what it has removed too late, when another has put it back and removed it since', async () => {
    const [before, restoring] = [new Gate(), new Gate()];
    const around = (storage: Storage) =>
      but(storage, {
        remove: async (key, version) => {
          await before.pass();
          return storage.remove(key, version);
        },
        publish: async (...change) => {
          await restoring.pass();
          return storage.publish(...change);
        },
      });
    const slow = await open({ host: 'slow', around, aroundJournal: stopped(before) });
    const late = slow.remove(file, actor, sha256('old')).catch((error: Error) => error.message);
    await before.reached;
    await settledByPeer();
    before.open();
    await restoring.reached;
    await settledByPeer();
    expect(await content()).toBe('old');
    await peer.remove(file, actor);
    restoring.open();
    await late;
    expect(await content()).toBeUndefined();
    await clean();
  });

  const begun = { id: 'put-back', operation: 'put_back', agentId: 'quartet-recovery', owner: 'gone 1 1', size: 3 };

  it('shows nothing to readers that it takes back because it cannot be recorded', async () => {
    const gate = new Gate();
    const aroundJournal = (journal: Journal) =>
      but(journal, {
        finish: async () => {
          await gate.pass();
          throw new JournalFailure('No space is left on the disk.');
        },
      });
    const hindered = await open({ host: 'hindered', aroundJournal });
    const late = hindered.write(file, text('new'), sha256('old'), actor).catch((error: Error) => error.message);
    await gate.reached;
    const readers = [content(), hindered.read(file).then((found) => found?.bytes.toString())];
    gate.open();
    expect(await Promise.all(readers)).toEqual(['old', 'old']);
    expect(await late).toContain('No space');
    expect(await content()).toBe('old');
    await clean();
  });

  it('does not take in what others have removed since it looked', async () => {
    const gate = new Gate();
    const adopted: (FileRow | undefined)[] = [];
    const aroundJournal = (journal: Journal) =>
      but(journal, {
        adopt: async (...found) => {
          await gate.pass();
          adopted.push(await journal.adopt(...found));
          return adopted.at(-1);
        },
      });
    const slow = await open({ host: 'slow', aroundJournal });
    const other = sampleLesson('02-other');
    await peer.storage.publish(await peer.storage.stage(text('by hand')), other.key, null);
    const late = slow.write(other, text('new'), sha256('by hand'), actor).catch((error: Error) => error.message);
    await gate.reached;
    await peer.remove(other, actor);
    gate.open();
    expect(await late).toContain('There is no such file to update.');
    // Not even for a moment: another could delete it once more.
    expect(adopted).toEqual([undefined]);
    expect(await peer.read(other)).toBeUndefined();
    expect(await peer.journal.get(other)).toBeUndefined();
    await clean();
  });

  it.skipIf(runningS3())('cannot put back what a change needs that another has settled since', async () => {
    const gate = new Gate();
    const { bookId, path, userId } = file;
    const hashes = { oldHash: sha256('old'), newHash: sha256('old') };
    await peer.journal.begin({ ...begun, ...hashes, bookId, path, userId, staged: null });
    await peer.storage.remove(file.key);
    const slow = await open({ host: 'slow', around: heldUp(gate) });
    while ((await slow.recovery.orphans()).length === 0) await sleep(20);
    const settling = slow.recovery.settleOrphans();
    await gate.reached;
    await settledByPeer();
    expect(await content()).toBe('old');
    await peer.remove(file, actor);
    gate.open();
    await settling;
    expect(await content()).toBeUndefined();
    await clean();
  });

  it('is not the last to have bytes that it was about to put back', async () => {
    const picture = asset(bookId('sample'), assetPath('img', 'a.png'));
    await peer.write(picture, text('png'), undefined, actor);
    const { path, userId } = picture;
    const hashes = { oldHash: sha256('png'), newHash: sha256('png') };
    const staged = await peer.storage.stage(text('png'));
    await peer.journal.begin({ ...begun, ...hashes, bookId: 'sample', path, userId, staged });
    await peer.storage.remove(picture.key);
    await settledByPeer();
    expect((await peer.read(picture))?.bytes.toString()).toBe('png');
    await clean();
  });

  it('keeps its change as long as it renews the lease; others wait for it', async () => {
    const gate = new Gate();
    const slow = await open({ host: 'slow', around: heldUp(gate) });
    const writing = slow.write(file, text('slow'), sha256('old'), actor);
    await gate.reached;
    const competing = peer.write(file, text('fast'), sha256('old'), actor).catch((error: Error) => error.message);
    await sleep(4 * holdMs);
    expect(await peer.recovery.settleOrphans()).toBe(0);
    gate.open();
    expect(await writing).toMatchObject({ mode: 'updated' });
    expect(await competing).toContain('"code":"CONFLICT"');
    expect(await content()).toBe('slow');
  });

  it.each<readonly [string, typeof heldUp]>([
    ['written', heldUp],
    // A bucket without conditions copies what is staged; its own tests show that it cannot when that is gone.
    ...(runningS3() ? [] : [['written where storage knows no conditions', unconditional] as const]),
    ['deleted', heldUp],
    ['written by a request that nothing calls back', inFlight],
  ])('cannot touch a file, once %s, that another has taken over and changed', async (what, around) => {
    const gate = new Gate();
    const slow = await open({ host: 'slow', around: around(gate), aroundJournal: stopped(gate) });
    const change = what === 'deleted' ? slow.remove(file, actor) : slow.write(file, text('slow'), sha256('old'), actor);
    await gate.reached;
    // Waits for the lease, settles, and writes.
    expect(await peer.write(file, text('fast'), sha256('old'), actor)).toMatchObject({ mode: 'updated' });
    gate.open();
    await expect(change).rejects.toThrow('another server has settled it');
    expect(await content()).toBe('fast');
    await clean();
  });

  it('leaves a file as it was that another has taken over and not changed', async () => {
    const gate = new Gate();
    const slow = await open({ host: 'slow', around: heldUp(gate), aroundJournal: stopped(gate) });
    const change = slow.write(file, text('slow'), sha256('old'), actor);
    await gate.reached;
    await sleep(1.5 * holdMs);
    expect(await peer.recovery.settleOrphans()).toBe(1);
    gate.open();
    await expect(change).rejects.toThrow('another server has settled it');
    expect(await content()).toBe('old');
    await clean();
  });

  it('puts back what it has published too late, where storage cannot refuse it', async () => {
    const gate = new Gate();
    const slow = await open({ host: 'slow', around: inFlight(gate), aroundJournal: stopped(gate) });
    const change = slow.write(file, text('slow'), sha256('old'), actor);
    await gate.reached;
    await sleep(1.5 * holdMs);
    await peer.recovery.settleOrphans();
    gate.open();
    await expect(change).rejects.toThrow('another server has settled it');
    expect(await content()).toBe('old');
    await clean();
    expect((await peer.journal.audit({ operation: 'write_content' })).map(({ newHash }) => newHash)).toEqual([
      sha256('old'),
    ]);
  });

  it('does not even try when it comes back after its lease and the change is lost', async () => {
    let tried = false;
    let reads = 0;
    const gate = new Gate();
    const around = (storage: Storage) =>
      but(
        butWriting(storage, (writes) => ({
          publish: (staged, key) => {
            tried = true;
            return writes.publish(staged, key);
          },
        })),
        {
          read: async (key) => {
            if (++reads === 1) await gate.pass();
            return storage.read(key);
          },
        },
      );
    const slow = await open({
      host: 'slow',
      around,
      aroundJournal: (journal) => but(journal, { renew: async () => [] }),
    });
    const change = slow.write(file, text('slow'), sha256('old'), actor);
    await gate.reached;
    await peer.write(file, text('fast'), sha256('old'), actor);
    gate.open();
    await expect(change).rejects.toThrow('another server has settled it');
    expect(tried).toBe(false);
    expect(await content()).toBe('fast');
  });
});

describe('a replica that is gone', () => {
  /** It stops for good right before it publishes. */
  const openDying = () =>
    open({
      host: 'dying',
      around: (storage) => butWriting(storage, () => ({ publish: () => new Promise<never>(() => {}) })),
      aroundJournal: stopped(),
    });

  it('has its changes settled by another after the lease, whether anybody asks for those files or not', async () => {
    const dying = await openDying();
    for (const [one, before] of [
      [file, sha256('old')],
      [sampleLesson('02-next'), undefined],
    ] as const) {
      dying.write(one, text('lost'), before, actor).catch(() => {});
    }
    while ((await peer.journal.intents()).length < 2) await sleep(5);
    expect(await peer.recovery.orphans()).toEqual([]);
    const sweeper = new Sweeper(peer.recovery, 50, openLog('off', 'test'));
    while ((await peer.journal.intents()).length > 0) await sleep(20);
    await sweeper.close();
    expect(await content()).toBe('old');
    expect(await peer.storage.leftovers(new Date(Date.now() + 60_000))).toEqual([]);
    await clean();
  });

  it('has each of its changes settled, whether another one can be or not', async () => {
    const dying = await openDying();
    const files = [file, sampleLesson('02-next'), sampleLesson('03-last')];
    for (const one of files) {
      dying.write(one, text('lost'), one === file ? sha256('old') : undefined, actor).catch(() => {});
      while (!(await peer.journal.intents()).some(({ path }) => path === one.path)) await sleep(5);
    }
    const hindered = await open({
      host: 'hindered',
      around: (storage) =>
        but(storage, {
          read: (key) => (key === file.key ? Promise.reject(new Error('cannot be read')) : storage.read(key)),
        }),
    });
    await sleep(1.5 * holdMs);
    await expect(hindered.recovery.settleOrphans()).rejects.toThrow('cannot be read');
    expect((await peer.journal.intents()).map(({ path }) => path)).toEqual([file.path]);
  });
});

describe('a change whose end is not known', () => {
  /** The journal does it, and the connection breaks before it can say so. */
  const brokenAfter = (more: () => Promise<unknown>) => (journal: Journal) =>
    but(journal, {
      finish: async (id, version, ms) => {
        await journal.finish(id, version, ms);
        await more();
        throw new JournalFailure('The connection broke.');
      },
    });

  it('is acknowledged when the journal has it', async () => {
    const library = await open({ host: 'here', aroundJournal: brokenAfter(async () => {}) });
    expect(await library.write(file, text('new'), sha256('old'), actor)).toMatchObject({ mode: 'updated' });
    expect(await content()).toBe('new');
    await clean();
  });

  it('is not undone when somebody else has changed the file since', async () => {
    const next = () => peer.write(file, text('next'), sha256('new'), actor);
    const library = await open({ host: 'here', aroundJournal: brokenAfter(next) });
    expect(await library.write(file, text('new'), sha256('old'), actor)).toMatchObject({ mode: 'updated' });
    expect(await content()).toBe('next');
    await clean();
  });
});
