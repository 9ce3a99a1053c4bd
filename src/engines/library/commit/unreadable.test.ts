import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { archiveBook } from '../archive/book-archive.ts';
import { type Intent, type Journal } from '../journal/journal.ts';
import { collectGarbage } from '../maintenance/gc.ts';
import { verify } from '../maintenance/verify.ts';
import { BASE } from '../model/file-key.ts';
import type { FileRef } from '../model/files.ts';
import { sha256 } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import { readFolder } from '../reading/read-lessons.ts';
import { wholeDelta } from '../reading/testing/whole-delta.ts';
import { type Storage, StorageFailure } from '../storage/storage.ts';
import {
  behind,
  but,
  closeLibrary,
  collected,
  openLibrary,
  openStorageOf,
  sampleLesson,
  temporaryFolder,
} from '../testing/library.ts';
import type { ChangePoint } from './commit.ts';
import type { Library } from './library.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const remover = { agentId: 'ada', operation: 'delete_content' };
const lesson = sampleLesson();
const text = (content: string) => Buffer.from(content);
const opened: Library[] = [];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
/** The keys of what cannot be read now, as a disk with a bad sector tells it. */
let broken: Set<string>;

beforeEach(async () => {
  broken = new Set();
  folder = await temporaryFolder();
  library = await open();
  await library.write(lesson, text('old'), undefined, actor);
  await library.write(sampleLesson('02-next'), text('next'), undefined, actor);
});

afterEach(async () => {
  for (const one of opened.splice(0)) await closeLibrary(one);
  await folder.remove();
});

async function open(more: Parameters<typeof openLibrary>[1] = {}) {
  const one = await openLibrary(folder.root, { around: withBadSectors, ...more });
  opened.push(one);
  return one;
}

function withBadSectors(storage: Storage): Storage {
  const check = (key: string) => {
    if (broken.has(key)) throw new StorageFailure('The storage could not read or write its disk.', false);
  };
  return but(storage, {
    read: async (key) => {
      check(key);
      return await storage.read(key);
    },
    readAtOnce: (key) => (broken.has(key) ? undefined : storage.readAtOnce?.(key)),
    stream: async (key, signal) => {
      check(key);
      return await storage.stream(key, signal);
    },
  });
}

/** A change that ended at some point, as by a crash; by another server, whose lease has run out. */
async function crashed(point: ChangePoint, change: (dying: Library) => Promise<unknown>): Promise<void> {
  const dying = await open({
    host: 'dying',
    leaseMs: 1000,
    at: (reached) => {
      if (reached === point) throw new Error('crash');
    },
  });
  await expect(change(dying)).rejects.toThrow('crash');
  while ((await library.recovery.orphans()).length === 0) await sleep(20);
}

const intents = async () => (await library.journal.intents()).map(({ path }: Intent) => path);
const hashOf = async (file: FileRef) => (await library.journal.get(file))?.sha256;
const audited = async () => await library.journal.audit({ bookId: 'sample', path: lesson.path });

describe('an update or delete of a lesson that cannot be read', () => {
  it('fails, leaves nothing under way, and works again once it can be read', async () => {
    broken.add(lesson.key);
    const failed = { name: 'StorageFailure', retryable: false };
    await expect(library.write(lesson, text('new'), sha256('old'), actor)).rejects.toMatchObject(failed);
    await expect(library.remove(lesson, remover)).rejects.toMatchObject(failed);
    expect(await intents()).toEqual([]);
    expect(await library.storage.leftovers(new Date(Date.now() + 60_000))).toEqual([]);
    await library.reconciled(bookId('sample'));
    broken.clear();
    expect((await library.read(lesson))?.bytes.toString()).toBe('old');
    await library.write(lesson, text('new'), sha256('old'), actor);
    expect(await verify(library, { repair: false })).toMatchObject({ findings: [] });
  });
});

describe('a lesson that cannot be read, though nothing shows that it has changed', () => {
  it('costs only itself where many are asked for', async () => {
    broken.add(lesson.key);
    const book = bookId('sample');
    const admit = async () => {};
    const error = expect.stringContaining('disk');
    const next = { path: sampleLesson('02-next').path, content: 'next' };
    const whole = { book, folder: '', deep: true, user: BASE, after: '' } as const;
    expect(await collected(readFolder(library, whole, admit))).toMatchObject([{ path: lesson.path, error }, next]);
    await library.reconciled(book);
    const { changed_files } = await wholeDelta(library, book, '1970-01-01T00:00:00.000Z', BASE, true);
    expect(changed_files).toMatchObject([{ path: lesson.path, error }, next]);
    expect(changed_files[0]?.content).toBeUndefined();
    const { archives, storage } = await openStorageOf(folder.root);
    const { signal } = new AbortController();
    const request = { book, scope: 'all', from: undefined, timeLimitMs: 60_000, signal, onProgress: () => {} } as const;
    const partial = { status: 'partial', fileCount: 1, errors: [{ path: lesson.path, error }] };
    expect(await archiveBook(library, archives, request)).toMatchObject(partial);
    broken.clear();
    expect(await archiveBook(library, archives, request)).toMatchObject({
      status: 'success',
      fileCount: 2,
      errors: [],
    });
    await storage.close();
  });
});

