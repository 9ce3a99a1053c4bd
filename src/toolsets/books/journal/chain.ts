import { setImmediate as breathe } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { storedEntries } from './entries.ts';
import type { ChainReport } from './journal.ts';
import { NO_ENTRY, type StoredEntry, sealOf } from './seal.ts';

const PAGE = 1000;
const MOST_BREAKS = 100;

/** Walks through the audit entries of a book, a page at a time, while others go on writing. */
export async function verifyChain(db: Kysely<Database>, bookId: string): Promise<ChainReport> {
  const walk = new Walk();
  for (;;) {
    // Read before the page: when no entry follows, this is the end that the walk must have come to.
    const end = await endOf(db, bookId);
    const page = await storedEntries(db, bookId, walk.seq, PAGE);
    if (page.length === 0) return walk.report(end);
    for (const entry of page) walk.step(entry);
    await breathe();
  }
}

interface End {
  readonly entries: number;
  readonly hash: string;
}

async function endOf(db: Kysely<Database>, bookId: string): Promise<End> {
  const query = db.selectFrom('audit_chain').select(['entries', 'last_entry_hash as hash']);
  return (await query.where('book_id', '=', bookId).executeTakeFirst()) ?? { entries: 0, hash: NO_ENTRY };
}

/** Remembers one hash for each file that exists, and nothing of the entries behind it. */
class Walk {
  /** Undefined before the first entry, so that none can hide below 1. */
  seq: number | undefined;
  #entries = 0;
  #id = 0;
  #hash = NO_ENTRY;
  readonly #files = new Map<string, string>();
  readonly #breaks: { id: number; reason: string }[] = [];

  step(entry: StoredEntry): void {
    this.#check(entry.seq === (this.seq ?? 0) + 1, entry, 'entries are missing before this one');
    this.#check(entry.id > this.#id, entry, 'the entry is not in its place');
    this.#check(entry.prevEntryHash === this.#hash, entry, 'the entry is not linked to the one before it');
    this.#check(entry.entryHash === sealOf(entry), entry, 'the entry was changed');
    if (entry.stateChange) this.#follow(entry);
    this.seq = entry.seq;
    this.#entries++;
    this.#id = entry.id;
    this.#hash = entry.entryHash;
  }

  report(end: End): ChainReport {
    const complete = this.#entries === end.entries && this.#hash === end.hash;
    this.#check(complete, { id: this.#id }, 'the chain does not end here: entries were removed or added');
    return { valid: this.#breaks.length === 0, entries: this.#entries, breaks: this.#breaks };
  }

  /** Each change of a file starts from what the one before has left: nothing, after a deletion. */
  #follow(entry: StoredEntry): void {
    const file = `${entry.path}\0${entry.userId}`;
    this.#check(entry.prevHash === (this.#files.get(file) ?? null), entry, 'the file was not as the entry says');
    if (entry.newHash === null) this.#files.delete(file);
    else this.#files.set(file, entry.newHash);
  }

  #check(holds: boolean, { id }: { id: number }, reason: string): void {
    if (!holds && this.#breaks.length < MOST_BREAKS) this.#breaks.push({ id, reason });
  }
}
