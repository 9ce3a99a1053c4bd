import { appendFileSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Library } from '../commit/library.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { verify } from '../maintenance/verify.ts';
import { retireVersions } from '../maintenance/version-retention.ts';
import { sha256 } from '../model/files.ts';
import type { Storage } from '../storage/storage.ts';
import { openWorkshop, type Workshop } from '../storage/testing/fs.ts';
import { openS3, type S3Workshop } from '../storage/testing/s3.ts';
import { sampleLesson } from '../testing/library.ts';
import { migrateJournal } from './journal.ts';
import { openJournalPlace } from './journal-end.ts';
import { type MigrationReport, migrate } from './migrate.ts';
import { MigrationRecord } from './record.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const file = sampleLesson();
const CONTENTS = ['one', 'two', 'three'];
const signal = new AbortController().signal;

let from: Workshop;
let back: Workshop;
let bucket: S3Workshop;

beforeEach(async () => {
  [from, back, bucket] = [await openWorkshop(), await openWorkshop(), await openS3()];
  mkdirSync(join(from.outside, 'journal'));
});

afterEach(async () => {
  await Promise.all([from.close(), back.close(), bucket.close()]);
});

async function bring(source: Storage, target: Storage, dryRun = false): Promise<MigrationReport> {
  const record = await MigrationRecord.open(undefined);
  const nothing = () => {};
  return migrate(source, target, record, { dryRun, overwrite: false, signal, onProgress: nothing, onLine: nothing });
}

/** Every version as a library on this storage, with the journal from before, gives it. */
async function readAll(storage: Storage, journalFile: string): Promise<string[]> {
  const journal = await openSqliteJournal(journalFile);
  const library = new Library(storage, journal);
  const rows = (await journal.history.list(file, 9)).reverse();
  const texts: string[] = [];
  for (const { sha256: hash, size } of rows) {
    texts.push((await library.versions.read(file, { sha256: hash ?? '', size })).toString());
  }
  expect((await verify(library, { repair: true })).findings.filter(({ kind }) => kind === 'version')).toEqual([]);
  await retireVersions(library, { keepLast: 9, dryRun: false });
  expect((await verify(library, { repair: false })).versions).toBe(CONTENTS.length);
  await journal.close();
  return texts;
}

it('brings every version into a bucket and back, where the same journal finds them', async () => {
  const journalFile = join(from.outside, 'journal', 'journal.db');
  const library = new Library(from.storage, await openSqliteJournal(journalFile));
  let hash: string | undefined;
  for (const content of CONTENTS) {
    hash = (await library.write(file, Buffer.from(content), hash, actor)).sha256;
  }
  await library.close();
  expect(await bring(from.storage, bucket.storage, true)).toMatchObject({ versions: 3, copied_versions: 3 });
  expect(await bring(from.storage, bucket.storage)).toMatchObject({ versions: 3, copied_versions: 3, lines: [{}] });
  expect(await bring(from.storage, bucket.storage)).toMatchObject({ versions: 3, copied_versions: 0 });
  expect(await bring(bucket.storage, back.storage)).toMatchObject({ versions: 3, copied_versions: 3 });
  expect(await readAll(bucket.storage, journalFile)).toEqual(CONTENTS);
  expect(await readAll(back.storage, journalFile)).toEqual(CONTENTS);
});

it('names what is missing in the source', async () => {
  const object = await from.storage.versions.keep(Buffer.from('lost'), sha256('lost'));
  await from.storage.versions.keep(Buffer.from('there'), sha256('there'));
  const folder = join(from.root, '.quartet', 'objects');
  const [pack = ''] = readdirSync(folder);
  const { size } = statSync(join(folder, pack));
  truncateSync(join(folder, pack), size - 2);
  appendFileSync(join(folder, pack), 'xx');
  const report = await bring(from.storage, bucket.storage);
  expect(report.lines).toEqual([{ action: 'failed', key: sha256('there'), reason: 'a kept version is damaged' }]);
  expect(await bucket.storage.versions.find(object.sha256)).toBeDefined();
});

it('a journal takes its versions and their places along', async () => {
  const [source, target] = ['a.db', 'b.db'].map((name) => join(from.outside, 'journal', name));
  const library = new Library(from.storage, await openSqliteJournal(source ?? ''));
  const { sha256: one } = await library.write(file, Buffer.from('one'), undefined, actor);
  await library.write(file, Buffer.from('two'), one, actor);
  await library.remove(file, actor);
  const versions = await library.journal.history.list(file, 9);
  const objects = await library.journal.history.objectsAfter('', 9);
  await library.journal.close();
  const ends = [
    await openJournalPlace({ kind: 'sqlite', file: source ?? '' }, 'from'),
    await openJournalPlace({ kind: 'sqlite', file: target ?? '' }, 'to'),
  ] as const;
  const { verdicts } = await migrateJournal(...ends, { dryRun: false, signal, onProgress: () => {} });
  expect(verdicts).toEqual([{ book: 'sample', entries: 3, files: 0 }]);
  for (const end of ends) await end.db.destroy();
  const journal = await openSqliteJournal(target ?? '');
  expect(await journal.history.list(file, 9)).toEqual(versions);
  expect(await journal.history.objectsAfter('', 9)).toEqual(objects);
  const moved = new Library(from.storage, journal);
  expect((await moved.versions.read(file, { sha256: one, size: 3 })).toString()).toBe('one');
  await journal.close();
  rmSync(target ?? '');
});
