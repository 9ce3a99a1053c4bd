import type { BookArchive } from '../../engines/library/archive/book-archive.ts';
import type { Written } from '../../engines/library/commit/library.ts';
import type { Journal } from '../../engines/library/journal/journal.ts';
import { BookFailure } from '../../engines/library/model/failures.ts';
import { BASE } from '../../engines/library/model/file-key.ts';
import type { Storage } from '../../engines/library/storage/storage.ts';
import { type Counter, type Gauge, type Histogram, Metrics } from '../../kernel/metrics.ts';

const WRITE_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const ARCHIVE_SECONDS = [1, 5, 10, 20, 30, 45, 60, 90, 120];
const OVERLAY_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1];
const COUNT_EVERY_MS = 60_000;
/** The system takes its time to tell how much memory a process has. */
const LOOK_EVERY_MS = 50;

/** What a library counts about itself, by the names of the original. Without a server that shows them nobody looks. */
export class BooksMeters {
  readonly #writes: Counter;
  readonly #archives: Counter;
  readonly #rollbacks: Counter;
  readonly #chainChecks: Counter;
  readonly #archiveSeconds: Histogram;
  readonly #writeSeconds: Histogram;
  readonly #overlaySeconds: Histogram;
  readonly #archiveMemory: Gauge;
  readonly #entries: Gauge;
  readonly #deltaFiles: Gauge;

  constructor(private readonly metrics = new Metrics()) {
    const name = (rest: string) => `panaversityfs_${rest}`;
    this.#writes = metrics.counter(name('write_total'), 'Writes', ['status', 'mode']);
    this.#archives = metrics.counter(name('archive_total'), 'Archives', ['scope', 'status']);
    this.#rollbacks = metrics.counter(name('storage_rollback_total'), 'Begun changes that were undone');
    this.#chainChecks = metrics.counter(name('audit_chain_check_total'), 'Checks of audit chains', ['result']);
    const archiveHelp = 'Time of an archive';
    this.#archiveSeconds = metrics.histogram(name('archive_duration_seconds'), archiveHelp, ARCHIVE_SECONDS, ['scope']);
    const writeHelp = 'Time of a write, and of its parts';
    this.#writeSeconds = metrics.histogram(name('write_duration_seconds'), writeHelp, WRITE_SECONDS, ['operation']);
    const overlayHelp = "Time to read with a user's own versions";
    this.#overlaySeconds = metrics.histogram(name('overlay_latency_seconds'), overlayHelp, OVERLAY_SECONDS);
    this.#archiveMemory = metrics.gauge(name('archive_memory_bytes'), 'Growth of memory during the last archive');
    this.#entries = metrics.gauge(name('journal_entries_total'), 'Files in the journal', ['book_id']);
    this.#deltaFiles = metrics.gauge(name('delta_files_count'), 'Files in the last delta');
  }

  /** Storage and journal as they are, but watched. */
  around({ storage, journal }: { storage: Storage; journal: Journal }): { storage: Storage; journal: Journal } {
    return { storage: this.#storage(storage), journal: this.#journal(journal) };
  }

  /** The storage, with the parts of a write timed. */
  #storage(storage: Storage): Storage {
    const note = (seconds: number) => this.#writeSeconds.observe(['storage'], seconds);
    const parts = { stage: note, publish: note };
    return observed(storage, parts, storage.unsynced && { unsynced: observed(storage.unsynced, parts) });
  }

  /** The journal, with the parts of a write timed, undone changes counted and checks of the audit chain noted. */
  #journal(journal: Journal): Journal {
    const note = (seconds: number) => this.#writeSeconds.observe(['journal'], seconds);
    let counted = Number.NEGATIVE_INFINITY;
    this.metrics.collect(async () => {
      if (performance.now() - counted < COUNT_EVERY_MS) return;
      counted = performance.now();
      for (const book of await journal.books()) {
        this.#entries.set([book], (await journal.rows(book, [BASE])).length);
      }
    });
    return observed(journal, {
      begin: note,
      finish: note,
      abandon: () => this.#rollbacks.add([]),
      verifyChain: (_, { valid }) => this.#chainChecks.add([valid ? 'valid' : 'broken']),
    });
  }

  async write(mode: 'create' | 'update', work: () => Promise<Written>): Promise<Written> {
    const started = performance.now();
    try {
      const written = await work();
      this.#writeSeconds.observe(['total'], secondsSince(started));
      this.#writes.add(['success', written.mode === 'created' ? 'create' : 'update']);
      return written;
    } catch (error) {
      const isConflict = error instanceof BookFailure && /^(CONFLICT|HASH_REQUIRED)$/.test(error.code);
      this.#writes.add([isConflict ? 'conflict' : 'error', mode]);
      throw error;
    }
  }

  /** Times an archive; what it is given is called whenever some progress was made. */
  async archive(scope: string, work: (onProgress: () => void) => Promise<BookArchive>): Promise<BookArchive> {
    const started = performance.now();
    const before = process.memoryUsage.rss();
    let most = before;
    try {
      let looked = started;
      const archive = await work(() => {
        if (performance.now() - looked < LOOK_EVERY_MS) return;
        looked = performance.now();
        most = Math.max(most, process.memoryUsage.rss());
      });
      this.#archives.add([scope, archive.remaining.length > 0 ? 'timeout' : 'success']);
      return archive;
    } catch (error) {
      this.#archives.add([scope, 'error']);
      throw error;
    } finally {
      this.#archiveSeconds.observe([scope], secondsSince(started));
      this.#archiveMemory.set([], most - before);
    }
  }

  async overlayRead<T>(work: () => T | Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#overlaySeconds.observe([], secondsSince(started));
    return result;
  }

  delta(files: number): void {
    this.#deltaFiles.set([], files);
  }
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1000;
}

type Method = (...args: never[]) => Promise<unknown>;

type Observers<T> = {
  readonly [K in keyof T]?: T[K] extends Method ? (seconds: number, result: Awaited<ReturnType<T[K]>>) => void : never;
};

/** The same object, but some methods tell how long they took and what they gave when they have succeeded, and some members are others. */
export function observed<T extends object>(target: T, observers: Observers<T>, own: Partial<T> = {}): T {
  const wrapped = new Map<PropertyKey, unknown>();
  for (const [name, observe] of Object.entries(observers) as [string, (seconds: number, result: unknown) => void][]) {
    const method = Reflect.get(target, name) as Method;
    wrapped.set(name, async (...args: never[]) => {
      const started = performance.now();
      const result = await method.apply(target, args);
      observe((performance.now() - started) / 1000, result);
      return result;
    });
  }
  return new Proxy(target, {
    get: (_, key) => {
      if (wrapped.has(key)) return wrapped.get(key);
      if (key in own) return own[key as keyof T];
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      // Private members live on the object itself, not on its proxy.
      const bound: unknown = value.bind(target);
      wrapped.set(key, bound);
      return bound;
    },
  });
}
