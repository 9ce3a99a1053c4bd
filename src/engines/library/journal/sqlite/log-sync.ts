import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { codeOf } from '../../../../lib/errno.ts';
import { SharedRun } from '../../../../lib/shared-run.ts';
import { JournalFailure } from '../journal.ts';

/** Brings what was written into an open file to the disk. */
export type SyncFile = (handle: FileHandle) => Promise<void>;

/**
 * Brings SQLite's log to the disk outside of its commits: in a thread of the pool, once for everybody who has committed before. On Linux a sync
 * is about the file, whoever wrote it, and closing the handle lets go of no lock: SQLite has none on its log.
 */
export class LogSync {
  #failure: JournalFailure | undefined;
  readonly #runs = new SharedRun(() => this.#sync());

  private constructor(
    private readonly name: string,
    private readonly handle: FileHandle,
    private readonly syncFile: SyncFile,
  ) {}

  /** Opens the log that is there; undefined where nobody has shown that this is as good as a sync by SQLite itself. */
  static async open(
    log: string,
    name: string,
    syncFile: SyncFile = (handle) => handle.datasync(),
  ): Promise<LogSync | undefined> {
    if (process.platform !== 'linux') return undefined;
    await syncFolder(dirname(log));
    return new LogSync(name, await open(log, 'r'), syncFile);
  }

  /** Whether this is the file with that number on that device. */
  async isOf({ ino, dev }: { readonly ino: number; readonly dev: number }): Promise<boolean> {
    const opened = await this.handle.stat();
    return opened.ino === ino && opened.dev === dev;
  }

  /** Resolves when all that was committed before this call would survive a power cut. */
  run(): Promise<void> {
    return this.#failure === undefined ? this.#runs.run() : Promise.reject(this.#failure);
  }

  /** Throws once a sync has failed. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  async close(): Promise<void> {
    await this.#runs.run().catch(() => {});
    await this.handle.close();
  }

  /**
   * After a failure the system takes the pages that it could not write for written: the next sync would succeed without them, and what is
   * committed after them is lost with them. So the first failure is the last sync.
   */
  async #sync(): Promise<void> {
    this.check();
    try {
      await this.syncFile(this.handle);
    } catch (error) {
      const sentence = `The journal ${this.name} could not be brought to the disk (${codeOf(error) || 'unknown reason'}), so that its last changes may be lost. Check the disk, then restart the server.`;
      this.#failure = new JournalFailure(sentence, { cause: error });
      throw this.#failure;
    }
  }
}

/** The log may be new: SQLite makes its name durable with a first sync of its own, which never comes. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