describe('an interrupted change of a lesson that cannot be read', () => {
  it('is undone when the version tells that nothing was published', async () => {
    await crashed('begun', (dying) => dying.write(lesson, text('new'), sha256('old'), actor));
    broken.add(lesson.key);
    expect(await library.recovery.settleOrphans()).toBe(1);
    expect(await intents()).toEqual([]);
    expect(await hashOf(lesson)).toBe(sha256('old'));
  });

  it('is undone when it is a deletion and the lesson is still there', async () => {
    await crashed('begun', (dying) => dying.remove(lesson, remover));
    broken.add(lesson.key);
    expect(await library.recovery.settleOrphans()).toBe(1);
    expect(await hashOf(lesson)).toBe(sha256('old'));
  });

  it('is undone when what is there has another size than what was written', async () => {
    await crashed('begun', (dying) => dying.write(lesson, text('new'), sha256('old'), actor));
    behind(folder.root).write(lesson.key, 'by hand');
    broken.add(lesson.key);
    expect(await library.recovery.settleOrphans()).toBe(1);
    expect(await intents()).toEqual([]);
  });

  describe('and may have been published', () => {
    beforeEach(async () => {
      await crashed('published', (dying) => dying.write(lesson, text('new'), sha256('old'), actor));
      broken.add(lesson.key);
    });

    it('is set aside and named, and everything else goes on', async () => {
      const other = { ...sampleLesson(), bookId: 'other', key: lesson.key.replace('sample', 'other') } as FileRef;
      await library.write(other, text('other'), undefined, actor);
      expect(await library.recovery.settleAll()).toBe(0);
      expect(library.recovery.setAside).toMatchObject([
        { intent: { path: lesson.path }, failure: { retryable: false } },
      ]);
      expect(await library.reconciled(bookId('other'))).toEqual([]);
      const unreadable = await library.reconciled(bookId('sample'));
      expect(unreadable).toEqual([{ path: lesson.path, userId: BASE, error: expect.stringContaining('disk') }]);
      await library.write(sampleLesson('02-next'), text('next, again'), sha256('next'), actor);
      await expect(library.write(lesson, text('newer'), sha256('new'), actor)).rejects.toBeInstanceOf(StorageFailure);
      expect(await intents()).toEqual([lesson.path]);
    });

    it('does not keep verify, repair and gc from their work', async () => {
      const found = {
        findings: [
          { kind: 'unfinished', path: lesson.path },
          { kind: 'unreadable', path: lesson.path },
        ],
      };
      expect(await verify(library, { repair: false })).toMatchObject(found);
      const repaired = await verify(library, { repair: true });
      expect(repaired).toMatchObject(found);
      expect(repaired.findings.map((one) => one.repaired)).toEqual([false, false]);
      expect(repaired.findings[0]?.detail).toMatch(/write_content was interrupted.*it cannot be read.*verify --repair/);
      const { archives, storage } = await openStorageOf(folder.root);
      const options = { now: new Date(), archivesUnusedMs: 0, dryRun: false };
      const collected = await collectGarbage(library, archives, options);
      expect(collected).toMatchObject({ settled_changes: 0, unsettled_changes: 1 });
      await storage.close();
    });

    it('is recorded in the name of its maker once the lesson can be read again', async () => {
      await library.recovery.settleOrphans();
      broken.clear();
      const { findings } = await verify(library, { repair: true });
      expect(findings).toMatchObject([{ kind: 'unfinished', repaired: true }]);
      expect(library.recovery.setAside).toEqual([]);
      expect(await hashOf(lesson)).toBe(sha256('new'));
      expect((await audited())[0]).toMatchObject({ agentId: 'ada', newHash: sha256('new'), errorMessage: 'recovered' });
      expect(await verify(library, { repair: false })).toMatchObject({ findings: [] });
    });

    it('is undone once the lesson has been moved away', async () => {
      await library.recovery.settleOrphans();
      broken.clear();
      behind(folder.root).remove(lesson.key);
      expect(await library.recovery.settleOrphans()).toBe(1);
      expect(await intents()).toEqual([]);
    });

    it('is claimed once, not with every look', async () => {
      let claims = 0;
      const aroundJournal = (journal: Journal) =>
        but(journal, {
          claim: (...change) => {
            claims++;
            return journal.claim(...change);
          },
        });
      const peer = await open({ host: 'peer', aroundJournal });
      for (let looks = 0; looks < 3; looks++) expect(await peer.recovery.settleOrphans()).toBe(0);
      expect(claims).toBe(1);
      expect(peer.recovery.setAside).toHaveLength(1);
    });
  });
});
