import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveStore } from '../archive/archive-store.ts';
import { named } from '../archive/testing/names.ts';
import type { Library } from '../commit/library.ts';
import { thisOwner } from '../commit/owner.ts';
import { sha256 } from '../model/files.ts';
import { bookId } from '../model/names.ts';
import {
  behind,
  closeLibrary,
  openLibrary,
  openStorageOf,
  sampleLesson,
  tamper,
  temporaryFolder,
} from '../testing/library.ts';
import { collectGarbage } from './gc.ts';
import { type Verification, verify } from './verify.ts';

const actor = { agentId: 'agent-7', operation: 'write_content' };

let folder: { root: string; remove(): Promise<void> };
let library: Library;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
  await library.write(sampleLesson(), Buffer.from('one'), undefined, actor);
  await library.write(sampleLesson('02-next', 'bob'), Buffer.from('two'), undefined, actor);
});

afterEach(async () => {
  await closeLibrary(library);
  await folder.remove();
});

function kinds({ findings }: Verification): string[] {
  return findings.map(({ kind, path, user, repaired }) =>
    [kind, path.split('/').at(-1), user, repaired && 'repaired'].filter(Boolean).join(' '),
  );
}

const look = () => verify(library, { repair: false });
const repair = () => verify(library, { repair: true });
const ground = () => behind(folder.root);

describe('verify', () => {
  test('finds nothing wrong with what the library wrote itself', async () => {
    expect(await look()).toEqual({ books: 1, files: 2, audit_entries: 2, versions: 2, findings: [] });
  });

  test('1.4.2: finds changed, unknown and missing files, overlays too; repairing takes in what storage holds', async () => {
    ground().write(sampleLesson().key, 'by hand');
    ground().write(sampleLesson('03-new').key, 'by hand');
    ground().remove(sampleLesson('02-next', 'bob').key);
    const expected = ['changed 01-intro.md', 'missing 02-next.md bob', 'unknown 03-new.md'];
    expect(kinds(await look()).sort()).toEqual(expected);
    expect(kinds(await look())).toHaveLength(3);
    expect(kinds(await repair()).sort()).toEqual(expected.map((text) => `${text} repaired`));
    expect(await look()).toMatchObject({ findings: [] });
    expect((await library.read(sampleLesson()))?.bytes.toString()).toBe('by hand');
    const { deleted } = await library.journal.changesSince('sample', ['bob'], '2000-01-01T00:00:00Z');
    expect(deleted).toHaveLength(1);
  });

  test('finds a change that keeps size and time of a file', async () => {
    ground().write(sampleLesson().key, 'eno');
    ground().date(sampleLesson().key, new Date(0));
    expect(kinds(await look())).toEqual(['changed 01-intro.md']);
  });

  test('finds a broken chain and a row that the audit log does not bear out, and cannot repair them', async () => {
    await tamper(
      folder.root,
      "update audit_log set agent_id = 'somebody' where seq = 1",
      `update file_journal set sha256 = '${sha256('three')}' where user_id = 'bob'`,
    );
    ground().write(sampleLesson('02-next', 'bob').key, 'three');
    expect(kinds(await repair())).toEqual(['journal', 'chain', 'unaudited 01-intro.md', 'unaudited 02-next.md bob']);
  });

  test('finds who wrote a file changed in its row, also where the same was written again by another', async () => {
    await library.write(sampleLesson(), Buffer.from('one'), sha256('one'), { ...actor, agentId: 'another' });
    expect(await look()).toMatchObject({ findings: [] });
    await tamper(folder.root, "update file_journal set written_by = 'somebody' where user_id = '__base__'");
    expect(kinds(await look())).toEqual(['journal', 'unaudited 01-intro.md']);
  });

  test.each(['20@6-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000z', '2001-03-01T00:00:00.000Z'])(
    'finds a last time of a book that cannot be: %s',
    async (stamp) => {
      await tamper(folder.root, `update audit_chain set last_stamp = '${stamp}'`);
      expect(kinds(await look())).toEqual(['journal', 'chain']);
    },
  );

  test('walks every chain, also of books that have no files left or never were', async () => {
    await library.remove(sampleLesson(), actor);
    await library.remove(sampleLesson('02-next', 'bob'), actor);
    const nothing = { prevHash: null, newHash: null, errorMessage: null, executionTimeMs: 1 };
    const refused = { ...actor, ...nothing, bookId: '../x', path: '', userId: '__base__', status: 'error' } as const;
    await library.journal.note([refused]);
    expect(await look()).toMatchObject({ audit_entries: 5, findings: [] });
    await tamper(folder.root, "update audit_log set agent_id = 'somebody' where book_id = '../x'");
    const { findings } = await look();
    expect(findings.map(({ kind, book }) => [kind, book])).toEqual([
      ['journal', ''],
      ['chain', '../x'],
    ]);
  });

  test('says that the audit log is no longer protected', async () => {
    await tamper(folder.root);
    const { findings } = await look();
    expect(findings).toMatchObject([{ kind: 'journal', detail: expect.stringContaining('is missing or was changed') }]);
  });

  test('holds chains against ends that they have had', async () => {
    const heads = await library.journal.heads();
    await library.write(sampleLesson('03-more'), Buffer.from('more'), undefined, actor);
    expect(await verify(library, { repair: false, heads })).toMatchObject({ findings: [] });
    const [{ bookId: book, entries, hash } = { bookId: '', entries: 0, hash: '' }] = heads;
    const expected = [
      { bookId: book, entries, hash: sha256('another') },
      { bookId: book, entries: 99, hash },
      { bookId: 'gone', entries: 1, hash },
    ];
    const { findings } = await verify(library, { repair: false, heads: expected });
    expect(findings.map(({ kind, detail }) => [kind, /rewritten|removed/.exec(detail)?.[0]])).toEqual([
      ['head', 'rewritten'],
      ['head', 'removed'],
      ['head', 'removed'],
    ]);
  });

  test('finds a change whose process is gone, and settles it on request', async () => {
    await beginAndDie();
    expect(kinds(await look())).toEqual(['unfinished 09-lost.md']);
    expect(kinds(await repair())).toEqual(['unfinished 09-lost.md repaired']);
    expect(await look()).toMatchObject({ findings: [] });
  });

  test('looks at one book when told', async () => {
    ground().write(sampleLesson().key, 'by hand');
    expect(await verify(library, { repair: false, book: bookId('other-book') })).toMatchObject({
      files: 0,
      findings: [],
    });
  });

  test('sees no trouble in changes that go on meanwhile', async () => {
    let content = 'one';
    let stop = false;
    const writing = (async () => {
      while (!stop) {
        const next = randomUUID();
        await library.write(sampleLesson(), Buffer.from(next), sha256(content), actor);
        content = next;
      }
    })();
    for (let round = 0; round < 10; round++) expect(await look()).toMatchObject({ findings: [] });
    stop = true;
    await writing;
  });
});

