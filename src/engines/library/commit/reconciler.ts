import { inParallel } from '../../../lib/in-parallel.ts';
import { Turns } from '../../../lib/turns.ts';
import type { World } from '../../../lib/world.ts';
import type { Journal } from '../journal/journal.ts';
import type { FileKey } from '../model/file-key.ts';
import type { FileRef } from '../model/files.ts';
import { bookPrefix, contentPrefix, keyOf, placeOf, staticPrefix } from '../model/files.ts';
import { type BookId, type Owner } from '../model/names.ts';
import { HiddenFiles, isSeenIn } from '../storage/hidden-files.ts';
import { ListedChanges, listedFolder } from '../storage/listed-changes.ts';
import {
  type ChangedFolder,
  type ChangeFeed,
  type ObjectInfo,
  type Storage,
  StorageFailure,
} from '../storage/storage.ts';
import type { Recovery } from './recovery.ts';

/** A part of a book that is looked after together: its lessons, its assets, or the lessons of one user. */
export interface Area {
  readonly bookId: BookId;
  readonly userId: Owner;
  readonly folder: 'content/' | 'static/';
}

/** A file or folder of which the journal cannot tell because it cannot be read. */
export interface UnreadableFile {
  readonly path: string;
  readonly userId: Owner;
  readonly error: string;
}

/** What is known of an area besides what the journal knows. */
interface Watched {
  readonly area: Area;
  readonly prefix: string;
  readonly feed: ChangeFeed;
  /** Files that had vanished before this process has seen them: a folder that is not mounted must not look like a deletion. */
  missing: Set<string> | undefined;
  /** Files that may have changed again without a new version. */
  readonly fresh: Set<string>;
  /** Files that could not be taken in, by path, with the reason. */
  readonly unreadable: Map<string, string>;
  readonly hidden: HiddenFiles;
  /** A caller waits for the callers before it. */
  tail: Promise<void>;
  lookedThrough: number;
  lookingThrough: boolean;
}

/** Where each file travels. */
const AT_ONCE = 16;
/** Lessons are kept for their history and share their trips to the disk; assets may be large. */
const ON_DISK_AT_ONCE = { 'content/': 8, 'static/': 1 };
const MOST_AREAS = 1000;
/** How often everything is looked at although the storage tells of changes: it may have missed one. */
const LOOK_THROUGH_EVERY_MS = 60_000;

