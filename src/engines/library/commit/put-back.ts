import type { World } from '../../../lib/world.ts';
import type { Decision, FileRow, Intent, Journal, Recorded, Writer } from '../journal/journal.ts';
import { hasHistory } from '../journal/version-journal.ts';
import { BookFailure } from '../model/failures.ts';
import type { FileKey } from '../model/file-key.ts';
import { keyOf } from '../model/files.ts';
import { NoFolder, type ObjectInfo, type Storage, StorageFailure } from '../storage/storage.ts';
import { type Leases, lost } from './contention.ts';
import { type ExclusiveWork, exclusively } from './exclusively.ts';
import { fingerprintOf } from './fingerprint.ts';
import { type FoundContent, foundContent } from './found-content.ts';
import type { Versions } from './versions.ts';

interface Context {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly versions: Versions;
}

/** Where a change is settled that its owner in the journal has claimed. */
interface ClaimedContext extends Context {
  readonly leases: Pick<Leases, 'owner'>;
}

/** Who puts back what a power cut has taken. */
interface Keeper extends Context {
  readonly writer: Writer;
  readonly world: Pick<World, 'uuid' | 'sleep'>;
  /** Settles a change that nobody carries out any more; false when somebody does. */
  settle(intent: Intent): Promise<boolean>;
}

const TRIES = 3;
const AGAIN_AFTER_MS = 50;

/** Lets a file hold again what the journal knows, if it is gone or damaged; false when it is whole, or somebody has changed it. */
export async function putBack(
  keeper: Keeper,
  file: FileKey,
  isDamaged: (found: ObjectInfo, row: FileRow) => boolean,
): Promise<boolean> {
  const { storage, journal } = keeper;
  const key = keyOf(file);
  for (let tries = 1; ; tries++) {
    const row = await journal.get(file);
    if (row === undefined) return false;
    const [found, info] = [await fingerprintOf(storage, key), await storage.stat(key)];
    if (found?.sha256 === row.sha256) return false;
    if (info && (info.version !== found?.version || !isDamaged(info, row))) return false;
    try {
      const decision = await published(keeper, row, info?.version ?? null);
      if (decision.kind !== 'busy') return decision.kind === 'begun';
      // What a dead process has begun is ended first: a file that comes back while others end it would undo what they record.
      if (!(await keeper.settle(decision.intent)))
        throw new StorageFailure('Somebody else is changing this file.', true);
    } catch (error) {
      // No power cut makes a file of a folder.
      if (error instanceof NoFolder) return false;
      if (!(error instanceof StorageFailure && error.retryable) || tries === TRIES) throw error;
      await keeper.world.sleep(AGAIN_AFTER_MS);
    }
  }
}

async function published(keeper: Keeper, row: FileRow, replaces: string | null): Promise<Decision> {
  const { storage, journal, versions, writer, world } = keeper;
  const staged = await storage.stage(await versions.read(row, row));
  let version = '';
  const work = { ...row, id: world.uuid(), owner: writer.owner, staged };
  const decision = await exclusively(journal, work, async () => {
    version = (await publishedOrDiscarded(storage, staged, keyOf(row), replaces)).version;
  });
  if (decision.kind === 'begun') await journal.adopt({ ...row, version }, row.sha256);
  else await storage.discard(staged);
  return decision;
}

/** What has no folder any more is not needed either. */
async function publishedOrDiscarded(storage: Storage, staged: string, key: string, replaces: string | null) {
  try {
    return await storage.publish(staged, key, replaces);
  } catch (error) {
    if (error instanceof NoFolder) await storage.discard(staged);
    throw error;
  }
}

/**
 * Publishes the bytes of a change once more whose file is neither as before nor as written, though nobody has touched it since the change began: a power cut came before the
 * bytes were on the disk as a file. Undefined when it was not that.
 */
async function publishedAgain(
  { storage, versions, journal, leases }: ClaimedContext,
  { id, newHash, oldHash, size, startedAt, ...file }: Intent,
): Promise<FoundContent | undefined> {
  const key = keyOf(file);
  const info = await storage.stat(key);
  const isDamaged = info === undefined ? oldHash !== null : info.modifiedAt <= new Date(startedAt);
  if (storage.unsynced === undefined || newHash === null || !hasHistory(file) || !isDamaged) return undefined;
  const bytes = await versions.read(file, { sha256: newHash, size }).catch(unlessLost);
  if (bytes === undefined) return undefined;
  const staged = await storage.stage(bytes);
  // From here on, whoever settles the change instead discards these bytes first, so that they cannot be published behind their back.
  if (!(await journal.claim(id, leases.owner, leases.owner, 'always', staged))) {
    await storage.discard(staged);
    throw lost();
  }
  try {
    const { version } = await publishedOrDiscarded(storage, staged, key, info?.version ?? null);
    return { hash: newHash, version };
  } catch (error) {
    if (error instanceof NoFolder) return undefined;
    throw error;
  }
}

/** What is in storage where a change was to happen; what a power cut has made of it is put right first. */
export async function wholeContent(context: ClaimedContext, intent: Intent): Promise<FoundContent> {
  const found = await foundContent(context.storage, context.journal, intent);
  if (found.hash === intent.newHash || found.hash === intent.oldHash) return found;
  return (await publishedAgain(context, intent)) ?? found;
}

/** What was published or removed before a crash may not be on the disk, and the bytes that it has may not be known as a version yet. */
export async function madeDurable({ storage, versions }: Context, { newHash, ...file }: Intent): Promise<Recorded> {
  const key = keyOf(file);
  await storage.unsynced?.sync([key]);
  if (newHash === null || !hasHistory(file)) return {};
  const found = await fingerprintOf(storage, key);
  return { objects: await versions.keepFound(file, newHash, found?.sha256 === newHash ? found.bytes : undefined) };
}

/** Publishes staged bytes where the journal misses them, unless somebody else is at work there; gives why not. */
export async function putBackStaged(
  { storage, journal, leases }: Pick<Context, 'storage' | 'journal'> & { readonly leases: Leases },
  work: ExclusiveWork & { readonly staged: string },
): Promise<Decision> {
  const key = keyOf(work);
  const publish = async () => {
    await leases.hold(work.id);
    const { version } = await storage.publish(work.staged, key, null);
    // A bucket takes bytes that are in memory, although whoever has settled the work since has discarded them: where the file was deleted, they go again.
    if ((await journal.outcome(work.id)) === 'pending' || (await journal.get(work)) !== undefined) return;
    await storage.remove(key, version).catch(unlessStorage);
  };
  return await leases.during(work.id, () => exclusively(journal, work, publish));
}

/** Takes the staged bytes of a change away from whoever may still publish them. What was to be put back may be all that is left of it. */
export async function takeStaged(storage: Storage, { oldHash, newHash, ...file }: Intent, staged: string) {
  const key = keyOf(file);
  const isMissing = oldHash === newHash && (await storage.stat(key)) === undefined;
  if (isMissing) await storage.publish(staged, key, null).catch(unlessStorage);
  else await storage.discard(staged);
}

/** For what is left to others when storage refuses. */
export function unlessStorage(error: unknown): void {
  if (!(error instanceof StorageFailure)) throw error;
}

function unlessLost(error: unknown): undefined {
  if (!(error instanceof BookFailure)) throw error;
}
