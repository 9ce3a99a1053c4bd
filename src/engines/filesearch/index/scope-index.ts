import type { TimeBudget } from '../../../lib/time-budget.ts';
import type { Directory } from './entries.ts';
import type { KeptSignatures } from './kept-signatures.ts';
import { Tree, type TreeOptions } from './tree.ts';
import { canWatch, mostWatches, type OverflowDetector, Unwatchable, Watch } from './watch.ts';

// As measured: an entry 64, its name 44, its numbers 32, its places in two lists 20, what searches ask side by side 12.
const BYTES_PER_FILE = 172;
// A directory with its path and lists 280, its watch 620 in JavaScript and 500 outside of it.
const BYTES_PER_DIRECTORY = 1400;

/** A scope that is kept in memory between searches. */
export class ScopeIndex {
  readonly tree: Tree;
  readonly #watch: Watch;
  readonly #waiting = new Map<Directory, Promise<boolean>>();
  #tail: Promise<unknown> = Promise.resolve();
  #isLive = false;
  #isClosed = false;
  #canWatch = canWatch;
  /** A search has been made, so that signatures are of use. */
  wantsSignatures = false;
  /** What an earlier process has left, as long as files are looked at for the first time. */
  kept: KeptSignatures | undefined;
  /** How many signatures no later process would find. */
  unkept = 0;

  constructor(scope: string, options: TreeOptions, overflow: OverflowDetector) {
    this.tree = new Tree(scope, options);
    this.#watch = new Watch(this.tree, overflow, mostWatches(options.shard.count));
  }

  /** Whether events keep it up to date, so that nothing has to be walked. */
  get isLive(): boolean {
    return this.#isLive;
  }

  get canGoLive(): boolean {
    return this.#canWatch && !this.#isLive && !this.#isClosed;
  }

  /** Bytes that files and directories take, signatures apart. */
  get bytes(): number {
    return this.tree.size * BYTES_PER_FILE + this.tree.directories * BYTES_PER_DIRECTORY;
  }

  /** Brings a directory and all below up to date with every change made before the call. */
  async freshen(directory: Directory, budget: TimeBudget): Promise<void> {
    for (;;) {
      const waiting = this.#waiting.get(directory);
      if (!waiting) return this.#enter(directory, budget);
      if (await waiting) return;
      budget.due();
    }
  }

  /** Starts to watch; from then on `freshen` is quick. */
  async goLive(budget: TimeBudget): Promise<void> {
    await this.#locked(async () => {
      if (!this.canGoLive) return;
      try {
        await this.#watch.start(budget);
        this.#isLive = true;
      } catch (error) {
        this.#giveUp(error);
      }
    });
  }

  /** Walks everything once more, for the changes that the kernel does not tell: through a memory map, or a later second name. */
  async recheck(budget: TimeBudget): Promise<void> {
    await this.#locked(() => this.tree.refresh(this.tree.root, budget));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#locked(async () => {
      this.#isLive = false;
      this.tree.clear();
    });
  }

  // A call that comes while another waits for its turn shares that turn; a later call needs one of its own.
  async #enter(directory: Directory, budget: TimeBudget): Promise<void> {
    const turn = this.#locked(() => {
      this.#waiting.delete(directory);
      return this.#update(directory, budget);
    });
    this.#waiting.set(
      directory,
      turn.then(
        () => true,
        () => false,
      ),
    );
    await turn;
  }

  async #update(directory: Directory, budget: TimeBudget): Promise<void> {
    if (!this.#isLive) return this.tree.refresh(directory, budget);
    try {
      await this.#watch.catchUp(budget);
    } catch (error) {
      this.#giveUp(error);
      await this.tree.refresh(directory, budget);
    }
  }

  #giveUp(error: unknown): void {
    if (!(error instanceof Unwatchable)) throw error;
    this.#canWatch = false;
    this.#isLive = false;
    this.tree.unwatchAll();
  }

  #locked<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#tail.then(work);
    this.#tail = turn.catch(() => undefined);
    return turn;
  }
}
