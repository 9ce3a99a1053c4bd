import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../maintenance/verify.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { sha256 } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import {
  behind,
  closeLibrary,
  DISK_FULL,
  openLibrary,
  sabotage,
  sampleLesson,
  temporaryFolder,
} from '../testing/library.ts';
import type { FileContent } from './file-reader.ts';
import type { Library } from './library.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const text = (content: string) => Buffer.from(content);

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

async function failureOf(work: Promise<unknown>): Promise<Record<string, unknown>> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof BookFailure)) throw error ?? new Error('it did not fail');
  return error.data ?? {};
}

describe('writing', () => {
  const file = sampleLesson();

  it('FR-005: without a hash a missing file is created', async () => {
    expect(await library.write(file, text('# One\n'), undefined, actor)).toEqual({
      mode: 'created',
      sha256: sha256('# One\n'),
      size: 6,
    });
    expect(behind(folder.root).read(file.key).toString()).toBe('# One\n');
  });

  it('FR-003: with the current hash it is updated, with another it is refused with the current one', async () => {
    const { sha256: first } = await library.write(file, text('one'), undefined, actor);
    expect(await library.write(file, text('two'), first, actor)).toMatchObject({ mode: 'updated' });
    expect(await failureOf(library.write(file, text('three'), first, actor))).toMatchObject({
      error: 'ConflictError',
      code: 'CONFLICT',
      expected_hash: first,
      current_hash: sha256('two'),
    });
    expect((await library.read(file))?.bytes.toString()).toBe('two');
  });

  it('FR-004: an existing file is never overwritten blindly', async () => {
    await library.write(file, text('one'), undefined, actor);
    expect(await failureOf(library.write(file, text('two'), undefined, actor))).toMatchObject({
      code: 'HASH_REQUIRED',
      current_hash: sha256('one'),
    });
  });

  it.each(['created', 'updated', 'deleted'])(
    'FR-002: a file that cannot be recorded as %s is as it was before',
    async (what) => {
      const old = what === 'created' ? undefined : (await library.write(file, text('old'), undefined, actor)).sha256;
      const before = await library.journal.rows('sample', [BASE]);
      const repair = await sabotage(folder.root);
      const change = () =>
        what === 'deleted' ? library.remove(file, actor) : library.write(file, text('new'), old, actor);
      await expect(change()).rejects.toThrow(DISK_FULL);
      expect((await library.read(file))?.bytes.toString()).toBe(old && 'old');
      expect(await library.journal.rows('sample', [BASE])).toMatchObject(
        before.map(({ path, sha256: hash }) => ({ path, sha256: hash })),
      );
      expect(await library.journal.intents()).toEqual([]);
      await repair();
      // The bytes are back, so the same change works now.
      await change();
      expect((await library.read(file))?.bytes.toString()).toBe(what === 'deleted' ? undefined : 'new');
      expect((await verify(library, { repair: false })).findings).toEqual([]);
    },
  );

  it('a change that could not be ended is settled by the next one', async () => {
    const { sha256: old } = await library.write(file, text('old'), undefined, actor);
    const repair = await sabotage(folder.root, true);
    await expect(library.write(file, text('new'), old, actor)).rejects.toThrow(DISK_FULL);
    expect(await library.journal.intents()).toHaveLength(1);
    await repair();
    expect(await library.write(file, text('newer'), old, actor)).toMatchObject({ mode: 'updated' });
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('US2: a hash for a missing file is NOT_FOUND', async () => {
    expect(await failureOf(library.write(file, text('one'), sha256('x'), actor))).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('FR-001, R2: the journal has exactly the facts of the file', async () => {
    await library.write(file, text('one'), undefined, actor);
    expect(await library.journal.get(file)).toMatchObject({
      bookId: 'sample',
      path: file.path,
      userId: BASE,
      sha256: sha256('one'),
      size: 3,
      writtenBy: 'ada',
      storageBackend: 'fs',
    });
  });

  it('3.5 item 5: equal content is a success that does not move the time stamp', async () => {
    const { sha256: hash } = await library.write(file, text('one'), undefined, actor);
    const before = await library.journal.get(file);
    expect(await library.write(file, text('one'), hash, actor)).toMatchObject({ mode: 'updated', sha256: hash });
    expect((await library.journal.get(file))?.lastWrittenAt).toBe(before?.lastWrittenAt);
  });

  it('SC-003: of many writers with the same hash exactly one wins, and nobody is left waiting', async () => {
    const { sha256: first } = await library.write(file, text('start'), undefined, actor);
    const writers = Array.from({ length: 40 }, (_, n) => library.write(file, text(`writer ${n}`), first, actor));
    const results = await Promise.allSettled(writers);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await library.journal.intents()).toEqual([]);
  });

  it('two libraries on one folder do not lose an update', async () => {
    const other = await openLibrary(folder.root);
    const { sha256: first } = await library.write(file, text('start'), undefined, actor);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? library : other).write(file, text(`writer ${n}`), first, actor)),
    );
    await closeLibrary(other);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('revising', () => {
  const file = sampleLesson();
  const adding = (word: string) => async (current: FileContent | undefined) =>
    text(`${current?.bytes.toString() ?? ''}${word}\n`);

  it('makes the next version out of the newest, whoever else writes', async () => {
    const other = await openLibrary(folder.root);
    const words = Array.from({ length: 20 }, (_, n) => `word ${n}`);
    await library.write(file, text('start\n'), undefined, actor);
    await Promise.all(words.map((word, n) => (n % 2 ? library : other).revise(file, actor, adding(word))));
    await closeLibrary(other);
    const lines = (await library.read(file))?.bytes.toString().trim().split('\n');
    expect(lines?.sort()).toEqual(['start', ...words].sort());
    expect((await library.journal.verifyChain('sample')).valid).toBe(true);
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  });

  it('sees what was changed by hand while the next version was made', async () => {
    await library.write(file, text('one\n'), undefined, actor);
    let tries = 0;
    const { mode } = await library.revise(file, actor, async (current) => {
      if (++tries === 1) behind(folder.root).write(file.key, 'by hand\n');
      return adding('two')(current);
    });
    expect([mode, tries]).toEqual(['updated', 2]);
    expect((await library.read(file))?.bytes.toString()).toBe('by hand\ntwo\n');
  });

  it('leaves all as it is when there is no next version', async () => {
    await library.write(file, text('one'), undefined, actor);
    const refused = library.revise(file, actor, () => Promise.reject(new Error('no')));
    await expect(refused).rejects.toThrow('no');
    expect((await library.read(file))?.bytes.toString()).toBe('one');
    expect(await library.journal.intents()).toEqual([]);
  });
});

describe('files that came by hand', () => {
  const file = sampleLesson();
  const byHand = (content: string) => behind(folder.root).write(file.key, content);

  it('3.5 item 2: exist, with the hash of their bytes', async () => {
    byHand('by hand');
    expect(await failureOf(library.write(file, text('new'), undefined, actor))).toMatchObject({
      code: 'HASH_REQUIRED',
      current_hash: sha256('by hand'),
    });
    expect(await library.write(file, text('new'), sha256('by hand'), actor)).toMatchObject({ mode: 'updated' });
  });

  it('a file that was changed by hand conflicts with the hash from before', async () => {
    const { sha256: first } = await library.write(file, text('one'), undefined, actor);
    byHand('changed by hand');
    expect(await failureOf(library.write(file, text('two'), first, actor))).toMatchObject({
      code: 'CONFLICT',
      current_hash: sha256('changed by hand'),
    });
    expect((await library.journal.verifyChain('sample')).valid).toBe(true);
  });

  it('a file that was removed by hand can be created again', async () => {
    await library.write(file, text('one'), undefined, actor);
    behind(folder.root).remove(file.key);
    expect(await library.write(file, text('two'), undefined, actor)).toMatchObject({ mode: 'created' });
    expect((await library.journal.verifyChain('sample')).valid).toBe(true);
  });

  it('reconciling leaves what has vanished in the journal', async () => {
    await library.write(file, text('one'), undefined, actor);
    behind(folder.root).remove(file.key);
    await library.reconciled(bookId('sample'));
    expect(await library.journal.get(file)).toMatchObject({ sha256: sha256('one') });
  });

  it('reconciling takes them in', async () => {
    byHand('by hand');
    await library.reconciled(bookId('sample'));
    expect(await library.journal.get(file)).toMatchObject({ sha256: sha256('by hand') });
  });
});

describe('removing', () => {
  const file = sampleLesson();

  it('R3: is the same once or twice', async () => {
    await library.write(file, text('one'), undefined, actor);
    expect(await library.remove(file, actor)).toBe(true);
    const after = await library.journal.rows('sample', [BASE]);
    expect(await library.remove(file, actor)).toBe(false);
    expect(await library.journal.rows('sample', [BASE])).toEqual(after);
    expect(await library.read(file)).toBeUndefined();
  });

  it('FR-018: an overlay goes alone', async () => {
    const own = sampleLesson('01-intro', 'bob');
    await library.write(file, text('base'), undefined, actor);
    await library.write(own, text('own'), undefined, actor);
    expect(await library.remove(own, actor)).toBe(true);
    expect((await library.read(file))?.bytes.toString()).toBe('base');
  });

  it('3.6 item 7: afterwards a create succeeds again, and R6: the chain holds', async () => {
    await library.write(file, text('one'), undefined, actor);
    await library.remove(file, actor);
    expect(await library.write(file, text('two'), undefined, actor)).toMatchObject({ mode: 'created' });
    expect(await library.journal.verifyChain('sample')).toMatchObject({ valid: true });
  });
});
