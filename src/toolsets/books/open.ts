import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';
import { ConfigurationFailure } from '../../kernel/errors.ts';
import { whileNobodyWaits } from '../../kernel/idle.ts';
import type { Log } from '../../kernel/log.ts';
import type { Caller } from '../../kernel/tool.ts';
import type { OptionValues, Surroundings } from '../../kernel/toolset.ts';
import { readArchiveTimes } from './archive/times.ts';
import { AuditTrail } from './audit-trail.ts';
import { ChainWatch } from './chain-watch.ts';
import { type Journal, JournalFailure } from './journal/journal.ts';
import { openJournal } from './journal/open.ts';
import type { JournalOptions } from './journal/queries.ts';
import { type Habits, Library } from './library.ts';
import { BooksMeters } from './meters.ts';
import { openStorage } from './open-storage.ts';
import { ARCHIVES, cdnUrl } from './paths.ts';
import { Readings } from './readings.ts';
import { Grepper } from './search/grep.ts';
import { Texts } from './search/texts.ts';
import { type Storage, StorageFailure } from './storage/storage.ts';
import { Sweeper } from './sweeper.ts';
import type { BooksWorld } from './world.ts';

export interface Opening extends Habits, Pick<JournalOptions, 'now' | 'leaseMs'> {
  /** Settle what a crash has left behind; done unless told, and left alone by who only wants to look. */
  readonly settle?: boolean;
  readonly surroundings?: Surroundings | undefined;
}

/** Opens a library as the options say. */
export async function openBooks(
  options: OptionValues,
  log: Log,
  { settle = true, surroundings: { metrics, downloadUrl } = {}, ...habits }: Opening = {},
): Promise<BooksWorld> {
  const agentId = checkedAgent(options.agentId);
  const root = resolve(options.root ?? defaultRoot(options.dataHome));
  const archiveTimes = readArchiveTimes(options);
  const meters = new BooksMeters(metrics);
  const { shelf, address, ...opened } = await openBoth(options, root, log, habits);
  const { storage, journal } = metrics ? meters.around(opened) : opened;
  const library = new Library(storage, journal, log, habits);
  const settled = settle ? await library.recovery.settleAll() : 0;
  if (settled > 0) log.warn({ settled }, 'changes that a crash had interrupted were settled');
  const grepper = new Grepper();
  // Should it fail, a search will say why.
  whileNobodyWaits([() => grepper.rehearse().catch(() => {})]);
  const { cdnBaseUrl } = options;
  const publicBase = (cdnBaseUrl ?? address).replace(/\/+$/, '');
  return {
    library,
    readings: new Readings(library),
    meters,
    ...(metrics && { chainWatch: new ChainWatch(journal, log) }),
    sweeper: settle ? new Sweeper(library.recovery, journal.holdMs / LOOKS, log) : undefined,
    audit: new AuditTrail(journal, log),
    texts: new Texts(storage),
    grepper,
    shelf,
    archiveTimes,
    check: () => probe(opened.storage, opened.journal),
    deleteScope: options.deleteScope ?? 'fs:write',
    assetUrl: (key) =>
      (cdnBaseUrl === undefined ? downloadUrl?.(key, assetExpiry()) : undefined) ?? cdnUrl(publicBase, key),
    archiveUrl: (key, expires) => {
      const name = key.slice(ARCHIVES.length);
      return shelf.addressOf?.(name, expires) ?? downloadUrl?.(name, expires) ?? cdnUrl(publicBase, key);
    },
    agentOf: (caller) => caller.subject ?? agentId ?? nameOf(caller),
  };
}

async function openBoth(options: OptionValues, root: string, log: Log, habits: JournalOptions) {
  try {
    const opened = await openStorage(options, root, log);
    const told = { ...habits, storageBackend: opened.storage.kind };
    return { ...opened, journal: await openJournal(root, options.databaseUrl, told) };
  } catch (error) {
    if (!(error instanceof StorageFailure || error instanceof JournalFailure)) throw error;
    const otherwise = /--database-url/.test(error.message) ? '' : ' Or name another folder with --root.';
    throw new ConfigurationFailure(`The library cannot be opened. ${error.message}${otherwise}`);
  }
}

/** By the hour, so that an asset keeps its address for a while and a browser its copy. */
function assetExpiry(): Date {
  return new Date((Math.floor(Date.now() / HOUR_MS) + 2) * HOUR_MS);
}

const HOUR_MS = 3_600_000;

/** How often others look while a change is its owner's: what a dead one has left does not wait long, and settles within its lease. */
const LOOKS = 8;

/** Throws when the storage cannot be written or the journal not be read; leaves nothing behind. */
async function probe(storage: Storage, journal: Journal): Promise<void> {
  await storage.discard(await storage.stage(Buffer.from('probe')));
  await journal.books();
}

/** Writes what is waiting, and lets go of everything. */
export async function closeBooks({ audit, grepper, library, chainWatch, sweeper }: BooksWorld): Promise<void> {
  await chainWatch?.stop();
  await sweeper?.close();
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
