import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { OptionValues } from '../../kernel/toolset.ts';
import { readArchiveTimes } from './archive/times.ts';
import { AuditTrail } from './audit-trail.ts';
import type { ChangePoint } from './carry-out.ts';
import { JournalFailure } from './journal/journal.ts';
import { Library } from './library.ts';
import { openStorage } from './open-storage.ts';
import { Grepper } from './search/grep.ts';
import { StorageFailure } from './storage/storage.ts';
import type { BooksWorld } from './world.ts';

export interface Opening {
  /** Called at each named point of a change. */
  readonly at?: (point: ChangePoint) => void;
  /** Settle what a crash has left behind; done unless told, and left alone by who only wants to look. */
  readonly settle?: boolean;
}

/** Opens a library as the options say. */
export async function openBooks(
  options: OptionValues,
  log: Log,
  { at, settle = true }: Opening = {},
): Promise<BooksWorld> {
  const root = resolve(options.root ?? defaultRoot(options.dataHome));
  const { storage, shelf, address, journal } = await openBoth(options, root, log);
  const library = new Library(storage, journal, log, at);
  const settled = settle ? await library.recovery.settleAll() : 0;
  if (settled > 0) log.warn({ settled }, 'changes that a crash had interrupted were settled');
  const { cdnBaseUrl } = options;
  const agentId = checkedAgent(options.agentId);
  return {
    library,
    audit: new AuditTrail(journal, log),
    grepper: new Grepper(),
    shelf,
    archiveTimes: readArchiveTimes(options),
    publicBase: (cdnBaseUrl ?? address).replace(/\/+$/, ''),
    agentOf: (caller) => agentId ?? nameOf(caller),
  };
}

async function openBoth(options: OptionValues, root: string, log: Log) {
  const file = journalFile(root, options.databaseUrl);
  try {
    const opened = await openStorage(options, root, log);
    // Loaded only now: to list the tools, nobody needs a database.
    const { openSqliteJournal } = await import('./journal/sqlite.ts');
    return { ...opened, journal: await openSqliteJournal(file, { storageBackend: opened.storage.kind }) };
  } catch (error) {
    if (!(error instanceof StorageFailure || error instanceof JournalFailure)) throw error;
    throw new ConfigurationFailure(
      `The library cannot be opened. ${error.message} Or name another folder with --root.`,
    );
  }
}

/** Writes what is waiting, and lets go of everything. */
export async function closeBooks({ audit, grepper, library }: BooksWorld): Promise<void> {
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
