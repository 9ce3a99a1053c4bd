import type { TimeBudget } from '../../../lib/time-budget.ts';
import { DocumentTexts, type ReadText } from '../read/document-texts.ts';
import type { WorkerSettings } from '../worker/protocol.ts';
import { type Clock, type Directory, type FileEntry, UNSIGNED } from './entries.ts';
import { Signatures } from './signature.ts';
import { Tree, type TreeOptions } from './tree.ts';
import { Vocabulary } from './vocabulary.ts';
import { canWatch, OverflowDetector, Unwatchable, Watch } from './watch.ts';

const DOCUMENT_BYTES = 32 << 20;
// The part of the memory that the words of texts may take.
const FOR_WORDS = 1 / 16;
// Signatures stop growing before the limit at which indexes are dropped.
const NEARLY = 0.9;

/** The scopes that a worker keeps in memory, within their limit; the longest unused one goes first. */
export class IndexCache {
  readonly signatures = new Signatures();
  readonly vocabulary: Vocabulary;
  readonly documents: DocumentTexts;
  /** Files that have a signature although the words of their texts are not known. */
  readonly unlearned = new Set<FileEntry>();
  readonly #settings: WorkerSettings;
  readonly #indexes = new Map<string, ScopeIndex>();
  readonly #overflow = new OverflowDetector();

  constructor(settings: WorkerSettings, clock: Clock, readText: ReadText) {
    this.#settings = settings;
    this.vocabulary = new Vocabulary(settings.signatureBytes * FOR_WORDS);
    this.documents = new DocumentTexts(DOCUMENT_BYTES, clock, readText);
  }

  get bytes(): number {
    let bytes = this.signatures.bytes + this.vocabulary.bytes;
    for (const index of this.#indexes.values()) bytes += index.bytes;
    return bytes;
  }

  get files(): number {
    let files = 0;
    for (const { tree } of this.#indexes.values()) files += tree.size;
    return files;
  }

  get isFull(): boolean {
    return this.bytes > this.#settings.signatureBytes;
  }

  /** Whether an index may grow, if need be at the cost of others that were not used for longer. */
  hasRoomFor(index: ScopeIndex): boolean {
    const most = this.#settings.signatureBytes * NEARLY;
    for (const other of this.#indexes.values()) {
      if (this.bytes <= most) break;
      if (other !== index) this.drop(other);
    }
    return this.bytes <= most;
  }

  /** The index that covers a scope: its own, or that of a directory above it. */
  covering(scope: string): ScopeIndex | undefined {
    for (const [root, index] of this.#indexes) {
      const directory = index.tree.root.find(scope);
      if (!directory || directory.state === 'excluded' || directory.state === 'gone') continue;
      this.#indexes.delete(root);
      this.#indexes.set(root, index);
      return index;
    }
    return undefined;
  }

  /** A new index for a scope, which is kept when indexes are. */
  open(scope: string): ScopeIndex {
    const former = this.#indexes.get(scope);
    if (former) this.drop(former);
    const index = new ScopeIndex(scope, this.#treeOptions(), this.#overflow);
    if (this.#settings.accelerate) this.#indexes.set(scope, index);
    return index;
  }

  /** Forgets the indexes that another one now covers, and the longest unused ones when there is too much in memory. */
  trim(): void {
    for (const [root, index] of this.#indexes) {
      if (this.isFull || this.#isCovered(root)) this.drop(index);
    }
  }

  drop(index: ScopeIndex): void {
    const { path } = index.tree.root;
    if (this.#indexes.get(path) === index) this.#indexes.delete(path);
    void index.close();
  }

  #isCovered(scope: string): boolean {
    for (const [root, { tree }] of this.#indexes) if (root !== scope && tree.root.find(scope)) return true;
    return false;
  }

  #treeOptions(): TreeOptions {
    const { shard, all } = this.#settings;
    return {
      shard,
      exclusions: { all },
      onDead: (entry: FileEntry) => {
        if (entry.signature >= 0) this.signatures.forget(entry.signature);
        entry.signature = UNSIGNED;
        this.unlearned.delete(entry);
      },
      onUnwatched: () => this.#overflow.count(),
    };
  }
}

/** The most directories that one worker watches for a scope. */
const MOST_WATCHED = 30_000;
// As measured: an entry 64, its name 44, its numbers 32, its places in two lists 20.
const BYTES_PER_FILE = 160;
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

  constructor(scope: string, options: TreeOptions, overflow: OverflowDetector) {
    this.tree = new Tree(scope, options);
    this.#watch = new Watch(this.tree, overflow, MOST_WATCHED);
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
