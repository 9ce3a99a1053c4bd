import { type Kysely, sql, type Transaction } from 'kysely';
import { sha256 } from '../hash.ts';
import { manifestHash } from '../manifest.ts';
import { note } from './audit.ts';
import { verifyChain } from './chain.ts';
import { abandon, adopt, begin, finish, forget } from './changes.ts';
import { claim, expired, outcome, renew } from './claims.ts';
import { type Database, FILE, INTENT } from './database.ts';
import { changesSince } from './deltas.ts';
import { findEntries, lastChanges } from './entries.ts';
import {
  type AuditEntry,
  type AuditedFile,
  type AuditFilter,
  type AuditRow,
  BASE,
  type ChainReport,
  type Decision,
  type FileKey,
  type FileRow,
  type Intent,
  type Journal,
  type NewIntent,
  type Outcome,
  type Tombstone,
} from './journal.ts';
import { prepared } from './prepared.ts';
import { instant } from './stamps.ts';

export interface JournalOptions {
  /** The clock. */
  readonly now?: () => Date;
  /** What `storageBackend` says of files written through this journal; `fs` unless told. */
  readonly storageBackend?: string;
  /** Within what time after the last sign of life of who has begun a change it is settled by others; `LEASE_MS` unless told. */
  readonly leaseMs?: number;
}

/** Short enough that whoever wants the file of a dead replica still waits for it, long enough for a slow network. */
const LEASE_MS = 10_000;

/** The first half of a lease. */
export function holdMs({ leaseMs = LEASE_MS }: JournalOptions): number {
  return leaseMs / 2;
}

/** Does some work in a transaction whose commit need not wait for the disk. */
export type Hastily = <Result>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<Result>,
) => Promise<Result>;

/** The journal on any database that Kysely speaks to, one transaction a change. */
export class KyselyJournal implements Journal {
  readonly holdMs: number;
  readonly #now: () => Date;
  readonly #storageBackend: string;

  constructor(
    private readonly db: Kysely<Database>,
    options: JournalOptions,
    /** For entries that changed nothing: a power cut may take the last ones, though never a part of one. */
    private readonly hastily: Hastily,
  ) {
    this.holdMs = holdMs(options);
    this.#now = options.now ?? (() => new Date());
    this.#storageBackend = options.storageBackend ?? 'fs';
  }

  async get(key: FileKey): Promise<FileRow | undefined> {
    return (await fileRow(this.db, key)).rows[0];
  }

  async rows(bookId: string, userIds: readonly string[]): Promise<FileRow[]> {
    if (userIds.length === 0) return [];
    const query = this.db.selectFrom('file_journal').select(FILE).where('book_id', '=', bookId);
    return sorted(await query.where('user_id', 'in', userIds).execute());
  }

  async manifest(bookId: string): Promise<string> {
    const query = this.db.selectFrom('file_journal').where('book_id', '=', bookId).where('user_id', '=', BASE);
    // Ordered by bytes, which is the order of code units unless there is a character beyond the basic plane.
    const lines = sql<string | null>`string_agg(path || ':' || sha256, ${'\n'} order by path)`;
    const { text } = await query.select(lines.as('text')).executeTakeFirstOrThrow();
    return /\p{Surrogate}|[\u{10000}-\u{10ffff}]/u.test(text ?? '')
      ? manifestHash(await this.rows(bookId, [BASE]))
      : sha256(text ?? '');
  }

  async books(): Promise<string[]> {
    // Every book with files has a chain; going through the chains touches one row a book.
    const query = this.db
      .selectFrom('audit_chain')
      .select('book_id')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('file_journal').select('path').whereRef('file_journal.book_id', '=', 'audit_chain.book_id')),
      );
    return (await query.execute()).map((row) => row.book_id).sort();
  }

  async users(bookId: string): Promise<string[]> {
    const query = this.db.selectFrom('file_journal').select('user_id').distinct().where('book_id', '=', bookId);
    return (await query.execute()).map((row) => row.user_id).sort();
  }

  async changesSince(bookId: string, userIds: readonly string[], since: string) {
    if (userIds.length === 0) return { changed: [], deleted: [] };
    const { changed, deleted } = await changesSince(this.db, bookId, userIds, instant(since));
    return { changed: sorted(changed), deleted: sorted(deleted) };
  }

  async changedSince(bookId: string, userIds: readonly string[], since: string): Promise<FileRow[]> {
    return (await this.changesSince(bookId, userIds, since)).changed;
  }

  async deletedSince(bookId: string, userIds: readonly string[], since: string): Promise<Tombstone[]> {
    return (await this.changesSince(bookId, userIds, since)).deleted;
  }

  begin(intent: NewIntent): Promise<Decision> {
    return this.#together((tx, now) => begin(tx, { ...intent, startedAt: now.toISOString() }, this.holdMs));
  }

  finish(id: string, version: string, executionTimeMs: number, remark?: string): Promise<FileRow | undefined> {
    const result = { version, storageBackend: this.#storageBackend, executionTimeMs, note: remark ?? null };
    return this.#together((tx, now) => finish(tx, id, result, now));
  }

  abandon(id: string): Promise<void> {
    return this.#together((tx) => abandon(tx, id));
  }

  intents(which: 'all' | 'expired' = 'all'): Promise<Intent[]> {
    const query = which === 'all' ? this.db.selectFrom('intent') : expired(this.db);
    return query.select(INTENT).orderBy('started_at').orderBy('id').execute();
  }

  renew(ids: readonly string[], owner: string): Promise<string[]> {
    return this.#together((tx) => renew(tx, ids, owner, this.holdMs));
  }

  claim(id: string, from: string, to: string, condition: 'expired' | 'always'): Promise<boolean> {
    const onlyExpired = condition === 'expired';
    return this.#together((tx) => claim(tx, { id, from, to, onlyExpired }, this.holdMs));
  }

  outcome(id: string): Promise<Outcome> {
    return outcome(this.db, id);
  }

  adopt(row: Omit<FileRow, 'lastWrittenAt'>, previousHash: string | null): Promise<FileRow | undefined> {
    return this.#together((tx, now) => adopt(tx, row, previousHash, now));
  }

  forget(key: FileKey, agentId: string, previousHash: string): Promise<boolean> {
    return this.#together((tx, now) => forget(tx, key, agentId, previousHash, now));
  }

  async note(entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.hastily(this.db, (tx) => note(tx, entries, this.#now()));
  }

  audit(filter: AuditFilter): Promise<AuditRow[]> {
    return findEntries(this.db, filter);
  }

  async audited(bookId: string): Promise<AuditedFile[]> {
    return sorted(await lastChanges(this.db, bookId));
  }

  verifyChain(bookId: string): Promise<ChainReport> {
    return verifyChain(this.db, bookId);
  }

  close(): Promise<void> {
    return this.db.destroy();
  }

  #together<Result>(work: (tx: Transaction<Database>, now: Date) => Promise<Result>): Promise<Result> {
    return this.db.transaction().execute((tx) => work(tx, this.#now()));
  }
}

const fileRow = prepared((db, { bookId, path, userId }: FileKey) =>
  db
    .selectFrom('file_journal')
    .select(FILE)
    .where('book_id', '=', bookId)
    .where('path', '=', path)
    .where('user_id', '=', userId),
);

/** Sorts by code units: databases have other orders, each its own. */
function sorted<Row extends FileKey>(rows: Row[]): Row[] {
  return rows.sort((a, b) => compare(a.path, b.path) || compare(a.userId, b.userId));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
