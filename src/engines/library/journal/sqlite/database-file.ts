import { lstatSync, type Stats } from 'node:fs';
import { basename } from 'node:path';
import { WorkerClient } from '../../../../lib/worker-client.ts';
import { JournalFailure } from '../journal.ts';
import { LogSync, type SyncFile } from './log-sync.ts';

/** The log of what is not in the file yet belongs to it. */
const PARTS = ['', '-wal'];
/** Statements that change something, ten for a lesson. They fill about 6 MB of the log when many share a transaction, 20 MB when each change has its own. */
const CHANGES = 2000;
/** A log of this length was left by processes that were killed, each before its turn came. */
const LONG_LOG_BYTES = 1024 * 1024;
/** After this share of them the rest is taken over, when somebody was reading it. */
const SHARE_OF_REST = 0.1;
/** The thread only waits for SQLite. */
const SMALL_HEAP = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/**
 * The file of an open SQLite database. Others may move it away: SQLite would go on to write into files that nobody finds again. What is in
 * SQLite's log is taken over into the file, now and then, in a thread of its own: the disk may take hundreds of milliseconds for it, and SQLite
 * would do it within somebody's commit.
 */
export class DatabaseFile {
  #parts: readonly { readonly path: string; readonly opened: Stats | undefined }[] = [];
  readonly #worker: WorkerClient<'checkpoint', { readonly isComplete: boolean }>;
  #log: LogSync | undefined;
  #changes = 0;
  #due: number;
  #checkpoint: Promise<unknown> | undefined;
  /** Whether changes were made while the log was taken over. */
  #hasRest = false;

  constructor(
    /** Without links in it: SQLite names its log after the file itself. */
    private readonly path: string,
    private readonly every: number = CHANGES,
  ) {
    this.#due = every;
    this.#worker = new WorkerClient(new URL('./checkpoint-worker.js', import.meta.url), {
      data: path,
      resourceLimits: SMALL_HEAP,
    });
  }

  /** Remembers which files the database consists of, once all of them are there. */
  hold(): void {
    this.#parts = PARTS.map((part) => ({ path: this.path + part, opened: stateOf(this.path + part) }));
    if (this.#parts.some(({ path, opened }) => path !== this.path && (opened?.size ?? 0) > LONG_LOG_BYTES))
      this.#takeOver();
  }

  /** From now on `durable` brings commits to the disk, if it can: then they need not do it themselves. */
  async syncApart(syncFile?: SyncFile): Promise<boolean> {
    const path = `${this.path}-wal`;
    const log = await LogSync.open(path, basename(this.path), syncFile);
    const known = this.#parts.find((part) => part.path === path)?.opened;
    if (known !== undefined && (await log?.isOf(known))) this.#log = log;
    else await log?.close();
    return this.#log !== undefined;
  }

  /** Resolves when all that was committed before this call would survive a power cut. */
  async durable(): Promise<void> {
    await this.#log?.run();
  }

  /** Throws when others, or none, are in the place of the files that the database consists of, or when they could not be brought to the disk. */
  check(): void {
    this.#log?.check();
    const gone = this.#moved();
    if (gone === undefined) return;
    const sentence = `The file ${basename(gone)} of the journal was moved away or replaced. Put it back, or restart the server.`;
    throw new JournalFailure(sentence);
  }

  /** The path of a file that is not in its place any more. A link to it does not count as its place: whoever follows it finds another log. */
  #moved(): string | undefined {
    return this.#parts.find(({ path, opened }) => opened !== undefined && !isSame(opened, stateOf(path)))?.path;
  }

  get isTakingOver(): boolean {
    return this.#checkpoint !== undefined;
  }

  /** Counts a commit of so many changes. */
  committed(changes = 1): void {
    this.#changes += changes;
    if (this.#changes >= this.#due && !this.#checkpoint) this.#takeOver();
  }

  /**
   * Before the next transaction of one who never stops writing. The log begins anew only once all of it is in the file; without a pause it would grow until SQLite takes
   * it over within a commit.
   */
  async pause(): Promise<void> {
    if (!this.#hasRest) return;
    this.#takeOver('in a pause');
    await this.#checkpoint;
  }

  #takeOver(when?: 'in a pause'): void {
    this.#changes = 0;
    this.#hasRest = false;
    // The thread would open whatever is there.
    if (this.#moved() !== undefined) return;
    const ended = (isComplete: boolean) => {
      this.#checkpoint = undefined;
      // Nobody has written in a pause: what is left then is being read.
      this.#hasRest = !isComplete && when === undefined;
      this.#due = isComplete ? this.every : Math.ceil(this.every * SHARE_OF_REST);
    };
    this.#checkpoint = this.#worker.ask('checkpoint').then(
      (answer) => ended(answer.isComplete),
      // Without the thread, the log grows to the length at which the next commit takes it over.
      () => ended(true),
    );
  }

  /** A thread is not ended while it starts or is inside of SQLite: that has taken the whole process with it. */
  async close(): Promise<void> {
    await this.#checkpoint;
    await this.#worker.close();
    await this.#log?.close();
  }
}

function stateOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // Its folder may not be looked into any more: as good as gone.
    return undefined;
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return one.ino === other?.ino && one.dev === other.dev;
}
