import { type Dirent, existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { isAbsence } from '../../../lib/errno.ts';
import { Folder } from '../../../lib/in-place.ts';
import type { TimeBudget } from '../../../lib/time-budget.ts';
import { isGuarded, isHiddenName, isSecretPlace } from '../guarded-places.ts';
import { WalkQueue } from './walk-queue.ts';

/** A file that a walk has found to be wanted. */
interface WalkedFile {
  readonly path: string;
  readonly modifiedMs: number;
}

interface WalkOptions {
  readonly shard: Shard;
  readonly exclusions: Exclusions;
  readonly budget: TimeBudget;
  /** The directories that are left, if other threads take some of them; all files of a directory are then for who takes it. */
  readonly queue?: WalkQueue | undefined;
  /** Whether a file is wanted as far as its name tells; 'unreadable' counts as skipped. */
  wants(prefix: string, name: string, folder: Folder): boolean | 'unreadable';
  /** Told of each folder when all files in it have been looked at. */
  onLeave?(folder: Folder): void;
  /** Whether it is wanted at its age and size. */
  wantsStats(modifiedMs: number, size: number): boolean;
}

/** A walk that keeps nothing: the quickest way to one answer. It can be ended at any time with what it has found so far. */
export class LiveWalk {
  readonly #options: WalkOptions;
  readonly found: WalkedFile[] = [];
  scanned = 0;
  skipped = 0;

  constructor(options: WalkOptions) {
    this.#options = options;
  }

  async run(scope: string): Promise<void> {
    const { budget, queue = new WalkQueue(scope) } = this.#options;
    for (;;) {
      if (budget.due()) await budget.turn();
      const path = queue.take();
      if (path !== undefined) {
        queue.add(await this.#enter(path, path === scope));
        queue.visited();
      } else if (queue.isDone) return;
      else queue.wait();
    }
  }

  /** Looks at a directory; returns those in it. */
  async #enter(path: string, isScope: boolean): Promise<readonly string[]> {
    const folder = hold(path);
    try {
      const below = typeof folder === 'string' ? folder : await this.#visit(folder, path, isScope);
      if (typeof below !== 'string') return below;
      if ((below === 'unreadable' || isScope) && owns(basename(path), this.#options.shard)) this.skipped++;
      return [];
    } finally {
      if (typeof folder !== 'string') folder.close();
    }
  }

  /** Looks at the files of a directory; returns the directories in it. */
  async #visit(folder: Folder, path: string, isScope: boolean): Promise<string[] | 'unreadable' | 'gone'> {
    const { shard, exclusions } = this.#options;
    const prefix = path.endsWith(sep) ? path : path + sep;
    const listing = list(folder, prefix, basename(path), isScope, exclusions);
    if (typeof listing === 'string') return listing;
    for (const unspeakable of listing.unspeakable) if (owns(unspeakable, shard)) this.skipped++;
    await this.#files(folder, prefix, listing.files);
    this.#options.onLeave?.(folder);
    return listing.directories.map((name) => prefix + name);
  }

  async #files(folder: Folder, prefix: string, names: readonly string[]): Promise<void> {
    const { shard, budget, wants } = this.#options;
    const wanted: string[] = [];
    for (const name of names) {
      if (!owns(name, shard)) continue;
      if ((++this.scanned & 7) === 0 && budget.due()) await budget.turn();
      const isWanted = wants(prefix, name, folder);
      if (isWanted === 'unreadable') this.skipped++;
      else if (isWanted) wanted.push(name);
    }
    if (wanted.length === 0) return;
    const [found, skipped] = [this.found.length, this.skipped];
    await this.#note(prefix, prefix, wanted);
    if (folder.isInPlace()) return;
    // The path may have led to another folder; what is held is the one that was listed, and takes longer to ask.
    this.found.length = found;
    this.skipped = skipped;
    await this.#note(folder.way, prefix, wanted);
  }

  async #note(way: string, prefix: string, names: readonly string[]): Promise<void> {
    const { budget, wantsStats } = this.#options;
    for (const name of names) {
      if (budget.due()) await budget.turn();
      try {
        const stats = lstatSync(way + name, { throwIfNoEntry: false });
        if (stats?.isFile() && wantsStats(stats.mtimeMs, stats.size))
          this.found.push({ path: prefix + name, modifiedMs: stats.mtimeMs });
      } catch {
        this.skipped++;
      }
    }
  }
}

