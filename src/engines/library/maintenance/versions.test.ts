import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Library } from '../commit/library.ts';
import { sha256 } from '../model/files.ts';
import { behind, closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import { verify } from './verify.ts';
import { retireVersions } from './version-retention.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const file = sampleLesson();
const DAY = 24 * 3_600_000;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
let now = Date.now();

beforeEach(async () => {
  folder = await temporaryFolder();
  now = Date.now();
  library = await openLibrary(folder.root, { now: () => new Date(now) });
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

async function write(content: string, of = file): Promise<void> {
  await library.write(of, Buffer.from(content), (await library.known(of))?.sha256, actor);
}

const textOf = async (content: string, of = file) =>
  (await library.versions.read(of, { sha256: sha256(content), size: content.length })).toString();
const texts = async (of = file) => (await library.journal.history.list(of, 99)).map((row) => row.sha256);

/** Lets everything that is kept be of long ago. */
async function age(): Promise<void> {
  const { db } = library.journal as unknown as {
    db: { updateTable(table: string): { set(values: object): { execute(): Promise<unknown> } } };
  };
  await db.updateTable('version_object').set({ kept_at: 0 }).execute();
  const ground = behind(folder.root);
  for (const key of ground.keys('.quartet/objects/')) ground.date(key, new Date(0));
}

/** Spoils everything that is kept. */
function spoil(): void {
  const ground = behind(folder.root);
  for (const key of ground.keys('.quartet/objects/')) ground.write(key, 'no pack at all');
}

it('verify names the versions whose bytes are gone, and repairs those that a file still holds', async () => {
  await write('one');
  await write('two');
  expect(await verify(library, { repair: false })).toMatchObject({ versions: 2, findings: [] });
  spoil();
  const details = ({ findings }: Awaited<ReturnType<typeof verify>>) =>
    [...findings]
      .sort((a, b) => Number(a.repaired) - Number(b.repaired))
      .map(({ kind, path, repaired, detail }) => [kind, path, repaired, /(damaged|missing)/.test(detail)]);
  const found = details(await verify(library, { repair: false }));
  expect(found).toEqual([
    ['version', file.path, false, true],
    ['version', file.path, false, true],
  ]);
  await closeLibrary(library);
  library = await openLibrary(folder.root);
  expect(details(await verify(library, { repair: true }))).toEqual([
    ['version', file.path, false, true],
    ['version', file.path, true, true],
  ]);
  expect((await verify(library, { repair: false })).findings).toHaveLength(1);
  expect(await textOf('two')).toBe('two');
  await expect(textOf('one')).rejects.toThrow(/damaged|missing/);
});

it('verify --repair keeps what has not been kept yet', async () => {
  await write('one');
  const { db } = library.journal as unknown as { db: { deleteFrom(table: string): { execute(): Promise<unknown> } } };
  await db.deleteFrom('version_object').execute();
  expect(await verify(library, { repair: false })).toMatchObject({ versions: 0, findings: [] });
  await verify(library, { repair: true });
  expect(await verify(library, { repair: false })).toMatchObject({ versions: 1, findings: [] });
});

it('retention keeps what either rule keeps, what was in force at the moment, and what is there now', async () => {
  for (const content of ['one', 'two', 'three', 'four', 'five']) {
    await write(content);
    now += DAY;
  }
  await write('lonely', sampleLesson('02-more'));
  const before = new Date(now - 2.5 * DAY);
  const all = ['five', 'four', 'three', 'two', 'one'].map(sha256);
  expect((await retireVersions(library, { before, dryRun: true })).versions).toBe(2);
  expect(await texts()).toEqual(all);
  await retireVersions(library, { before, keepLast: 4, dryRun: false });
  expect(await texts()).toEqual(all.slice(0, 4));
  // Three was in force when that moment came.
  await retireVersions(library, { before, dryRun: false });
  expect(await texts()).toEqual(all.slice(0, 3));
  await retireVersions(library, { keepLast: 1, dryRun: false });
  expect(await texts()).toEqual(all.slice(0, 1));
  expect(await texts(sampleLesson('02-more'))).toEqual([sha256('lonely')]);
  await age();
  expect((await retireVersions(library, { keepLast: 1, dryRun: false })).version_bytes).toBeGreaterThan(0);
  expect((await library.journal.history.objectsAfter('', 9)).map((object) => object.sha256).sort()).toEqual(
    [sha256('five'), sha256('lonely')].sort(),
  );
  expect([await textOf('five'), await textOf('lonely', sampleLesson('02-more'))]).toEqual(['five', 'lonely']);
  expect((await verify(library, { repair: false })).findings).toEqual([]);
});

it('gc counts the texts of a lesson, not its deletions: the last ones of a deleted lesson can be restored', async () => {
  const remove = () => library.remove(file, actor);
  for (const step of [() => write('one'), remove, () => write('two'), () => write('three'), remove]) {
    now += DAY;
    await step();
  }
  await retireVersions(library, { keepLast: 2, dryRun: false });
  expect(await texts()).toEqual([null, sha256('three'), sha256('two')]);
  expect(await retireVersions(library, { keepLast: 1, dryRun: true })).toMatchObject({ versions: 1 });
  await retireVersions(library, { keepLast: 1, dryRun: false });
  expect(await texts()).toEqual([null, sha256('three')]);
  expect(await textOf('three')).toBe('three');
});

it('what was removed is kept anew when it is written again', async () => {
  await write('one');
  await write('two');
  await retireVersions(library, { keepLast: 1, dryRun: false });
  await age();
  await closeLibrary(library);
  library = await openLibrary(folder.root);
  await retireVersions(library, { keepLast: 1, dryRun: false });
  await write('one');
  await write('three');
  expect(await textOf('one')).toBe('one');
});

it('writers and retention at the same time: no version that is left is lost', async () => {
  const other = await openLibrary(folder.root);
  for (const content of ['content 1 1', 'content 2 0', 'rubbish']) await write(content, sampleLesson('02-more'));
  await age();
  try {
    let writing = true;
    const retiring = (async () => {
      while (writing) await retireVersions(other, { keepLast: 3, dryRun: false });
    })();
    const contents = Array.from({ length: 25 }, (_, n) => `content ${n % 7} ${n % 2}`);
    for (const content of contents) await write(content);
    writing = false;
    await retiring;
    for (const row of await library.journal.history.list(file, 99)) {
      if (row.sha256 !== null) await library.versions.read(file, { sha256: row.sha256, size: row.size });
    }
    expect((await verify(library, { repair: false })).findings).toEqual([]);
  } finally {
    await closeLibrary(other);
  }
});
