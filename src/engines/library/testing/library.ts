import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type Ground, groundOf } from '../../../../test/harness/books/ground.ts';
import { runningS3 } from '../../../../test/harness/s3/running.ts';
import type { Log } from '../../../lib/log.ts';
import type { ArchiveStore } from '../archive/archive-store.ts';
import { BucketArchiveStore } from '../archive/bucket-store.ts';
import { FolderArchiveStore } from '../archive/folder-store.ts';
import { Library, type LibraryHooks } from '../commit/library.ts';
import type { JournalOptions } from '../journal/backend.ts';
import { type Journal } from '../journal/journal.ts';
import { openPostgresJournal } from '../journal/postgres/postgres-journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite-journal.ts';
import { execute, newSchema, testDatabase } from '../journal/testing/schemas.ts';
import { BASE } from '../model/file-key.ts';
import { type FileRef, lesson, sha256 } from '../model/files.ts';
import { bookId, contentPath, type Owner, userId } from '../model/names.ts';
import { FileSystemStorage } from '../storage/fs/fs-storage.ts';
import { S3Storage } from '../storage/s3/s3-storage.ts';
import type { Storage, UnsyncedWrites } from '../storage/storage.ts';
import { settingsFor } from '../storage/testing/s3.ts';

interface Circumstances extends LibraryHooks, JournalOptions {
  readonly log?: Log;
  /** Puts something around the storage. */
  readonly around?: (storage: Storage) => Storage;
  /** Puts something around the journal. */
  readonly aroundJournal?: (journal: Journal) => Journal;
}

/** A library in a folder: the real storage and the real journal, in the database that this run is about. */
export async function openLibrary(root: string, circumstances: Circumstances = {}): Promise<Library> {
  const { storage } = await openStorageOf(root);
  const { around = (inner) => inner, aroundJournal = (inner) => inner, log, ...rest } = circumstances;
  return new Library(around(storage), aroundJournal(await openJournalOf(root, rest)), log, rest);
}

/** The storage of a library and its archives, of the kind that this run is about. */
export async function openStorageOf(root: string): Promise<{ storage: Storage; archives: ArchiveStore }> {
  const server = runningS3();
  if (server === undefined) {
    const storage = await FileSystemStorage.open(root);
    return { storage, archives: new FolderArchiveStore(storage.root) };
  }
  const storage = await S3Storage.open({ ...settingsFor(server), prefix: `${nameOf(root)}/` });
  return { storage, archives: new BucketArchiveStore(storage.bucket) };
}

/** Where the bytes of a library are, to be looked at and changed behind its back. */
export function behind(root: string): Ground {
  return groundOf(root, nameOf(root));
}

/** The same thing with some methods of its own. */
export function but<Thing extends object>(thing: Thing, own: Partial<Thing>): Thing {
  return new Proxy(thing, {
    get(target, name) {
      const source: object = name in own ? own : target;
      const member: unknown = Reflect.get(source, name);
      return typeof member === 'function' ? member.bind(source) : member;
    },
  });
}

/** A storage that stages and publishes in a way of its own, whether it waits for the disk or not. */
export function butWriting(storage: Storage, own: (writes: Writes) => Partial<Writes>): Storage {
  const { unsynced } = storage;
  return but(storage, { ...own(storage), ...(unsynced && { unsynced: but<UnsyncedWrites>(unsynced, own(unsynced)) }) });
}

type Writes = Pick<UnsyncedWrites, 'stage' | 'publish'>;

async function openJournalOf(root: string, options: JournalOptions): Promise<Journal> {
  if (testDatabase() === undefined) return openSqliteJournal(fileOf(root), options);
  return openPostgresJournal((await newSchema(nameOf(root))).url, options);
}

export async function closeLibrary(library: Library): Promise<void> {
  await library.close();
}

/** Changes the journal of a library behind its back, past what protects the audit log. */
export async function tamper(root: string, ...statements: readonly string[]): Promise<void> {
  if (testDatabase() === undefined) inFile(root, 'drop trigger audit_log_no_update', ...statements);
  else await inSchema(root, 'drop trigger audit_log_no_change on audit_log', ...statements);
}

/** Takes something out of the index of texts behind its back. */
export async function damageTexts(root: string): Promise<void> {
  if (testDatabase() !== undefined) return await inSchema(root, 'delete from text_passage');
  const database = new DatabaseSync(join(root, '.quartet', 'journal-texts.db'));
  database.exec('delete from passage');
  database.close();
}

/** Lets every entry of the audit log fail, and the end of a change as well when told so; gives the way back. */
export async function sabotage(root: string, alsoTheEnd = false): Promise<() => Promise<void>> {
  const places = [['insert', 'audit_log'], ...(alsoTheEnd ? [['delete', 'intent']] : [])];
  if (testDatabase() === undefined) {
    const full = "begin select raise(abort, 'disk full'); end";
    inFile(root, ...places.map(([event, table]) => `create trigger full_${table} before ${event} on ${table} ${full}`));
    return async () => inFile(root, ...places.map(([, table]) => `drop trigger full_${table}`));
  }
  await inSchema(
    root,
    `create function full_disk() returns trigger language plpgsql as
      'begin raise exception ''disk full'' using errcode = ''53100''; end'`,
    ...places.map(
      ([event, table]) =>
        `create trigger full_disk before ${event} on ${table} for each row execute function full_disk()`,
    ),
  );
  return () => inSchema(root, 'drop function full_disk() cascade');
}

/** What a sabotaged journal says. */
export const DISK_FULL = /disk full|out of room/;

function inFile(root: string, ...statements: readonly string[]): void {
  const database = new DatabaseSync(fileOf(root));
  database.exec(statements.join(';'));
  database.close();
}

async function inSchema(root: string, ...statements: readonly string[]): Promise<void> {
  await execute((await newSchema(nameOf(root))).url, ...statements);
}

function fileOf(root: string): string {
  return join(root, '.quartet', 'journal.db');
}

function nameOf(root: string): string {
  return `root_${sha256(root).slice(0, 16)}`;
}

export async function temporaryFolder(): Promise<{ root: string; remove(): Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-books-'));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

/** A lesson of the book `sample`. */
export function sampleLesson(name = '01-intro', user?: string): FileRef {
  const owner: Owner = user === undefined ? BASE : userId(user);
  return lesson(bookId('sample'), contentPath(`content/01-Part/01-Chapter/${name}.md`), owner);
}

/** All that comes. */
export async function collected<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
