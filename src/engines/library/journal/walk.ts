import { keptFiles, type SealedAnchor, textOf } from './anchors.ts';
import type { AuditKey } from './audit-chain.ts';
import { type Anchor, NO_ENTRY, SEAL_CHAIN, type StoredEntry, sealOf, sealOfAnchor, sealOfEnd } from './audit-chain.ts';
import { type ChainReport, INGEST, type KeptFile } from './journal.ts';

const MOST_BREAKS = 100;

/** Where the database says that a chain ends. */
export interface End {
  readonly bookId: string;
  readonly entries: number;
  readonly hash: string;
  readonly seal: string | null;
}

/** Goes through a chain. Remembers two hashes for each file, and nothing of the entries behind it. */
export class Walk {
  /** Undefined before the first entry, so that none can hide below 1. */
  seq: number | undefined;
  /** Those that are still there. */
  #entries = 0;
  #position = 0;
  #id = 0;
  #hash = NO_ENTRY;
  /** What the chain is sealed with here; undefined says that it is not, as before there were keys. */
  #key: AuditKey | undefined;
  readonly #files = new Map<string, KeptFile>();
  readonly #breaks: { id: number; reason: string }[] = [];

  /** The first key is the one that must seal the end. */
  constructor(private readonly keys: readonly AuditKey[]) {}

  /** Begins after entries that were taken out. */
  startAt({ seal, ...anchor }: SealedAnchor): void {
    const isSealed = this.keys.some((key) => sealOfAnchor(anchor, key) === seal);
    this.#check(isSealed, { id: 0 }, 'the anchor for the entries that were taken out was changed');
    this.#key = this.keys.find(({ id }) => id === anchor.keyId);
    this.seq = anchor.entries;
    this.#position = anchor.entries;
    this.#hash = anchor.hash;
    for (const file of keptFiles(anchor)) this.#files.set(nameOf(file), file);
  }

  /** Looks at entries that an anchor stands for and that are not gone yet, newest first: each must be the one that the later ones know. */
  leftovers({ entries, hash }: Anchor, newestFirst: readonly StoredEntry[]): void {
    let expected = { seq: entries, hash };
    for (const entry of newestFirst) {
      const isKnown = entry.seq === expected.seq && entry.entryHash === expected.hash;
      const isSealed = [undefined, ...this.keys].some((key) => sealOf(entry, key) === entry.entryHash);
      this.#check(isKnown && isSealed, entry, 'the entry was taken out of the log before, and is there again');
      expected = { seq: entry.seq - 1, hash: entry.prevEntryHash };
    }
    this.#entries += newestFirst.length;
  }

  step(entry: StoredEntry): void {
    this.#check(entry.seq === (this.seq ?? 0) + 1, entry, 'entries are missing before this one');
    this.#check(entry.id > this.#id, entry, 'the entry is not in its place');
    this.#check(entry.prevEntryHash === this.#hash, entry, 'the entry is not linked to the one before it');
    this.#check(this.#isSealed(entry), entry, 'the entry was changed');
    this.#follow(entry);
    this.seq = entry.seq;
    this.#entries++;
    this.#position++;
    this.#id = entry.id;
    this.#hash = entry.entryHash;
  }

  /** What can stand for all entries up to here. */
  anchorHere(bookId: string, madeAt: string): Anchor {
    const keyId = this.#key?.id ?? '';
    return { bookId, entries: this.#position, hash: this.#hash, keyId, madeAt, files: textOf(this.#files.values()) };
  }

  report(end: End, isInTime: boolean): ChainReport {
    const { keys } = this;
    const last = { id: this.#id };
    const complete = this.#position === end.entries && this.#hash === end.hash;
    this.#check(complete, last, 'the chain does not end here: entries were removed or added');
    this.#check(isInTime, last, 'the last time of the book is none, or before that of its newest change');
    if (keys[0] !== undefined && this.#position > 0) {
      const isSealed = this.#key === keys[0];
      this.#check(isSealed, last, 'the chain is not sealed with the key of the audit log');
      this.#check(!isSealed || end.seal === sealOfEnd(end, keys[0]), last, 'the end of the chain was changed');
    }
    return { valid: this.#breaks.length === 0, entries: this.#entries, breaks: this.#breaks };
  }

  /** A chain keeps what it is sealed with, but for entries that say so. */
  #isSealed(entry: StoredEntry): boolean {
    if (this.seq !== undefined && entry.entryHash === sealOf(entry, this.#key)) return true;
    if (this.seq !== undefined && entry.operation !== SEAL_CHAIN) return false;
    const candidates = this.seq === undefined ? [undefined, ...this.keys] : this.keys;
    for (const key of candidates) {
      if (entry.entryHash !== sealOf(entry, key)) continue;
      this.#key = key;
      return true;
    }
    return false;
  }

  /** Each change of a file starts from what the one before has left: nothing, after a deletion. */
  #follow(entry: StoredEntry): void {
    const { path, userId, stateChange, prevHash, newHash } = entry;
    const ingests = entry.operation === INGEST && entry.status === 'success';
    if (!stateChange && !ingests) return;
    const before = this.#files.get(nameOf(entry));
    const held = before?.sha256 ?? null;
    if (stateChange) this.#check(prevHash === held, entry, 'the file was not as the entry says');
    const file = {
      path,
      userId,
      sha256: stateChange ? newHash : held,
      ingested: ingests ? newHash : (before?.ingested ?? null),
    };
    if (file.sha256 === null && file.ingested === null) this.#files.delete(nameOf(entry));
    else this.#files.set(nameOf(entry), file);
  }

  #check(holds: boolean, { id }: { id: number }, reason: string): void {
    if (!holds && this.#breaks.length < MOST_BREAKS) this.#breaks.push({ id, reason });
  }
}

function nameOf({ path, userId }: { path: string; userId: string }): string {
  return `${path}\0${userId}`;
}
