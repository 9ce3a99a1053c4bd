import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { OptionValues, Surroundings } from '../../kernel/toolset.ts';
import { FolderShelf } from './archive/folder-shelf.ts';
import { AuditTrail } from './audit-trail.ts';
import type { ChangePoint } from './carry-out.ts';
import { ChainWatch } from './chain-watch.ts';
import { type Journal, JournalFailure } from './journal/journal.ts';
import { Library } from './library.ts';
import { BooksMeters } from './meters.ts';
import { ARCHIVES, cdnUrl } from './paths.ts';
import { Readings } from './readings.ts';
import { Grepper } from './search/grep.ts';
import { Texts } from './search/texts.ts';
import { FileSystemStorage } from './storage/fs.ts';
import { type Storage, StorageFailure } from './storage/storage.ts';
import type { BooksWorld } from './world.ts';

export interface Opening {
  /** Called at each named point of a change. */
  readonly at?: (point: ChangePoint) => void;
  /** Settle what a crash has left behind; done unless told, and left alone by who only wants to look. */
  readonly settle?: boolean;
  readonly surroundings?: Surroundings | undefined;
}

/** Opens a library as the options say. */
export async function openBooks(
  options: OptionValues,
  log: Log,
  { at, settle = true, surroundings: { metrics, downloadUrl } = {} }: Opening = {},
): Promise<BooksWorld> {
  const root = resolve(options.root ?? defaultRoot(options.dataHome));
  const meters = new BooksMeters(metrics);
  const opened = await openBoth(root, journalFile(root, options.databaseUrl));
  const { storage, journal } = metrics ? meters.around(opened) : opened;
  const library = new Library(storage, journal, log, at);
  const settled = settle ? await library.recovery.settleAll() : 0;
  if (settled > 0) log.warn({ settled }, 'changes that a crash had interrupted were settled');
  const { cdnBaseUrl } = options;
  const agentId = checkedAgent(options.agentId);
  const publicBase = (cdnBaseUrl ?? pathToFileURL(root).href).replace(/\/+$/, '');
  return {
    library,
    readings: new Readings(library),
    meters,
    ...(metrics && { chainWatch: new ChainWatch(journal, log) }),
    audit: new AuditTrail(journal, log),
    texts: new Texts(storage),
    grepper: new Grepper(),
    shelf: new FolderShelf(join(root, 'archives')),
    check: () => probe(opened.storage, opened.journal),
    deleteScope: options.deleteScope ?? 'fs:write',
    assetUrl: (key) =>
      (cdnBaseUrl === undefined ? downloadUrl?.(key, assetExpiry()) : undefined) ?? cdnUrl(publicBase, key),
    archiveUrl: (key, expires) => downloadUrl?.(key.slice(ARCHIVES.length), expires) ?? cdnUrl(publicBase, key),
    agentOf: (caller) => caller.subject ?? agentId ?? nameOf(caller),
  };
}

async function openBoth(root: string, file: string) {
  try {
    const storage = await FileSystemStorage.open(root);
    // Loaded only now: to list the tools, nobody needs a database.
    const { openSqliteJournal } = await import('./journal/sqlite.ts');
    return { storage, journal: await openSqliteJournal(file, { storageBackend: storage.kind }) };
  } catch (error) {
    if (!(error instanceof StorageFailure || error instanceof JournalFailure)) throw error;
    throw new ConfigurationFailure(
      `The library cannot be opened. ${error.message} Or name another folder with --root.`,
    );
  }
}

/** By the hour, so that an asset keeps its address for a while and a browser its copy. */
function assetExpiry(): Date {
  return new Date((Math.floor(Date.now() / HOUR_MS) + 2) * HOUR_MS);
}

const HOUR_MS = 3_600_000;

/** Throws when the storage cannot be written or the journal not be read; leaves nothing behind. */
async function probe(storage: Storage, journal: Journal): Promise<void> {
  await storage.discard(await storage.stage(Buffer.from('probe')));
  await journal.books();
}

/** Writes what is waiting, and lets go of everything. */
export async function closeBooks({ audit, grepper, library, chainWatch }: BooksWorld): Promise<void> {
  await chainWatch?.stop();
  await audit.close();
  await grepper.close();
  await library.journal.close();
  await library.storage.close();
}

/** The audit log must say who did something; `system` says nothing. */
function checkedAgent(agentId: string | undefined): string | undefined {
  const name = agentId?.trim();
  if (name === undefined || (name !== '' && name.toLowerCase() !== 'system' && name.length <= 255)) return name;
  throw new ConfigurationFailure('--agent-id must be a name of 1 to 255 characters, and not "system".');
}

function nameOf({ name, version }: Caller): string {
  return `${name.trim() || 'unnamed client'} ${version ?? ''}`
    .trim()
    .replace(/^system$/i, 'client "system"')
    .slice(0, 255);
}

function defaultRoot(dataHome: string | undefined): string {
  const home = homedir();
  const fallback =
    platform() === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'share');
  return join(dataHome ?? fallback, 'quartet', 'library');
}

/** The journal is in the library unless told otherwise. */
function journalFile(root: string, url: string | undefined): string {
  if (url === undefined) return join(root, '.quartet', 'journal.db');
  const file = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1];
  if (file !== undefined) return resolve(file);
  throw new ConfigurationFailure(
    '--database-url (DATABASE_URL) must be sqlite:FILE; other databases are not supported yet.',
  );
}
