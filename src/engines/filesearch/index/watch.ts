import { lstatSync, readFileSync, statfsSync, statSync, watch } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf } from '../../../lib/errno.ts';
import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { Directory } from './entries.ts';
import type { Tree } from './tree.ts';

// File systems whose every change passes this kernel: ext, XFS, Btrfs, tmpfs, ramfs, overlayfs, F2FS, ZFS, bcachefs, FAT, exFAT, NTFS.
const LOCAL = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x858458f6, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x4d44,
  0x2011bab0, 0x7366746e,
]);

/** Whether changes can be followed here: only where events are there as soon as the change is. */
export const canWatch = process.platform === 'linux';

/** The scope cannot be watched: too many directories, or a file system that does not tell. */
export class Unwatchable extends Error {
  override readonly name = 'Unwatchable';
}

/** Keeps a tree up to date by the kernel's events: one watch a directory, and an event means to list the directory again. */
export class Watch {
  readonly #tree: Tree;
  readonly #overflow: OverflowDetector;
  readonly #most: number;
  readonly #changed = new Map<Directory, Set<string>>();
  readonly #unwatched = new Set<Directory>();
  readonly #devices = new Set<number>();
  readonly #onError = () => {
    this.#broken = true;
  };
  #identity = '';
  #watches = 0;
  #losses = 0;
  #broken = false;

  constructor(tree: Tree, overflow: OverflowDetector, mostDirectories: number) {
    this.#tree = tree;
    this.#overflow = overflow;
    this.#most = mostDirectories;
  }

  /** Watches every directory, each before it is listed, so that no change falls between. */
  async start(budget: TimeBudget): Promise<void> {
    const { root } = this.#tree;
    this.#identity = identityOf(root);
    this.#losses = this.#overflow.losses;
    this.#broken = false;
    this.#watches = 0;
    this.#changed.clear();
    this.#unwatched.clear();
    try {
      await this.#tree.refresh(root, budget, (directory) => this.#add(directory));
    } catch (error) {
      this.#broken = true;
      throw error;
    }
  }

  /** Brings the tree up to date with every change made before the call. */
  async catchUp(budget: TimeBudget): Promise<void> {
    // The kernel queues an event before the call that caused it returns; two turns hold one whole reading of the queue.
    await nextTurn();
    await nextTurn();
    if (this.#broken || this.#overflow.losses !== this.#losses || identityOf(this.#tree.root) !== this.#identity) {
      return this.start(budget);
    }
    this.#lookAtWhatIsNotTold();
    const batch = [...this.#changed];
    this.#changed.clear();
    for (let next = batch.shift(); next; next = batch.shift()) {
      try {
        await this.#update(...next, budget);
      } catch (error) {
        for (const [directory, names] of [next, ...batch]) for (const name of names) this.#note(directory, name);
        throw error;
      }
    }
  }

  async #update(directory: Directory, names: Set<string>, budget: TimeBudget): Promise<void> {
    if (directory.state === 'gone' && directory !== this.#tree.root) return;
    await this.#tree.relist(directory, budget, names);
    for (const child of directory.directories) {
      if (child.watcher && !names.has(child.name)) continue;
      await this.#tree.refresh(child, budget, (below) => this.#add(below));
    }
  }

  #add(directory: Directory): void {
    if (!directory.watcher && ++this.#watches > this.#most) throw new Unwatchable();
    this.#tree.unwatch(directory);
    try {
      this.#checkDevice(directory.path);
      directory.watcher = watch(directory.path, { persistent: false }, (_, name) => {
        this.#overflow.count();
        this.#note(directory, name ?? '');
      }).on('error', this.#onError);
    } catch (error) {
      const code = codeOf(error);
      if (code === '' || code === 'ENOSPC' || code === 'EMFILE' || code === 'ENFILE') throw new Unwatchable();
      // What has gone is told by the directory above; anything else is tried again each time.
      if (!directory.parent) this.#broken = true;
      else if (code !== 'ENOENT') this.#unwatched.add(directory);
    }
  }

  // A directory that cannot be read has no watch, and a file with a second name can change under that name.
  #lookAtWhatIsNotTold(): void {
    for (const { parent, name } of this.#unwatched) if (parent) this.#note(parent, name);
    this.#unwatched.clear();
    for (const entry of this.#tree.linked) {
      const stats = lstatSync(entry.path, { throwIfNoEntry: false });
      if (!stats || !entry.isStill(stats)) this.#note(entry.directory, entry.name);
    }
  }

  #note(directory: Directory, name: string): void {
    const names = this.#changed.get(directory);
    if (names) names.add(name);
    else this.#changed.set(directory, new Set([name]));
  }

  #checkDevice(path: string): void {
    const { dev } = statSync(path);
    if (this.#devices.has(dev)) return;
    if (!LOCAL.has(statfsSync(path).type)) throw new Unwatchable();
    this.#devices.add(dev);
  }
}

function identityOf({ path }: Directory): string {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats ? `${stats.dev} ${stats.ino} ${stats.birthtimeMs}` : 'gone';
}

const USUAL_WATCHES = 30_000;

/** How many directories one of several threads may watch: together as a rule half of what the system allows a user. */
export function mostWatches(threads: number, allowed = kernelLimit('max_user_watches') ?? 0): number {
  return Math.max(USUAL_WATCHES, Math.floor(allowed / 2 / threads));
}

const USUAL_QUEUE = 16_384;

/**
 * Notices when the kernel may have lost events. Node hides the kernel's own word for it, but a full queue is always read in one turn
 * of the event loop, so a turn with very many events, or one that ended very many watches, is taken for a loss.
 */
export class OverflowDetector {
  readonly #limit: number;
  #events = 0;
  #lost = 0;

  constructor(limit = queueLimit() / 4) {
    this.#limit = limit;
  }

  /** How often events may have been lost. */
  get losses(): number {
    return this.#events >= this.#limit ? this.#lost + 1 : this.#lost;
  }

  count(): void {
    if (this.#events++ > 0) return;
    setImmediate(() => {
      this.#lost = this.losses;
      this.#events = 0;
    });
  }
}

function queueLimit(): number {
  return kernelLimit('max_queued_events') ?? USUAL_QUEUE;
}

function kernelLimit(name: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
