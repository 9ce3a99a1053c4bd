import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { Random } from '../../../../../test/harness/random.ts';
import { FAULTS } from '../../../../../test/harness/s3/faults.ts';
import { LATE_MS } from '../../../../../test/harness/s3/server.ts';
import { StorageFailure } from '../storage.ts';
import { collect, put } from '../testing/put.ts';
import { openS3, type S3Workshop } from '../testing/s3.ts';

const KEY = 'books/abc/content/01-Part/01-Chapter/01-intro.md';
let workshop: S3Workshop;
afterEach(() => workshop.close());

describe('4.9: what a server can do is found out', () => {
  test('one that heeds conditions is told what must be there, and a late request cannot undo a later one', async () => {
    workshop = await openS3({}, { requestMs: 300 });
    const { server, storage } = workshop;
    expect(storage.abilities).toEqual({ conditionalPut: true, conditionalDelete: true, metadata: true });
    server.faults.add('late', 'put', 1, '01-intro');
    await put(storage, KEY, 'one');
    await put(storage, KEY, 'two');
    await sleep(2 * LATE_MS);
    expect(server.faults.struck).toBe(1);
    expect((await storage.read(KEY))?.bytes.toString()).toBe('two');
    expect(server.counts.get('copy')).toBeUndefined();
  });

  test('one that ignores them is used by copying what was staged', async () => {
    workshop = await openS3({ conditional: false });
    const { server, storage } = workshop;
    expect(storage.abilities).toEqual({ conditionalPut: false, conditionalDelete: false, metadata: true });
    await put(storage, KEY, 'one');
    expect(server.counts.get('copy')).toBe(1);
  });

  test('the trial leaves nothing behind', async () => {
    workshop = await openS3();
    expect(workshop.server.bucket.objects.size).toBe(0);
  });
});

describe('4.9: listings', () => {
  test('look once at each object that has been at rest, and at a changed one again', async () => {
    workshop = await openS3({ pageSize: 3 });
    const { server, storage } = workshop;
    const heads = () => server.counts.get('head') ?? 0;
    for (let at = 0; at < 10; at++) await put(storage, `books/abc/content/${at}.md`, `text ${at}`);
    for (const [key, thing] of server.bucket.objects)
      server.bucket.objects.set(key, { ...thing, modifiedAt: new Date(thing.modifiedAt.getTime() - 60_000) });
    const first = await collect(storage.list('books/'));
    const before = heads();
    expect(await collect(storage.list('books/'))).toEqual(first);
    expect(heads()).toBe(before);
    await put(await workshop.another(), 'books/abc/content/3.md', 'text 3');
    const changed = (await collect(storage.list('books/'))).filter(({ version }, at) => version !== first[at]?.version);
    expect(changed.map(({ key }) => key)).toEqual(['books/abc/content/3.md']);
  });

  test('an object that somebody else has put counts, folders and hidden names do not', async () => {
    workshop = await openS3();
    const { server, storage } = workshop;
    for (const key of [KEY, 'books/abc/', 'books/abc/.hidden/x.md', '.quartet/x']) {
      server.bucket.put(`team a/${key}`, Buffer.from(key), {});
    }
    server.bucket.put('team b/books/other/content/a.md', Buffer.from('not ours'), {});
    const infos = await collect(storage.list(''));
    expect(infos.map(({ key }) => key)).toEqual([KEY]);
    expect(await storage.stat(KEY)).toEqual(infos[0]);
    expect(await storage.folders('')).toEqual(['books']);
  });

  test('are in the order of every other storage, whatever the script', async () => {
    workshop = await openS3({ pageSize: 2 });
    const keys = ['😀.md', '！.md', '日.md', 'é.md', 'z.md', '😀/！.md', '！/😀.md', '\ue000.md'].map(
      (name) => `books/a/${name}`,
    );
    for (const key of keys) await put(workshop.storage, key, key);
    expect((await collect(workshop.storage.list('books/'))).map(({ key }) => key)).toEqual([...keys].sort());
  });
});

