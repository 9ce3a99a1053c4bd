import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ArchiveShelf } from '../archive/shelf.ts';
import { sha256 } from '../hash.ts';
import {
  behind,
  closeLibrary,
  openLibrary,
  openStorageOf,
  sampleLesson,
  tamper,
  temporaryFolder,
} from '../library.testing.ts';
import type { Library } from '../library.ts';
import { thisOwner } from '../owner.ts';
import { bookId } from '../paths.ts';
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
    expect(await look()).toEqual({ books: 1, files: 2, audit_entries: 2, findings: [] });
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
    expect(await library.journal.deletedSince('sample', ['bob'], '2000-01-01T00:00:00Z')).toHaveLength(1);
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
    expect(kinds(await repair())).toEqual(['chain', 'unaudited 02-next.md bob']);
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
    const { shelf, storage } = await openStorageOf(folder.root);
    await writeArchive(shelf, 'old.zip', 3);
    await writeArchive(shelf, 'new.zip', 0);
    await library.storage.stage(Buffer.from('left behind'));
    const staged = () => ground().keys('.quartet/staging/');
    ground().date(staged()[0] ?? '', new Date(Date.now() - 2 * hour));
    await beginAndDie();
    const options = { now: new Date(), archivesUnusedMs: 2 * hour };
    const found = { archives: 1, archive_bytes: 4, staged_files: 1, settled_changes: 1 };
    expect(await collectGarbage(library, shelf, { ...options, dryRun: true })).toEqual({ dry_run: true, ...found });
    expect(await collectGarbage(library, shelf, { ...options, dryRun: false })).toEqual({ dry_run: false, ...found });
    expect((await shelf.list()).map(({ name }) => name)).toEqual(['new.zip']);
    expect(staged()).toEqual([]);
    expect(await library.journal.intents()).toEqual([]);
    expect(await look()).toMatchObject({ files: 2, findings: [] });
    await storage.close();
  });

  async function writeArchive(shelf: ArchiveShelf, name: string, hoursOld: number): Promise<void> {
    const sink = await shelf.create(name);
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
