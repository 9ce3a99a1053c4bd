import { ReadOnlyArchiveStore } from '../../engines/library/archive/read-only-store.ts';
import { AuditTrail } from '../../engines/library/commit/audit-trail.ts';
import { Library, type LibraryHooks } from '../../engines/library/commit/library.ts';
import { Sweeper } from '../../engines/library/commit/sweeper.ts';
import { TextSearch } from '../../engines/library/fulltext/text-search.ts';
import type { JournalOptions } from '../../engines/library/journal/backend.ts';
import { type Journal, JournalFailure } from '../../engines/library/journal/journal.ts';
import { openJournal } from '../../engines/library/journal/open.ts';
import { ChainVerdicts } from '../../engines/library/maintenance/chain-verdict.ts';
import { ChainWatch } from '../../engines/library/maintenance/chain-watch.ts';
import { FactsReader } from '../../engines/library/markdown/lesson-facts.ts';
import { MarkdownParser } from '../../engines/library/markdown/markdown-parser.ts';
import { ARCHIVES, cdnUrl } from '../../engines/library/model/files.ts';
import { Grepper } from '../../engines/library/search/grep.ts';
import { Texts } from '../../engines/library/search/texts.ts';
import { type Storage, StorageFailure } from '../../engines/library/storage/storage.ts';
import { runWhenIdle } from '../../kernel/idle.ts';
import type { HostServices, OptionValues } from '../../kernel/toolset.ts';
import { ConfigurationFailure, DataFolderFailure } from '../../lib/failures.ts';
import type { Log } from '../../lib/log.ts';
import { agentNames } from './book-tool.ts';
import { settingFacts } from './facts.ts';
import { LessonCache } from './lesson-cache.ts';
import { BooksMeters } from './meters.ts';
import { openStorage, refuseMissing } from './open-storage.ts';
import { type BooksSettings, readSettings } from './settings/settings.ts';
import { Uploads } from './uploads.ts';
import type { BooksWorld } from './world.ts';

export interface Opening extends LibraryHooks, Pick<JournalOptions, 'now' | 'leaseMs' | 'sealing' | 'quotas'> {
  /** Settle what a crash has left behind (default: true); commands that only look leave it alone. */
  readonly settle?: boolean;
  /** Make a library where there is none (default: true); commands about one that should be there do not. */
  readonly create?: boolean;
  readonly services?: HostServices | undefined;
}

/** Opens a library as the options say. */
export async function openBooks(
  options: OptionValues,
  log: Log,
  { settle = true, create = true, services: { metrics, downloadUrl, uploadUrl } = {}, ...hooks }: Opening = {},
): Promise<BooksWorld> {
  const settings = readSettings(options);
  const { agentId, archiveTimes, cdnBaseUrl, deleteScope, maxUploadBytes, maxAssetBytes } = settings;
  if (!create && settings.storage === 'folder') await refuseMissing(settings.root, '--root');
  const meters = new BooksMeters(metrics);
  const { archives, address, readOnly = false, ...opened } = await openBoth(settings, log, hooks);
  const { storage, journal } = metrics ? meters.around(opened) : opened;
  const library = new Library(storage, journal, log, { ...hooks, readOnly });
  const settles = settle && !readOnly;
  if (readOnly) log.info?.({}, 'the library is on a read-only file system: calls leave no entry in the audit log');
  const settled = settles ? await orExplained(settings, () => library.recovery.settleAll()) : 0;
  if (settled > 0) log.warn({ settled }, 'changes that a crash had interrupted were settled');
  const grepper = new Grepper();
  const markdown = new MarkdownParser();
  // Should it fail, a search will say why.
  runWhenIdle([() => grepper.rehearse().catch(() => {})]);
  const publicBase = (cdnBaseUrl ?? address).replace(/\/+$/, '');
  return {
    library,
    lessons: new LessonCache(library),
    meters,
    ...(metrics && { chainWatch: new ChainWatch(journal, log) }),
    sweeper: settles ? new Sweeper(library.recovery, journal.holdMs / LOOKS, log) : undefined,
    audit: new AuditTrail(journal, log),
    chains: new ChainVerdicts(journal),
    texts: new Texts(storage),
    grepper,
    textSearch: new TextSearch(library, markdown),
    markdown,
    lessonFacts: new FactsReader(library, markdown),
    archives,
    archiveTimes,
    settingFacts: settingFacts(settings),
    check: () => probe(opened.storage, opened.journal, readOnly),
    maxUploadBytes,
    uploads: new Uploads({
      address: uploadUrl,
      maxBytes: maxAssetBytes,
      validSeconds: archiveTimes.validSeconds,
      readOnly: settings.readOnly,
    }),
    deleteScope,
    assetUrl: (key) =>
      (cdnBaseUrl === undefined ? downloadUrl?.(key, assetExpiry()) : undefined) ?? cdnUrl(publicBase, key),
    archiveUrl: (key, expires) => {
      const name = key.slice(ARCHIVES.length);
      const served = archives.addressOf?.(name, expires) ?? downloadUrl?.(name, expires);
      return served ?? archives.fileAddressOf?.(name) ?? cdnUrl(publicBase, key);
    },
    agentOf: agentNames(agentId),
  };
}

function openBoth(settings: BooksSettings, log: Log, hooks: JournalOptions) {
  return orExplained(settings, async () => {
    const { root, databaseUrl, auditKeys: keys, readOnly } = settings;
    const opened = await openStorage(settings, log);
    if (keys === undefined) log.info?.({}, NO_KEY);
    const journal = await openJournal(root, databaseUrl, {
      ...hooks,
      keys,
      storageBackend: opened.storage.kind,
      readOnly,
    });
    return {
      ...opened,
      journal,
      archives: readOnly ? new ReadOnlyArchiveStore(opened.archives) : opened.archives,
    };
  });
}

const NO_KEY =
  'the audit log is not sealed with a key: give all servers the same with QUARTET_AUDIT_KEY or --audit-key-file';

/** Says in one line, to the person who started the program, what keeps a library from being opened. */
async function orExplained<Result>(settings: BooksSettings, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StorageFailure || error instanceof JournalFailure)) throw error;
    const sentence = `The library cannot be opened. ${error.message}`;
    if (/--database-url|audit|--read-only/.test(error.message)) throw new ConfigurationFailure(sentence);
    const { root, isInDataFolder } = settings;
    const Failure = isInDataFolder ? DataFolderFailure : ConfigurationFailure;
    throw new Failure(`${sentence} Or name another folder than ${root} with --root (QUARTET_BOOKS_ROOT).`);
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
async function probe(storage: Storage, journal: Journal, readOnly: boolean): Promise<void> {
  if (!readOnly) await storage.discard(await storage.stage(Buffer.from('probe')));
  await journal.books();
}

/** Writes what is waiting, and lets go of everything. */
export async function closeBooks({
  audit,
  grepper,
  markdown,
  library,
  chainWatch,
  sweeper,
  archives,
  uploads,
}: BooksWorld): Promise<void> {
  await uploads.close();
  await chainWatch?.stop();
  await sweeper?.close();
  await audit.close();
  await grepper.close();
  await markdown.close();
  await archives.close?.();
  await library.close();
}
