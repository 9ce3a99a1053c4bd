import type { Log } from '../../kernel/log.ts';
import { BookFailure } from './failures.ts';
import { type AuditEntry, BASE, type Journal, JournalFailure } from './journal/journal.ts';
import { StorageFailure } from './storage/storage.ts';

/** What a call is about, as far as its arguments tell. */
export interface Subject {
  readonly bookId: string;
  readonly path?: string | undefined;
  readonly userId?: string | undefined;
}

const FLUSH_AFTER_MS = 100;
const FLUSH_AT = 200;

/** Sees to it that every call leaves one row in the audit log. What changes a file is recorded by the library itself. */
export class AuditTrail {
  #waiting: AuditEntry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    private readonly journal: Journal,
    private readonly log: Log,
  ) {}

  /** Runs a call; what is done at once is answered at once. `records` says whether the library will have recorded it when it succeeds. */
  around<T>(
    agentId: string,
    operation: string,
    subject: Subject,
    work: () => T | Promise<T>,
    records = false,
  ): T | Promise<T> {
    const started = performance.now();
    const done = (result: T): T => {
      if (!records) this.#note(agentId, operation, subject, started);
      return result;
    };
    const failed = (error: unknown): never => {
      const known = behindTheLibrary(error) ?? error;
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
    this.#note(agentId, operation, subject, performance.now());
  }

  async close(): Promise<void> {
    this.#flush();
    await this.#writing;
  }

  #note(agentId: string, operation: string, subject: Subject, started: number, error?: unknown): void {
    const current = error instanceof BookFailure ? (error.data?.current_hash as string | undefined) : undefined;
    this.#waiting.push({
      agentId,
      operation,
      bookId: subject.bookId,
      path: subject.path ?? '',
      userId: subject.userId ?? BASE,
      prevHash: current ?? null,
      newHash: current ?? null,
      status: error === undefined ? 'success' : isConflict(error) ? 'conflict' : 'error',
      errorMessage: error === undefined ? null : error instanceof BookFailure ? error.code : 'INTERNAL',
      executionTimeMs: performance.now() - started,
    });
    if (this.#waiting.length >= FLUSH_AT) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_AFTER_MS);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const entries = this.#waiting;
    this.#waiting = [];
    this.#writing = this.#writing
      .then(() => this.journal.note(entries))
      .catch((error: unknown) =>
        this.log.error({ err: error, lost: entries.length }, 'audit entries could not be written'),
      );
  }
}

/** What storage or journal did not do, as agents know failures. */
function behindTheLibrary(error: unknown): BookFailure | undefined {
  if (error instanceof StorageFailure) {
    return new BookFailure('StorageError', 'STORAGE_ERROR', error.message, { retryable: error.retryable });
  }
  if (error instanceof JournalFailure) {
    return new BookFailure('StorageError', 'STORAGE_ERROR', error.message, { retryable: true });
  }
  return undefined;
}

function isConflict(error: unknown): boolean {
  return error instanceof BookFailure && (error.code === 'CONFLICT' || error.code === 'HASH_REQUIRED');
}
