import type { Action } from './decide.ts';

/** A file about which something is to be told. */
export interface SyncLine {
  /** `left` does not belong into a book, `failed` does and could not be read or written. */
  readonly action: Exclude<Action, 'same'> | 'left' | 'failed';
  readonly path: string;
  readonly reason?: string;
}

/** What a transfer between a folder and a book did, or would do. */
export interface SyncReport {
  readonly book: string;
  readonly dry_run: boolean;
  readonly unchanged: number;
  readonly transferred_bytes: number;
  readonly lines: readonly SyncLine[];
  /** What to do about a folder that brought nothing. */
  readonly hint?: string;
}

/** Told while a transfer goes on. */
export interface SyncProgress {
  files(done: number, total: number): void;
  line(line: SyncLine): void;
}

/** Collects what happens, and tells it on. */
export class SyncLog {
  readonly #lines: SyncLine[] = [];
  #unchanged = 0;
  #bytes = 0;
  #done = 0;

  constructor(
    private readonly total: number,
    private readonly progress?: SyncProgress,
  ) {}

  unchanged(): void {
    this.#unchanged++;
    this.#step();
  }

  done(action: SyncLine['action'], path: string, bytes = 0, reason?: string): void {
    this.#bytes += bytes;
    this.left(action, path, reason);
    this.#step();
  }

  /** Tells of a file that is not among those counted. */
  left(action: SyncLine['action'], path: string, reason?: string): void {
    const line = reason === undefined ? { action, path } : { action, path, reason };
    this.#lines.push(line);
    this.progress?.line(line);
  }

  report(book: string, dryRun: boolean): SyncReport {
    const lines = this.#lines.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { book, dry_run: dryRun, unchanged: this.#unchanged, transferred_bytes: this.#bytes, lines };
  }

  #step(): void {
    this.progress?.files(++this.#done, this.total);
  }
}
