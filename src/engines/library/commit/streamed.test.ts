import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../maintenance/verify.ts';
import { asset, sha256 } from '../model/files.ts';
import { assetPath, bookId } from '../model/names.ts';
import type { Storage } from '../storage/storage.ts';
import { behind, but, closeLibrary, DISK_FULL, openLibrary, sabotage, temporaryFolder } from '../testing/library.ts';
import { fingerprintOf, LARGE } from './fingerprint.ts';
import type { Library } from './library.ts';

const actor = { agentId: 'ada', operation: 'upload_asset' };
const file = asset(bookId('sample'), assetPath('videos', 'a.mp4'));
const large = Buffer.alloc(LARGE + 1, 'large');
const other = Buffer.alloc(LARGE + 2, 'other');
const agreed = async () => {};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
/** The largest thing that was ever read whole. */
let largestRead = 0;

const watched = (storage: Storage) =>
  but(storage, {
    read: async (key, admit) => {
      const object = await storage.read(key, admit);
      largestRead = Math.max(largestRead, object?.size ?? 0);
      return object;
    },
  });

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root, { around: watched });
  largestRead = 0;
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

async function* chunked(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 1_000_000) yield bytes.subarray(at, at + 1_000_000);
}

const stored = () => sha256(behind(folder.root).read(file.key));
const leftovers = () => library.storage.leftovers(new Date(Date.now() + 3_600_000));
const put = (bytes: Buffer, accept: () => Promise<void> = agreed) =>
  library.putStream(file, chunked(bytes), actor, accept);

describe('a file that comes as a stream', () => {
  it('is created, replaced and removed like any other, and never held as a whole', async () => {
    expect(await put(large)).toEqual({ mode: 'created', sha256: sha256(large), size: large.length });
    expect(stored()).toBe(sha256(large));
    expect(await put(other)).toMatchObject({ mode: 'updated' });
    expect(await put(other)).toMatchObject({ mode: 'updated', sha256: sha256(other) });
    expect(await library.known(file)).toMatchObject({ sha256: sha256(other), size: other.length, writtenBy: 'ada' });
    expect(await library.remove(file, actor)).toBe(true);
    expect(await library.known(file)).toBeUndefined();
    expect(largestRead).toBe(0);
    expect(await leftovers()).toEqual([]);
    const rows = await library.journal.audit({ bookId: 'sample' });
    expect(rows.map(({ newHash }) => newHash)).toEqual([null, sha256(other), sha256(other), sha256(large)]);
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('is seen by nobody before it was agreed to, and never when it was not', async () => {
    const refusal = async () => {
      expect(await library.storage.stat(file.key)).toBeUndefined();
      throw new Error('not this one');
    };
    await expect(put(large, refusal)).rejects.toThrow('not this one');
    expect(await library.known(file)).toBeUndefined();
    expect(await leftovers()).toEqual([]);
  });

  it('FR-002: leaves the one before as it was when it cannot be recorded, also when that is large', async () => {
    await put(large);
    const mend = await sabotage(folder.root);
    await expect(put(other)).rejects.toThrow(DISK_FULL);
    await expect(library.remove(file, actor)).rejects.toThrow(DISK_FULL);
    await mend();
    expect(stored()).toBe(sha256(large));
    expect(await library.known(file)).toMatchObject({ sha256: sha256(large) });
    expect(await leftovers()).toEqual([]);
    expect(largestRead).toBe(0);
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('that somebody has put there by hand is taken in without being held', async () => {
    behind(folder.root).write(file.key, large);
    expect(await library.known(file)).toMatchObject({ sha256: sha256(large), size: large.length });
    expect(await fingerprintOf(library.storage, file.key)).toMatchObject({ sha256: sha256(large) });
    expect(largestRead).toBe(0);
  });

  it.each(['staged', 'begun', 'published'] as const)(
    'that a crash stops when it is %s is there as a whole or not at all',
    async (point) => {
      await put(large);
      const crashing = await openLibrary(folder.root, {
        at: (reached) => {
          if (reached === point) throw new Crash();
        },
        host: 'a machine that is gone',
        leaseMs: 1000,
      });
      await expect(crashing.putStream(file, chunked(other), actor, agreed)).rejects.toThrow(Crash);
      await expect.poll(() => library.recovery.settleOrphans().then(() => library.journal.intents())).toEqual([]);
      expect(stored()).toBe(sha256(point === 'published' ? other : large));
      expect((await verify(library, { repair: false })).findings).toEqual([]);
      await closeLibrary(crashing);
    },
  );
});

class Crash extends Error {}

it('the address of an upload is used once, whoever asks', async () => {
  const expires = new Date(Date.now() + 60_000);
  const used = await Promise.all(Array.from({ length: 8 }, () => library.journal.useUpload('one', expires)));
  expect(used.filter(Boolean)).toHaveLength(1);
  expect(await library.journal.useUpload('two', expires)).toBe(true);
  expect(await library.journal.useUpload('one', expires)).toBe(false);
  // What has expired long ago needs no place.
  expect(await library.journal.useUpload('old', new Date(0))).toBe(true);
  expect(await library.journal.useUpload('old', new Date(0))).toBe(true);
});