/** The part of a directory that a search looks at. */
export interface Listing {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  /** Names that are no valid UTF-8, which cannot be asked for again. */
  readonly unspeakable: readonly string[];
  /** A name inside says that the directory is not to be searched. */
  readonly excluded: boolean;
}

const NOTHING: Listing = { files: [], directories: [], unspeakable: [], excluded: true };

/** Holds a directory to list it and to look at its entries; to be closed. */
export function hold(path: string): Folder | 'unreadable' | 'gone' {
  try {
    return Folder.open(path);
  } catch (error) {
    return whyNot(error);
  }
}

/** Lists a directory; `prefix` is its path with a separator at the end. Links and special files are not in it. */
export function list(
  folder: Folder,
  prefix: string,
  name: string,
  isScope: boolean,
  exclusions: Exclusions,
): Listing | 'unreadable' | 'gone' {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder.way, { withFileTypes: true });
    folder.check();
  } catch (error) {
    return whyNot(error);
  }
  const isMarked = (marker: string) => isExclusionMarker(marker, name, exclusions);
  if (!isScope && MARKERS.some((marker) => isMarked(marker) && entries.some((entry) => entry.name === marker)))
    return NOTHING;
  return sortOut(folder.way, prefix, entries, exclusions);
}

function whyNot(error: unknown): 'unreadable' | 'gone' {
  return isAbsence(error) ? 'gone' : 'unreadable';
}

function sortOut(way: string, prefix: string, entries: readonly Dirent[], exclusions: Exclusions): Listing {
  const files: string[] = [];
  const directories: string[] = [];
  const unspeakable: string[] = [];
  const hasSibling = (name: string) => entries.some((entry) => entry.name === name);
  const isLeftOut = (name: string) => isExcludedDirectory(name, hasSibling, exclusions) || isSecretPlace(prefix, name);
  for (const entry of entries) {
    const { name } = entry;
    if (isHiddenName(name)) continue;
    if (name.includes('\ufffd') && !exists(way + name)) unspeakable.push(name);
    else if (entry.isFile()) files.push(name);
    else if (entry.isDirectory() && !isLeftOut(name)) directories.push(name);
  }
  return { files, directories, unspeakable, excluded: false };
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What is left out below a scope: always what Spotlight leaves out and what may hold secrets, and unless `all` what is made by tools. */
export interface Exclusions {
  readonly all: boolean;
}

const MADE_BY_TOOLS = new Set(['node_modules', '__pycache__']);
const MARKERS = ['.metadata_never_index', 'pyvenv.cfg'];

/** Tells for a path below a scope whether a search looks at it, as a walk from the scope would. */
export function exclusionOf(exclusions: Exclusions): (path: string, scope: string) => boolean {
  return (path, scope) => {
    if (isGuarded(path, scope)) return false;
    const names = relative(scope, path).split(sep);
    let directory = scope;
    for (const name of names.slice(0, -1)) {
      const beside = directory;
      if (isExcludedDirectory(name, (sibling) => existsSync(join(beside, sibling)), exclusions)) return false;
      const inside = join(directory, name);
      if (MARKERS.some((marker) => isExclusionMarker(marker, name, exclusions) && existsSync(join(inside, marker))))
        return false;
      directory = inside;
    }
    return true;
  };
}

/** Whether a directory is left out, given the names beside it. */
function isExcludedDirectory(name: string, hasSibling: (name: string) => boolean, { all }: Exclusions): boolean {
  if (name.endsWith('.noindex')) return true;
  if (all) return false;
  return MADE_BY_TOOLS.has(name) || (name === 'target' && hasSibling('Cargo.toml'));
}

/** Whether a directory is left out because of a name inside it. */
function isExclusionMarker(name: string, directory: string, { all }: Exclusions): boolean {
  return name === '.metadata_never_index' || (!all && name === 'pyvenv.cfg' && directory === 'venv');
}

/** Which files of a scope a worker looks at: every name belongs to exactly one of them. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Whether a file, or the counting of a directory, is this worker's. */
export function owns(name: string, { index, count }: Shard): boolean {
  if (count === 1) return true;
  let hash = name.length;
  for (let at = 0; at < name.length; at++) hash = (Math.imul(hash, 31) + name.charCodeAt(at)) | 0;
  hash ^= hash >>> 15;
  return (hash >>> 0) % count === index;
}
