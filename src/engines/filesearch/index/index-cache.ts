import { DocumentTexts, type ReadText } from '../read/document-texts.ts';
import type { WorkerSettings } from '../worker/protocol.ts';
import { type Clock, type FileEntry, isSettled, UNSIGNED } from './entries.ts';
import { KeptSignatures, keepSignatures, keptFileOf } from './kept-signatures.ts';
import { ScopeIndex } from './scope-index.ts';
import { Signatures } from './signature.ts';
import type { TreeOptions } from './tree.ts';
import { Vocabulary } from './vocabulary.ts';
import { OverflowDetector } from './watch.ts';

/** The part of the files of a scope that must have new signatures before all are written again. */
const WORTH_KEEPING = 0.01;
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
  readonly #clock: Clock;
  readonly #indexes = new Map<string, ScopeIndex>();
  readonly #overflow = new OverflowDetector();

  constructor(settings: WorkerSettings, clock: Clock, readText: ReadText) {
    this.#settings = settings;
    this.#clock = clock;
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

  /** A new index for a scope, which is kept when indexes are; `kept` is what an earlier process has left for it, if that is known already. */
  open(scope: string, kept?: KeptSignatures): ScopeIndex {
    const former = this.#indexes.get(scope);
    if (former) this.drop(former);
    const index: ScopeIndex = new ScopeIndex(
      scope,
      this.#treeOptions(() => index),
      this.#overflow,
    );
    index.kept = kept ?? this.keptFor(scope);
    if (this.#settings.accelerate) this.#indexes.set(scope, index);
    return index;
  }

  /** Whether an earlier process has left signatures for a scope, as far as the name of a file tells. */
  hasKept(scope: string): boolean {
    const { store, shard } = this.#settings;
    return store !== undefined && keptFileOf(scope, shard, store) !== undefined;
  }

  /** What an earlier process has left for a scope. */
  keptFor(scope: string): KeptSignatures | undefined {
    const { shard, store, signatureBytes } = this.#settings;
    return store && KeptSignatures.find(scope, shard, store, signatureBytes);
  }

  /** Keeps the signatures of an index for later processes, if enough of them are new. */
  keep(index: ScopeIndex): void {
    const { store, shard } = this.#settings;
    const { tree, unkept } = index;
    index.kept = undefined;
    if (!store || unkept === 0 || unkept < tree.size * WORTH_KEEPING) return;
    const entries = tree.newestFirst(tree.root);
    if (keepSignatures(tree.root.path, shard, entries, this.signatures, store)) index.unkept = 0;
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

  #claim(entry: FileEntry, kept: KeptSignatures | undefined): void {
    if (!kept || !isSettled(entry, this.#clock) || this.isFull) return;
    entry.signature = kept.claim(entry, this.signatures) ?? UNSIGNED;
    if (entry.signature >= 0) this.unlearned.add(entry);
  }

  #isCovered(scope: string): boolean {
    for (const [root, { tree }] of this.#indexes) if (root !== scope && tree.root.find(scope)) return true;
    return false;
  }

  #treeOptions(index: () => ScopeIndex): TreeOptions {
    const { shard, all } = this.#settings;
    return {
      shard,
      exclusions: { all },
      onAdded: (entry: FileEntry) => this.#claim(entry, index().kept),
      onDead: (entry: FileEntry) => {
        if (entry.signature >= 0) this.signatures.forget(entry.signature);
        entry.signature = UNSIGNED;
        this.unlearned.delete(entry);
      },
      onUnwatched: () => this.#overflow.count(),
    };
  }
}
