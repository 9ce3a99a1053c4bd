import { setImmediate as breathe } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { anchorOf } from './anchors.ts';
import type { AuditKey } from './audit-chain.ts';
import { type Anchor, isStamp, NO_ENTRY } from './audit-chain.ts';
import type { Database } from './database.ts';
import { storedBefore, storedEntries } from './entries.ts';
import type { ChainReport } from './journal.ts';
import { Walk } from './walk.ts';

const PAGE = 1000;
const TRIES = 3;

/** Walks through the audit entries of a book, a page at a time, while others go on writing. The first key is the one that must seal its end. */
export async function verifyChain(
  db: Kysely<Database>,
  bookId: string,
  keys: readonly AuditKey[],
  signal?: AbortSignal,
): Promise<ChainReport> {
  return (await walkChain(db, bookId, keys, { signal })).report;
}

interface Walked {
  readonly report: ChainReport;
  /** What can stand for the entries up to the one that was asked for. */
  readonly anchor: Anchor | undefined;
  /** How many entries were taken out when the walk began. */
  readonly removed: number;
}

interface WalkOptions {
  /** Makes an anchor for the entries up to one on the way. */
  readonly cut?: { readonly at: number; readonly now: Date };
  readonly signal?: AbortSignal | undefined;
}

/** The same, with what else a walk can do. */
export async function walkChain(
  db: Kysely<Database>,
  bookId: string,
  keys: readonly AuditKey[],
  options: WalkOptions,
): Promise<Walked> {
  for (let tries = 1; ; tries++) {
    const start = await anchorOf(db, bookId);
    const walk = new Walk(keys);
    if (start !== undefined) {
      walk.startAt(start);
      await lookBack(db, walk, start, options.signal);
    }
    const walked = { ...(await toTheEnd(db, bookId, walk, options)), removed: start?.entries ?? 0 };
    // Somebody may have taken more entries out meanwhile.
    const isSettled = walked.report.valid || (await anchorOf(db, bookId))?.entries === start?.entries;
    if (isSettled || tries === TRIES) return walked;
  }
}

/** Newest first: entries are removed from the oldest on, so that no gap can come up on the way. */
async function lookBack(db: Kysely<Database>, walk: Walk, anchor: Anchor, signal?: AbortSignal): Promise<void> {
  for (let end: Anchor = anchor; ; await breathe()) {
    signal?.throwIfAborted();
    const page = await storedBefore(db, anchor.bookId, end.entries, PAGE);
    walk.leftovers(end, page);
    const oldest = page.at(-1);
    if (page.length < PAGE || oldest === undefined) return;
    end = { ...anchor, entries: oldest.seq - 1, hash: oldest.prevEntryHash };
  }
}

async function toTheEnd(
  db: Kysely<Database>,
  bookId: string,
  walk: Walk,
  { cut, signal }: WalkOptions,
): Promise<Omit<Walked, 'removed'>> {
  let anchor: Anchor | undefined;
  for (;;) {
    signal?.throwIfAborted();
    // Read before the page: when no entry follows, this is the end that the walk must have come to.
    const end = await endOf(db, bookId);
    const page = await storedEntries(db, bookId, walk.seq, PAGE);
    if (page.length === 0) return { report: walk.report({ bookId, ...end }, await isInTime(db, bookId)), anchor };
    for (const entry of page) {
      walk.step(entry);
      if (entry.seq === cut?.at) anchor = walk.anchorHere(bookId, cut.now.toISOString());
    }
    await breathe();
  }
}

async function endOf(db: Kysely<Database>, bookId: string) {
  const query = db.selectFrom('audit_chain').select(['entries', 'last_entry_hash as hash', 'seal']);
  return (await query.where('book_id', '=', bookId).executeTakeFirst()) ?? { entries: 0, hash: NO_ENTRY, seal: null };
}

/** Whether the last stamp of a book, after which its next change gets its own, is one, and none of its files has a later one. */
async function isInTime(db: Kysely<Database>, bookId: string): Promise<boolean> {
  const newest = sql`select max(last_written_at) as stamp from file_journal where book_id = ${bookId}
    union all select max(deleted_at) from tombstone where book_id = ${bookId}`;
  const { rows } = await sql<{ last: string; newest: string | null }>`select last_stamp as last,
    (select max(stamp) from (${newest}) as stamps) as newest from audit_chain where book_id = ${bookId}`.execute(db);
  return rows.every(({ last, newest }) => isStamp(last) && last >= (newest ?? ''));
}
