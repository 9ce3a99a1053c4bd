import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { times } from '../../../../test/harness/books/setup.ts';
import { sha256 } from '../model/files.ts';
import { StorageFailure } from '../storage/storage.ts';
import { behind, but, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import type { Library } from './library.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const file = sampleLesson();

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

async function reopen(): Promise<void> {
  await closeLibrary(library);
  library = await openLibrary(folder.root);
}

async function textOf(content: string, of = file): Promise<string> {
  const size = Buffer.byteLength(content);
  return (await library.versions.read(of, { sha256: sha256(content), size })).toString();
}

async function write(content: string, of = file): Promise<void> {
  await library.write(of, Buffer.from(content), (await library.known(of))?.sha256, actor);
}

const history = async (of = file) => (await library.journal.history.list(of, 100)).map((row) => row.sha256);

it('for any sequence of changes by tools and by hand, and restarts: every version reads back', async () => {
  const files: { name: string; user?: string }[] = [{ name: '01-a' }, { name: '02-b' }, { name: '01-a', user: 'zoe' }];
  const content = fc.oneof(
    fc.constantFrom('a', 'b', ''),
    fc.string({ maxLength: 40 }),
    fc.integer({ min: 1, max: 40_000 }).map((size) => 'long '.repeat(size)),
  );
  const step = fc.record({
    what: fc.constantFrom('write', 'write', 'delete', 'by hand', 'restart'),
    of: fc.constantFrom(...files),
    content,
  });
  let round = 0;
  const story = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
    round++;
    const acknowledged = new Map<string, typeof file>();
    for (const { what, of, content } of steps) {
      // A name of its own for each round, so that rounds do not see each other's files.
      const own = sampleLesson(`${of.name}-r${round}`, of.user);
      if (what === 'restart') await reopen();
      else if (what === 'delete') await library.remove(own, actor);
      else if (what === 'write') await write(content, own);
      else {
        behind(folder.root).write(own.key, content);
        await library.known(own);
      }
      if (what === 'write' || what === 'by hand') acknowledged.set(content, own);
    }
    for (const [content, own] of acknowledged) expect(await textOf(content, own)).toBe(content);
  });
  await fc.assert(story, { numRuns: times(40) });
});

it('records each change with its agent, also one that somebody else finishes', async () => {
  await write('one');
  const left = await openLibrary(folder.root, {
    host: 'elsewhere',
    // A database ends transactions that pause for half of it.
    leaseMs: 1000,
    at: (point) => {
      if (point === 'published') throw new Error('killed');
    },
  });
  const { sha256: one } = (await left.known(file)) ?? { sha256: '' };
  await expect(left.write(file, Buffer.from('two'), one, { agentId: 'bob', operation: 'x' })).rejects.toThrow('killed');
  await closeLibrary(left);
  await expect.poll(() => library.recovery.settleOrphans(), { timeout: 60_000 }).toBe(1);
  const rows = await library.journal.history.list(file, 9);
  expect(rows.map(({ agentId, sha256: hash, size }) => [agentId, hash, size])).toEqual([
    ['bob', sha256('two'), 3],
    ['ada', sha256('one'), 3],
  ]);
  expect(await textOf('two')).toBe('two');
});

it('the same bytes are kept once, whoever writes them', async () => {
  await write('same');
  await write('same', sampleLesson('02-more'));
  await library.remove(file, actor);
  await write('same');
  expect(await library.journal.history.objectsAfter('', 10)).toMatchObject([{ sha256: sha256('same'), size: 4 }]);
  expect(await history()).toEqual([sha256('same'), null, sha256('same')]);
});

it('assets have no history', async () => {
  const asset = { ...file, path: 'static/img/a.png', key: 'books/sample/static/img/a.png' as typeof file.key };
  await library.put(asset, Buffer.from('png'), actor);
  expect(await history(asset)).toEqual([]);
  expect(await library.journal.history.objectsAfter('', 10)).toEqual([]);
});

it.each(['replaced', 'removed'])('what was there before there was a history is kept when it is %s', async (how) => {
  await write('old');
  const before = await library.journal.history.objectsAfter('', 10);
  await library.journal.history.retire('sample', { keepLast: 1 }, false);
  // As after an upgrade: known, and not kept.
  await forgetObjects();
  await reopen();
  expect(await textOf('old')).toBe('old');
  if (how === 'replaced') await write('new');
  else await library.remove(file, actor);
  expect(await textOf('old')).toBe('old');
  expect(before).toHaveLength(1);
});

/** Takes every object out of the journal, and what the store holds of it with it. */
async function forgetObjects(): Promise<void> {
  const { db } = library.journal as unknown as { db: { deleteFrom(table: string): { execute(): Promise<unknown> } } };
  await db.deleteFrom('version_object').execute();
  const ground = behind(folder.root);
  for (const key of ground.keys('.quartet/objects/')) ground.remove(key);
}

it('a change is not begun when its version cannot be kept; a file by hand is taken in all the same', async () => {
  await write('one');
  await closeLibrary(library);
  const full = () => Promise.reject(new StorageFailure('The storage is full.', false));
  library = await openLibrary(folder.root, {
    around: (storage) => but(storage, { ...(storage.versions && { versions: but(storage.versions, { keep: full }) }) }),
  });
  await expect(library.write(file, Buffer.from('two'), sha256('one'), actor)).rejects.toThrow('The storage is full.');
  expect((await library.read(file))?.bytes.toString()).toBe('one');
  expect(await library.storage.leftovers(new Date(Date.now() + 9e6))).toEqual([]);
  behind(folder.root).write(file.key, 'by hand');
  expect((await library.known(file))?.sha256).toBe(sha256('by hand'));
  await reopen();
  await write('three');
  expect(await textOf('by hand')).toBe('by hand');
});

it('two writers on one library: every version of both reads back', async () => {
  const other = await openLibrary(folder.root);
  try {
    const writers = [library, other].map(async (one, at) => {
      for (let n = 0; n < times(20) + 3; n++) {
        await one.write(sampleLesson(`0${at + 1}-w${n}`), Buffer.from(`${at} ${n}`), undefined, actor);
      }
    });
    await Promise.all(writers);
    for (const at of [0, 1]) {
      for (let n = 0; n < times(20) + 3; n++) {
        expect(await textOf(`${at} ${n}`, sampleLesson(`0${at + 1}-w${n}`))).toBe(`${at} ${n}`);
      }
    }
  } finally {
    await closeLibrary(other);
  }
});