describe('4.9: streams', () => {
  const bytes = Buffer.alloc(4_000_000, 'stream ');

  test('go on where they were when the connection breaks, again and again', async () => {
    workshop = await openS3();
    const { server, storage } = workshop;
    await put(storage, KEY, bytes);
    server.faults.add('reset-in-answer', 'get', 4);
    expect((await buffer(await storage.stream(KEY))).equals(bytes)).toBe(true);
    expect(server.faults.struck).toBe(4);
  });

  test('never join two versions', async () => {
    workshop = await openS3();
    const { server, storage } = workshop;
    await put(storage, KEY, bytes);
    server.faults.add('reset-in-answer', 'get', 1);
    const stream = await storage.stream(KEY);
    await put(await workshop.another(), KEY, Buffer.alloc(4_000_000, 'other '));
    await expect(buffer(stream)).rejects.toBeInstanceOf(StorageFailure);
  });

  test('a stream that nobody reads to its end gives its place back', async () => {
    workshop = await openS3({}, { atOnce: 2 });
    const { storage } = workshop;
    await put(storage, KEY, bytes);
    for (let at = 0; at < 10; at++) {
      const stream = await storage.stream(KEY);
      stream.destroy();
    }
    expect((await storage.read(KEY))?.size).toBe(bytes.length);
  });
});

test('without conditions, staged bytes that somebody else has discarded cannot be published', async () => {
  workshop = await openS3({ conditional: false });
  const { storage } = workshop;
  const staged = await storage.stage(Buffer.from('late'));
  await (await workshop.another()).discard(staged);
  await expect(storage.publish(staged, KEY)).rejects.toThrow(StorageFailure);
  expect(await storage.read(KEY)).toBeUndefined();
});

test('4.9: no more requests at once than allowed', async () => {
  workshop = await openS3({ latencyMs: 5 }, { atOnce: 5 });
  const { server, storage } = workshop;
  await Promise.all(Array.from({ length: 60 }, (_, at) => put(storage, `books/abc/content/${at}.md`, `${at}`)));
  expect(server.mostAtOnce).toBeGreaterThan(2);
  expect(server.mostAtOnce).toBeLessThanOrEqual(5);
});

test('a look can be given up', async () => {
  workshop = await openS3();
  workshop.server.faults.add('hang', 'list', 1);
  const abort = new AbortController();
  setTimeout(() => abort.abort(), 50);
  await expect(collect(workshop.storage.list('books/', abort.signal))).rejects.toThrow(/abort/i);
});

test.each([true, false])(
  'SC-010: no acknowledged write is lost while a fifth of all requests fails (conditions: %s)',
  async (conditional) => {
    workshop = await openS3({ conditional }, { attempts: 4 });
    const { server, storage } = workshop;
    const random = new Random(11);
    const faults = FAULTS.filter((fault) => !fault.startsWith('hang'));
    server.faults.scatter(0.2, () => random.below(1_000_000) / 1_000_000, faults);
    let failures = 0;
    const writer = async (at: number) => {
      const key = `books/abc/content/01-Part/0${at}-Chapter/01-x.md`;
      let possible = new Set<string | undefined>([undefined]);
      for (let round = 0; round < 40; round++) {
        const text = `writer ${at}, round ${round} ${'.'.repeat(round * 20)}`;
        const wanted = round % 7 === 6 ? undefined : text;
        try {
          if (wanted === undefined) await storage.remove(key);
          else await put(storage, key, text);
          possible = new Set([wanted]);
        } catch (error) {
          if (!(error instanceof StorageFailure)) throw error;
          failures++;
          possible.add(wanted);
        }
        const object = await storage.read(key).catch(() => 'unreadable' as const);
        if (object === 'unreadable') continue;
        expect(possible).toContain(object?.bytes.toString());
        possible = new Set([object?.bytes.toString()]);
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(writer));
    expect(server.faults.struck).toBeGreaterThan(100);
    expect(failures).toBeLessThan(60);
  },
);