/** Lets the journal tell what is in storage, also what was changed there by hand while this process runs. */
export class Reconciler {
  readonly #areas = new Map<string, Watched>();
  readonly #turns = new Turns();
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    private readonly storage: Storage,
    private readonly journal: Journal,
    private readonly recovery: Recovery,
    private readonly world: World,
  ) {}

  /**
   * Takes in what others have changed in an area before this call, or a second before where the storage does not tell of
   * it. Gives the paths of files that cannot be read, with the reason.
   */
  async reconcile(area: Area): Promise<ReadonlyMap<string, string>> {
    this.#closing.signal.throwIfAborted();
    const watched = this.#watched(area);
    const done = this.#untilClosed(watched.tail.then(() => this.#takeInChanges(watched)));
    watched.tail = done.catch(() => {});
    await done;
    if (this.world.monotonic() - watched.lookedThrough > LOOK_THROUGH_EVERY_MS) {
      void this.#untilClosed(this.#lookThrough(watched));
    }
    return new Map([...watched.unreadable, ...watched.hidden.errors, ...this.#setAside(area)]);
  }

  /** Files whose last change is not known, because it could not be settled. */
  #setAside(area: Area): [string, string][] {
    const here = this.recovery.setAside.filter(({ intent }) => isWithin(area, intent));
    const passing = here.find(({ failure }) => failure.retryable);
    if (passing) throw passing.failure;
    return here.map(({ intent, failure }) => [intent.path, failure.message]);
  }

  /** Ends what runs after the file it is at: the journal is not closed under it, and nobody waits for thousands of files. */
  async close(): Promise<void> {
    this.#closing.abort(new StorageFailure('The library is being closed. Try again when it is open.', true));
    await Promise.allSettled(this.#running);
    for (const { feed } of this.#areas.values()) feed.close();
    this.#areas.clear();
  }

  #untilClosed(work: Promise<void>): Promise<void> {
    this.#running.add(work);
    const forget = () => void this.#running.delete(work);
    work.then(forget, forget);
    return work;
  }

  #watched(area: Area): Watched {
    const prefix = prefixOf(area);
    const known = this.#areas.get(prefix);
    this.#areas.delete(prefix);
    const watched = known ?? {
      area,
      prefix,
      feed: this.storage.changes?.(prefix) ?? new ListedChanges(this.storage, prefix, this.world),
      missing: undefined,
      fresh: new Set<string>(),
      unreadable: new Map<string, string>(),
      hidden: new HiddenFiles(),
      tail: Promise.resolve(),
      lookedThrough: this.world.monotonic(),
      lookingThrough: false,
    };
    this.#areas.set(prefix, watched);
    for (const [oldest, { feed }] of this.#areas) {
      if (this.#areas.size <= MOST_AREAS) break;
      feed.close();
      this.#areas.delete(oldest);
    }
    return watched;
  }

  async #takeInChanges(watched: Watched): Promise<void> {
    try {
      for (const folder of await watched.feed.changed()) await this.#compare(watched, folder);
    } catch (error) {
      watched.feed.restart();
      throw error;
    }
  }

  /** Looks at everything, in the background: a call need not wait for what the storage has probably told. */
  async #lookThrough(watched: Watched): Promise<void> {
    if (watched.lookingThrough) return;
    watched.lookingThrough = true;
    try {
      await this.#compare(watched, await listedFolder(this.storage, watched.prefix));
    } catch {
      // The next caller is told what is wrong.
    } finally {
      watched.lookedThrough = this.world.monotonic();
      watched.lookingThrough = false;
    }
  }

  async #compare(watched: Watched, folder: ChangedFolder): Promise<void> {
    const versions = await this.#versionsOf(watched.area, folder);
    const suspects: { place: FileKey; info?: ObjectInfo }[] = [];
    const start = startOf(watched.area);
    const unseen = new Set(watched.unreadable.keys());
    const { signal } = this.#closing;
    for (const info of folder.files) {
      await this.#turns.next();
      signal.throwIfAborted();
      const path = info.key.slice(start);
      const version = versions.get(path);
      versions.delete(path);
      watched.missing?.delete(path);
      const isSuspect = unseen.delete(path) || version !== info.version || info.isFresh;
      if (!isSuspect && !watched.fresh.has(info.key)) continue;
      const place = placeOf(info.key);
      if (place) suspects.push({ place, info });
    }
    for (const path of unseen) if (isSeenIn(folder, start, path)) watched.unreadable.delete(path);
    const vanished = watched.hidden.look(folder, start, [...versions.keys()]);
    if (watched.missing === undefined) watched.missing = new Set(versions.keys());
    else if (vanished.length > 0 && (await this.storage.exists(bookPrefix(watched.area.bookId)))) {
      const { bookId, userId } = watched.area;
      for (const path of vanished) if (!watched.missing.has(path)) suspects.push({ place: { bookId, userId, path } });
    }
    const takeIn = async ({ place, info }: (typeof suspects)[number]) => {
      const file = { ...place, key: keyOf(place) };
      const taken = await this.#takeIn(watched, file);
      if (info?.isFresh) watched.fresh.add(file.key);
      else watched.fresh.delete(file.key);
      if (taken === 'busy' || info?.isFresh) watched.feed.again(file.key);
    };
    await inParallel(suspects, this.storage.remote ? AT_ONCE : ON_DISK_AT_ONCE[watched.area.folder], takeIn, signal);
  }

  /** A file that cannot be read costs only itself: it is asked for again, and known by its error meanwhile. */
  async #takeIn({ unreadable }: Watched, file: FileRef) {
    try {
      const taken = await this.recovery.takeIn(file, await this.journal.get(file));
      unreadable.delete(file.path);
      return taken;
    } catch (error) {
      if (!(error instanceof StorageFailure) || error.retryable) throw error;
      unreadable.set(file.path, error.message);
      return 'busy';
    }
  }

  /** What the journal knows of a folder, without what is in folders that were not looked at. */
  async #versionsOf(area: Area, { prefix, without }: ChangedFolder): Promise<Map<string, string>> {
    const start = startOf(area);
    const versions = await this.journal.versions(area.bookId, area.userId, prefix.slice(start));
    if (without.length === 0) return versions;
    const elsewhere = new Set(without.map((folder) => folder.slice(start)));
    const folderIn = (path: string) => path.slice(0, path.indexOf('/', prefix.length - start) + 1);
    for (const path of versions.keys()) if (elsewhere.has(folderIn(path))) versions.delete(path);
    return versions;
  }
}

function isWithin({ bookId, userId, folder }: Area, file: FileKey): boolean {
  return file.bookId === bookId && file.userId === userId && file.path.startsWith(folder);
}

function prefixOf({ bookId, userId, folder }: Area): string {
  return folder === 'static/' ? staticPrefix(bookId) : contentPrefix(bookId, userId);
}

/** Where in a key the path within the book, or within the user's part of it, begins. */
function startOf(area: Area): number {
  return prefixOf(area).length - area.folder.length;
}