describe('gc', () => {
  const hour = 3_600_000;

  test('clears old archives, staged bytes and interrupted changes, and no content', async () => {
    const { archives, storage } = await openStorageOf(folder.root);
    await writeArchive(archives, named('old'), 3);
    await writeArchive(archives, named('new'), 0);
    await library.storage.stage(Buffer.from('left behind'));
    const staged = () => ground().keys('.quartet/staging/');
    ground().date(staged()[0] ?? '', new Date(Date.now() - 2 * hour));
    await beginAndDie();
    const options = { now: new Date(), archivesUnusedMs: 2 * hour };
    const found = { archives: 1, archive_bytes: 4, staged_files: 1, settled_changes: 1 };
    expect(await collectGarbage(library, archives, { ...options, dryRun: true })).toEqual({ dry_run: true, ...found });
    expect(await collectGarbage(library, archives, { ...options, dryRun: false })).toEqual({
      dry_run: false,
      ...found,
    });
    expect((await archives.list()).map(({ name }) => name)).toEqual([named('new')]);
    expect(staged()).toEqual([]);
    expect(await library.journal.intents()).toEqual([]);
    expect(await look()).toMatchObject({ files: 2, findings: [] });
    await storage.close();
  });

  async function writeArchive(archives: ArchiveStore, name: string, hoursOld: number): Promise<void> {
    const sink = await archives.create(name);
    await sink.write([Buffer.from('PK..')], 0);
    await sink.commit(4);
    ground().date(`archives/${name}`, new Date(Date.now() - hoursOld * hour));
  }
});

/** Leaves a change under way that belongs to a process which has ended. */
async function beginAndDie(): Promise<void> {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const owner = thisOwner().replace(/ \d+ \S*$/, ` ${pid} 1`);
  const { bookId: book, path, userId } = sampleLesson('09-lost');
  const change = { oldHash: null, newHash: sha256('lost'), size: 4, staged: null };
  await library.journal.begin({ id: randomUUID(), bookId: book, path, userId, ...actor, ...change, owner });
}
