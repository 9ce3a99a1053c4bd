import { type Entry, UNSIGNED } from './catalog.ts';
import type { Clock } from './clock.ts';
import { DocumentTexts } from './document-texts.ts';
import { Flood } from './flood.ts';
import type { WorkerSettings } from './protocol.ts';
import { ScopeIndex } from './scope-index.ts';
import { Signatures } from './signature.ts';
import type { TreeOptions } from './tree.ts';

const DOCUMENT_BYTES = 32 << 20;
// Signatures stop growing before the limit at which indexes are dropped.
const NEARLY = 0.9;

/** The scopes that a worker keeps in memory, within their limit; the longest unused one goes first. */
export class Library {
  readonly signatures = new Signatures();
  readonly documents: DocumentTexts;
  readonly #settings: WorkerSettings;
  readonly #indexes = new Map<string, ScopeIndex>();
  readonly #flood = new Flood();

  constructor(settings: WorkerSettings, clock: Clock) {
    this.#settings = settings;
    this.documents = new DocumentTexts(DOCUMENT_BYTES, clock);
  }

  get bytes(): number {
    let bytes = this.signatures.bytes;
    for (const index of this.#indexes.values()) bytes += index.bytes;
    return bytes;
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
    const index = new ScopeIndex(scope, this.#treeOptions(), this.#flood);
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
    const { share, all } = this.#settings;
    return {
      share,
      exclusions: { all },
      onDead: (entry: Entry) => {
        if (entry.signature >= 0) this.signatures.forget(entry.signature);
        entry.signature = UNSIGNED;
      },
      onUnwatched: () => this.#flood.count(),
    };
  }
}
