import type { Log } from '../../../lib/log.ts';
import { realWorld, type Timer, type World } from '../../../lib/world.ts';
import { shortened } from '../journal/audit.ts';
import {
  type AuditEntry,
  type Journal,
  JournalFailure,
  RefusedValues,
  UnknownCommit,
  UnknownIntent,
} from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { StorageFailure } from '../storage/storage.ts';

/** What a call is about, as far as its arguments tell. */
export interface Subject {
  readonly bookId: string;
  readonly path?: string | undefined;
  readonly userId?: string | undefined;
}

const FLUSH_AFTER_MS = 100;
const FLUSH_AT = 200;
const MOST_AT_ONCE = 1000;
const AGAIN_AFTER_MS = 1000;
/** About 20 MB: what waits while the journal cannot be written. */
const MOST_WAITING = 20_000;

/** Sees to it that every call leaves one row in the audit log. What changes a file is recorded by the library itself. */
export class AuditTrail {
  #waiting: AuditEntry[] = [];
  #timer: Timer | undefined;
  #writing: Promise<void> | undefined;
  /** Entries that there was no room for. */
  #dropped = 0;
  #failing = false;

  constructor(
    private readonly journal: Journal,
    private readonly log: Log,
    private readonly world: World = realWorld,
  ) {}

  /** Runs a call; what is done at once is answered at once. `records` says whether the library will have recorded it when it succeeds. */
  around<T>(
    agentId: string,
    operation: string,
    subject: Subject,
    work: () => T | Promise<T>,
    records = false,
  ): T | Promise<T> {
    const started = this.world.monotonic();
    const done = (result: T): T => {
      if (!records) this.#note(agentId, operation, subject, started);
      return result;
    };
    const failed = (error: unknown): never => {
      const known = behindTheLibrary(error, subject) ?? error;
      this.#note(agentId, operation, subject, started, known);
      throw known;
    };
    let result: T | Promise<T>;
    try {
      result = work();
    } catch (error) {
      return failed(error);
    }
    return result instanceof Promise ? result.then(done, failed) : done(result);
  }

  /** Notes a call that succeeded without changing anything. */
  unchanged(agentId: string, operation: string, subject: Subject): void {
    this.#note(agentId, operation, subject, this.world.monotonic());
  }

  /** Notes a call that somebody had no right to make. */
  forbidden(agentId: string, operation: string, subject: Subject): void {
    const refusal = new BookFailure('ValidationError', 'FORBIDDEN', 'The token does not allow this call.');
    this.#note(agentId, operation, subject, this.world.monotonic(), refusal);
  }

  /** Writes what waits, for somebody who is about to look; nothing waits for a journal that cannot be written. */
  async written(): Promise<void> {
    await this.#writing;
    if (this.#waiting.length > 0 && !this.#failing) await this.#flush();
  }

  async close(): Promise<void> {
    // What came while the last ones were being written is written now.
    await this.#writing;
    await this.#flush();
    this.#timer?.cancel();
    this.#lose(this.#waiting.length + this.#dropped, 'the journal could not be written until the end');
  }

  #note(agentId: string, operation: string, subject: Subject, started: number, error?: unknown): void {
    const current = error instanceof BookFailure ? (error.data.current_hash as string | undefined) : undefined;
    const entry = shortened({
      agentId,
      operation,
      bookId: subject.bookId,
      path: subject.path ?? '',
      userId: subject.userId ?? BASE,
      prevHash: current ?? null,
      newHash: current ?? null,
      status: error === undefined ? 'success' : isConflict(error) ? 'conflict' : 'error',
      errorMessage: error === undefined ? null : error instanceof BookFailure ? error.code : 'INTERNAL',
      executionTimeMs: this.world.monotonic() - started,
    });
    if (this.#waiting.length >= MOST_WAITING) this.#dropped++;
    else this.#waiting.push(entry);
    if (this.#waiting.length >= FLUSH_AT && !this.#failing) void this.#flush();
    else this.#flushAfter(FLUSH_AFTER_MS);
  }

  #flushAfter(delayMs: number): void {
    this.#timer ??= this.world.after(delayMs, () => void this.#flush(), 'process waits');
  }

  #flush(): Promise<void> {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
    return this.#writing;
  }

  /** Writes all that waits. When the database refuses some of it, fewer are tried at once, down to the one that it refuses. */
  async #write(): Promise<void> {
    for (let size = MOST_AT_ONCE; this.#waiting.length > 0; ) {
      const entries = this.#waiting.slice(0, size);
      try {
        await this.journal.note(entries);
        size = Math.min(MOST_AT_ONCE, size * 2);
        this.#failing = false;
      } catch (error) {
        if (isPassing(error)) return this.#waitFor(error);
        if (entries.length > 1 && !(error instanceof UnknownCommit)) {
          size = Math.ceil(entries.length / 2);
          continue;
        }
        this.#lose(entries.length, error);
      }
      this.#waiting.splice(0, entries.length);
    }
    this.#lose(this.#dropped, 'too many were waiting for the journal');
    this.#dropped = 0;
  }

  #waitFor(error: unknown): void {
    if (!this.#failing) this.log.warn({ err: error, waiting: this.#waiting.length }, 'audit entries have to wait');
    this.#failing = true;
    this.#flushAfter(AGAIN_AFTER_MS);
  }

  #lose(lost: number, reason: unknown): void {
    if (lost > 0) this.log.error({ err: reason, lost }, 'audit entries could not be written');
  }
}

/** Whether the same entries may well be written later. */
function isPassing(error: unknown): boolean {
  return error instanceof JournalFailure && !(error instanceof RefusedValues || error instanceof UnknownCommit);
}

/** What storage or journal did not do, as agents know failures. */
function behindTheLibrary(error: unknown, { path }: Subject): BookFailure | undefined {
  if (error instanceof StorageFailure) {
    const extra = { ...(path !== undefined && { path }), retryable: error.retryable };
    return new BookFailure('StorageError', 'STORAGE_ERROR', error.message, extra);
  }
  if (error instanceof JournalFailure) {
    const code = error instanceof UnknownIntent ? 'STORAGE_ERROR' : 'JOURNAL_UNAVAILABLE';
    return new BookFailure('StorageError', code, error.message, { retryable: error.retryable });
  }
  return undefined;
}

function isConflict(error: unknown): boolean {
  return error instanceof BookFailure && (error.code === 'CONFLICT' || error.code === 'HASH_REQUIRED');
}
