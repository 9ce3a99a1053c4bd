import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { FAULTS, type Fault, type Operation } from '../../../../../test/harness/s3/faults.ts';
import { StorageFailure } from '../storage.ts';
import { collect, put } from '../testing/put.ts';
import { openS3, type S3Workshop } from '../testing/s3.ts';

const OLD = Buffer.from('the old text, whole');
const NEW = Buffer.from('the new text, which is longer, and whole');
const LARGE = Buffer.alloc(17 * 1024 * 1024, 'large ');
const KEY = 'books/abc/content/01-Part/01-Chapter/01-intro.md';

interface Deed {
  /** Which request goes wrong, and for which keys. */
  readonly operation: Operation;
  readonly at?: string;
  readonly conditional?: boolean;
  /** Does it, and checks what it gives. */
  run(workshop: S3Workshop): Promise<void>;
}

const publishNew = async ({ storage }: S3Workshop) => {
  const info = await put(storage, KEY, NEW);
  expect(info.size).toBe(NEW.length);
  expect((await storage.read(KEY))?.bytes.toString()).toBe(NEW.toString());
  expect(await storage.stat(KEY)).toEqual(info);
};
const publishLarge = async ({ storage }: S3Workshop) => {
  await put(storage, KEY, LARGE);
  expect((await storage.read(KEY))?.bytes.equals(LARGE)).toBe(true);
};
const removeOld = async ({ storage }: S3Workshop) => {
  expect(await storage.remove(KEY)).toBe(true);
  expect(await storage.read(KEY)).toBeUndefined();
};

const DEEDS: Readonly<Record<string, Deed>> = {
  'staging, its PUT': { operation: 'put', at: '.quartet/staging', run: publishNew },
  'publishing, its conditional PUT': { operation: 'put', at: '01-intro', run: publishNew },
  'publishing, its copy': { operation: 'copy', conditional: false, run: publishNew },
  'publishing, its look afterwards': { operation: 'head', run: publishNew },
  'publishing, its clearing up': {
    operation: 'delete',
    at: '.quartet/staging',
    run: async (workshop) => {
      await publishNew(workshop);
      await workshop.storage.discard('00000000-0000-4000-8000-000000000000');
    },
  },
  'a large object, the beginning': { operation: 'begin-upload', run: publishLarge },
  'a large object, a part': { operation: 'upload-part', run: publishLarge },
  'a large object, the end': { operation: 'complete-upload', run: publishLarge },
  reading: {
    operation: 'get',
    run: async ({ storage }) => expect((await storage.read(KEY))?.bytes.toString()).toBe(OLD.toString()),
  },
  streaming: {
    operation: 'get',
    run: async ({ storage }) => expect((await buffer(await storage.stream(KEY))).toString()).toBe(OLD.toString()),
  },
  looking: { operation: 'head', run: async ({ storage }) => expect((await storage.stat(KEY))?.size).toBe(OLD.length) },
  listing: {
    operation: 'list',
    run: async ({ storage }) => {
      expect((await collect(storage.list('books/'))).map(({ key }) => key)).toEqual([KEY]);
      expect(await storage.folders('books/')).toEqual(['abc']);
      expect(await storage.exists('books/abc/')).toBe(true);
    },
  },
  'removing, its look': { operation: 'head', run: removeOld },
  'removing, its conditional DELETE': { operation: 'delete', at: '01-intro', run: removeOld },
  'removing, its DELETE': { operation: 'delete', at: '01-intro', conditional: false, run: removeOld },
};

async function withFault(deed: Deed, fault: Fault, times: number, attempts: number, check: typeof deed.run) {
  // Only what hangs has to wait for the end of its time.
  const limits = fault.startsWith('hang') ? { requestMs: 1500, idleMs: 1500 } : {};
  const workshop = await openS3({ conditional: deed.conditional ?? true }, { attempts, ...limits });
  try {
    await put(workshop.storage, KEY, OLD);
    workshop.server.faults.add(fault, deed.operation, times, deed.at);
    await check(workshop);
  } finally {
    await workshop.close();
  }
}

describe.each(Object.entries(DEEDS))('4.9: %s', { concurrent: true }, (_name, deed) => {
  test.each(FAULTS)('goes well although a request has met: %s', async (fault) => {
    await withFault(deed, fault, 1, 5, async (workshop) => {
      await deed.run(workshop);
      expect(workshop.server.faults.struck).toBe(1);
      expect(await leftOf(workshop)).toBe('nothing');
    });
  });

  test.each(['error', 'slow-down', 'reset-after', 'reset-in-request', 'half-answer'] as const)(
    'fails honestly when every request meets: %s',
    async (fault) => {
      await withFault(deed, fault, Number.POSITIVE_INFINITY, 2, async (workshop) => {
        const { server, storage } = workshop;
        const failure = await deed.run(workshop).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (fault === 'error' || fault === 'slow-down') expect(failure).toBeDefined();
        if (failure !== undefined) {
          expect(failure).toBeInstanceOf(StorageFailure);
          const { message, cause, retryable } = failure as StorageFailure;
          expect([cause, retryable]).toEqual([undefined, true]);
          for (const secret of [server.keys.accessKeyId, server.keys.secretAccessKey, '127.0.0.1', 'team a'])
            expect(message).not.toContain(secret);
        }
        server.faults.clear();
        const bytes = (await storage.read(KEY))?.bytes;
        expect(bytes === undefined || [OLD, NEW, LARGE].some((whole) => whole.equals(bytes))).toBe(true);
        await put(storage, KEY, OLD);
        await deed.run(workshop);
      });
    },
  );
});

/** What a run has left in the bucket besides the object itself and the note that its book is empty, after the leftovers were cleared. */
async function leftOf({ server, storage }: S3Workshop): Promise<string> {
  for (const name of await storage.leftovers(new Date(Date.now() + 3_600_000))) await storage.discard(name);
  const keys = [...server.bucket.objects.keys()].filter(
    (key) => !key.endsWith(KEY) && !key.includes('/.quartet/emptied/'),
  );
  return [...keys, ...[...server.bucket.uploads.values()].map(({ key }) => `upload of ${key}`)].join() || 'nothing';
}
