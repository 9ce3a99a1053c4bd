// Longer than most: it is one interface of the library, a method a transaction.
import type { Kysely, Transaction } from 'kysely';
import { realWorld, type World } from '../../../lib/world.ts';
import { BASE, type FileKey } from '../model/file-key.ts';
import { adopt, forget } from './adopt.ts';
import { anchorOf, keptFiles } from './anchors.ts';
import { note } from './audit.ts';
import type { AuditKey } from './audit-chain.ts';
import { openChain, type Recording } from './audit-chain.ts';
import { clockOf, holdMs, type JournalBackend, type JournalOptions } from './backend.ts';
import type { GroupJournal } from './change-group.ts';
import { abandon, begin, finish, stampOf } from './changes.ts';
import { claim, expired, outcome, renew } from './claims.ts';
import { type Database, INTENT } from './database.ts';
import { changesSince, newestStamp } from './deltas.ts';
import { findEntries, hashAt, heads, instant, lastChanges } from './entries.ts';
import { JournalFailure } from './failures.ts';
import { fileRow, filesOf, Manifests, versionsOf } from './files.ts';
import { KyselyGroups } from './groups.ts';
import {
  type AuditEntry,
  type AuditedFile,
  type AuditFilter,
  type AuditRow,
  type Chain,
  type ChainReport,
  type Decision,
  type FileRow,
  type FoundFile,
  type Intent,
  type Journal,
  type KeptFile,
  type NewIntent,
  type Outcome,
  type Recorded,
  type Trail,
  type TrailFilter,
} from './journal.ts';
import { manifestHash } from './manifest.ts';
import { prepared } from './prepared.ts';
import type { Room } from './quota-check.ts';
import { anchorEntries, olderEntries, removeAnchored } from './retention.ts';
import { sorted } from './sorted.ts';
import { hasMoreEntries, headOf, trail } from './trail.ts';
import { KyselyUnsynced } from './unsynced-journal.ts';
import { countAnew, miscounted } from './usage.ts';
import { useUpload } from './used-uploads.ts';
import { verifyChain } from './verify-chain.ts';
import type { VersionJournal } from './version-journal.ts';
import { KyselyVersions } from './versions.ts';

const selectIntents = prepared((db) => inOrder(db.selectFrom('intent')));
const selectExpired = prepared((db) => inOrder(expired(db)));

function inOrder(intents: ReturnType<typeof expired>) {
  return intents.select(INTENT).orderBy('started_at').orderBy('id');
}

/** The journal on any database that Kysely speaks to, one transaction a change. Long because each method of the journal has its few lines here; the work is in the files around it. */
export class KyselyJournal implements Journal {
  readonly holdMs: number;
  readonly history: VersionJournal;
  readonly groups: GroupJournal;
  readonly texts: Journal['texts'];
  readonly unsynced: KyselyUnsynced;
  readonly #now: () => Date;
  readonly #world: World;
  readonly #keys: readonly AuditKey[];
  readonly #storageBackend: string;
  readonly #room: Room | undefined;
  readonly #manifests = new Manifests();
  #closed = false;

  constructor(
    private readonly database: Kysely<Database>,
    options: JournalOptions,
    private readonly backend: JournalBackend,
    /** What the audit log is sealed with, and was before. */
    keys: readonly AuditKey[] = [],
  ) {
    this.#keys = keys;
    this.holdMs = holdMs(options);
    this.texts = backend.texts(() => this.db);
    this.#now = clockOf(options);
    this.#world = options.world ?? realWorld;
    this.#room = options.quotas && { quotas: options.quotas, inTurn: backend.inTurn };
    this.#storageBackend = options.storageBackend ?? 'fs';
    this.unsynced = new KyselyUnsynced(() => this.db, backend.durability !== undefined);
    this.history = new KyselyVersions(() => this.db, backend.relaxed);
    this.groups = new KyselyGroups({
      holdMs: this.holdMs,
      storageBackend: this.#storageBackend,
      room: this.#room,
      db: () => this.db,
      transaction: (work) => this.#durably(work),
    });
  }

  private get db(): Kysely<Database> {
    this.#checkOpen();
    return this.database;
  }

  /** A call that outlives its server hears why it fails. */
  #checkOpen(): void {
    if (this.#closed)
      throw new JournalFailure('The library is being closed. Try again when it is open.', { retryable: true });
  }

  async get(key: FileKey): Promise<FileRow | undefined> {
    return (await fileRow(this.db, key)).rows[0];
  }

  async rows(bookId: string, userIds: readonly string[], below?: string): Promise<FileRow[]> {
    return userIds.length === 0 ? [] : sorted(await filesOf(this.db, bookId, userIds, below));
  }

  versions(bookId: string, userId: string, below: string): Promise<Map<string, string>> {
    return versionsOf(this.db, bookId, userId, below);
  }

  async manifest(bookId: string): Promise<string> {
    return (await this.#manifests.of(this.db, bookId)) ?? (await manifestHash(await this.rows(bookId, [BASE])));
  }

  newestStamp(bookId: string, userIds: readonly string[]): Promise<string> {
    return newestStamp(this.db, bookId, userIds);
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

  async changesSince(bookId: string, userIds: readonly string[], since: string, most = Number.MAX_SAFE_INTEGER) {
    if (userIds.length === 0) return { changed: [], deleted: [], hasMore: false };
    return changesSince(this.db, bookId, userIds, instant(since), most);
  }

  begin(intent: NewIntent): Promise<Decision> {
    return this.#durably(
      (tx, { now }) => begin(tx, { ...intent, startedAt: now.toISOString() }, this.holdMs, this.#room),
      // The file is touched next: whatever happens to it then, it is known who was at work on it.
      ({ kind }) => kind === 'begun',
    );
  }

  finish(id: string, version: string, executionTimeMs: number, remark?: string, beside?: Recorded) {
    const result = { ...beside, version, storageBackend: this.#storageBackend, executionTimeMs, note: remark ?? null };
    return this.#durably((tx, at) => finish(tx, id, result, at));
  }

  abandon(id: string, owner?: string): Promise<void> {
    return this.#transaction((tx) => abandon(tx, id, owner));
  }

  async intents(which: 'all' | 'expired' = 'all'): Promise<Intent[]> {
    return (await (which === 'all' ? selectIntents : selectExpired)(this.db, {})).rows;
  }

  renew(ids: readonly string[], owner: string): Promise<string[]> {
    return this.#transaction((tx) => renew(tx, ids, owner, this.holdMs));
  }

  claim(id: string, from: string, to: string, condition: 'expired' | 'always', staged?: string): Promise<boolean> {
    const onlyExpired = condition === 'expired';
    return this.#transaction((tx) => claim(tx, { id, from, to, onlyExpired, staged }, this.holdMs));
  }

  async outcome(id: string): Promise<Outcome> {
    const known = await outcome(this.db, id);
    if (known !== 'pending') await this.backend.durability?.sync();
    return known;
  }

  stampOf(key: FileKey): Promise<string | null> {
    return stampOf(this.db, key);
  }

  adopt(row: FoundFile, previousHash: string | null, stamp?: string | null): Promise<FileRow | undefined> {
    // Should a power cut take it, the file itself is still there to be taken in again.
    return this.backend.relaxed(this.db, (tx) => adopt(tx, row, { previousHash, stamp }, this.#recording()));
  }

  forget(key: FileKey, agentId: string, previousHash: string, stamp?: string | null): Promise<boolean> {
    return this.#durably((tx, at) => forget(tx, key, agentId, { previousHash, stamp }, at));
  }

  useUpload(id: string, expires: Date): Promise<boolean> {
    return this.#durably((tx) => useUpload(tx, id, expires));
  }

  async note(entries: readonly AuditEntry[]): Promise<void> {
    if (entries.length === 0) return;
    await this.backend.relaxed(this.db, (tx) => note(tx, entries, this.#recording()));
  }

  audit(filter: AuditFilter): Promise<AuditRow[]> {
    return findEntries(this.db, filter);
  }

  trail(filter: TrailFilter): Promise<Trail> {
    return trail(this.db, filter);
  }

  async audited(bookId: string): Promise<AuditedFile[]> {
    return sorted(await lastChanges(this.db, bookId));
  }

  verifyChain(bookId: string, signal?: AbortSignal): Promise<ChainReport> {
    return verifyChain(this.db, bookId, this.#keys, signal);
  }

  problems(): Promise<string[]> {
    return this.backend.problems(this.db);
  }

  heads(): Promise<Chain[]> {
    return heads(this.db);
  }

  head(bookId: string): Promise<Chain> {
    return headOf(this.db, bookId);
  }

  hasMoreEntries(bookId: string, than: number): Promise<boolean> {
    return hasMoreEntries(this.db, bookId, than);
  }

  hashAt(bookId: string, entries: number): Promise<string | undefined> {
    return hashAt(this.db, bookId, entries);
  }

  olderEntries(bookId: string, before: string): Promise<number> {
    return olderEntries(this.db, bookId, before);
  }

  async anchor(bookId: string, before: string): Promise<void> {
    await anchorEntries(this.db, { bookId, before, now: this.#now() }, this.#keys);
    await this.backend.durability?.sync();
  }

  removeAnchored(bookId: string, most: number): Promise<number> {
    return this.#durably((tx) => removeAnchored(tx, bookId, most));
  }

  async kept(bookId: string): Promise<KeptFile[]> {
    return keptFiles(await anchorOf(this.db, bookId));
  }

  miscounted(): Promise<string[]> {
    return miscounted(this.db);
  }

  recount(bookId: string): Promise<void> {
    return this.#durably(async (tx, { key }) => {
      // Whoever changes files of a book holds its chain.
      await openChain(tx, bookId, key);
      await countAnew(tx, bookId);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.texts.close();
    await this.backend.durability?.settled();
    await this.database.destroy();
  }

  /** What is done is on the disk when it is said to be done. */
  #durably<Result>(
    work: (tx: Transaction<Database>, at: Recording) => Promise<Result>,
    mustLast?: (result: Result) => boolean,
  ): Promise<Result> {
    this.#checkOpen();
    const { durability } = this.backend;
    return durability?.run((tx) => work(tx, this.#recording()), mustLast) ?? this.#transaction(work);
  }

  /** Until a later commit is made durable, a power cut may undo it; never without those after it. */
  #transaction<Result>(work: (tx: Transaction<Database>, at: Recording) => Promise<Result>): Promise<Result> {
    return this.db.transaction().execute((tx) => work(tx, this.#recording()));
  }

  #recording(): Recording {
    return { now: this.#now(), key: this.#keys[0], newId: this.#world.uuid };
  }
}
