import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.ts';
import { type ChangePoint, carryOut } from './carry-out.ts';
import { isUpToDate, refuseUnexpected } from './expectations.ts';
import { BookFailure } from './failures.ts';
import { sha256 } from './hash.ts';
import type { Decision, FileKey, FileRow, Intent, Journal } from './journal/journal.ts';
import { Leases } from './leases.ts';
import { KeyedLock } from './locks.ts';
import { mayBeAlive, thisHost, thisOwner } from './owner.ts';
import type { BookId, StorageKey } from './paths.ts';
import { RecentlySet } from './recently-set.ts';
import { Recovery, type Standing } from './recovery.ts';
import type { Storage } from './storage/storage.ts';

/** A file of the library: what the journal calls it, and where its bytes are. */
export interface FileRef extends FileKey {
  readonly key: StorageKey;
}

/** Who does something, and with which tool. */
export interface Actor {
  readonly agentId: string;
  readonly operation: string;
}

export interface FileContent {
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly lastModified: string;
  /** As long as the file stays in this version, all of this stays the same; absent when that cannot be told. */
  readonly version?: string;
}

export interface Written {
  readonly mode: 'created' | 'updated';
  readonly sha256: string;
  readonly size: number;
}

export interface Habits {
  /** Called at each named point of a change; a test kills the process there. */
  readonly at?: (point: ChangePoint) => void;
  /** The machine this process says it is on; the real one unless told. */
  readonly host?: string;
}

/** Longer than a lease: who waits for a file of a replica that is gone settles its change and goes on. */
const PATIENCE_MS = 15_000;
const TURN_MS = 7;
/** How often whoever waits asks whether the other has lost the file, more or less. */
const LOOK_EVERY_MS = 500;
const MOST_SEEN = 20_000;

/**
 * Storage and journal as one: bytes are staged, the change is decided in the journal, the bytes are published, and the
 * journal records it together with the audit entry. A crash at any point is settled by `Recovery`.
 */
export class Library {
  readonly recovery: Recovery;
  readonly #locks = new KeyedLock();
  readonly #reconciled = new Map<BookId, Promise<void>>();
  readonly leases: Leases;
  readonly at: (point: ChangePoint) => void;
  readonly #host: string;
  /** What the journal said of a version of a file: it will not say anything else of it, whichever replica is asked. */
  readonly #seen = new RecentlySet<string, { version: string; sha256: string; lastModified: string }>(MOST_SEEN);

  constructor(
    readonly storage: Storage,
    readonly journal: Journal,
    log?: Log,
    { at = () => {}, host = thisHost() }: Habits = {},
  ) {
    this.at = at;
    this.#host = host;
    this.leases = new Leases(journal, `${thisOwner(host)} ${randomUUID()}`);
    this.recovery = new Recovery(storage, journal, this.leases.owner, (intent) => this.#standing(intent), log);
  }

  /** The file as it is; bytes and hash always belong together. */
  async read(file: FileRef): Promise<FileContent | undefined> {
    const object = await this.storage.read(file.key);
    if (object === undefined) return undefined;
    const known = this.#seen.get(file.key);
    if (known?.version === object.version) return { ...known, bytes: object.bytes };
    const hash = sha256(object.bytes);
    const row = await this.journal.get(file);
    if (row?.sha256 !== hash) {
      return { bytes: object.bytes, sha256: hash, lastModified: object.modifiedAt.toISOString() };
    }
    const said = { sha256: hash, lastModified: row.lastWrittenAt };
    const { bytes, version } = object;
    if (object.isFresh || row.version !== version) return { bytes, ...said };
    this.#seen.set(file.key, { version, ...said });
    return { bytes, version, ...said };
  }

  /** Whether a file is still in a version that was read before. */
  async isStill(file: FileRef, version: string): Promise<boolean> {
    return (await this.storage.stat(file.key))?.version === version;
  }

  /** What the journal knows of a file, after a look at what is really there. */
  known(file: FileRef): Promise<FileRow | undefined> {
    return this.#current(file, performance.now() + PATIENCE_MS);
  }

  /**
   * Sees to it that the journal tells the whole book: settles what a dead process left, each time, and takes in, once,
   * what was put into its folders or changed there while nobody was serving it.
   */
  async reconciled(book: BookId): Promise<void> {
    await this.recovery.settleOrphans();
    let done = this.#reconciled.get(book);
    if (done === undefined) {
      done = this.recovery.reconcile(book);
      this.#reconciled.set(book, done);
      done.catch(() => this.#reconciled.delete(book));
    }
    await done;
  }

  /** Creates a file when no hash is expected, updates it when the expected hash is the current one, refuses otherwise. */
  write(file: FileRef, bytes: Buffer, expected: string | undefined, actor: Actor): Promise<Written> {
    return this.#replace(file, bytes, actor, (current) => refuseUnexpected(file.path, current, expected));
  }

  /** Creates or replaces a file, whatever it holds. */
  put(file: FileRef, bytes: Buffer, actor: Actor): Promise<Written> {
    return this.#replace(file, bytes, actor, () => {});
  }

  /** Removes a file, whatever it holds or only if its hash is the expected one; false when there was none. */
  async remove(file: FileRef, actor: Actor, expected?: string): Promise<boolean> {
    const removed = await this.#change(file, actor, null, 0, async (current) => {
      if (current && expected !== undefined) refuseUnexpected(file.path, current, expected);
      return current ? { staged: null } : undefined;
    });
    return removed !== undefined;
  }

  async #replace(
    file: FileRef,
    bytes: Buffer,
    actor: Actor,
    check: (current: FileRow | undefined) => void,
  ): Promise<Written> {
    const hash = sha256(bytes);
    let staged: string | undefined;
    try {
      const changed = await this.#change(file, actor, hash, bytes.length, async (current) => {
        check(current);
        if (current?.sha256 === hash) return { staged: null };
        staged ??= await this.storage.stage(bytes);
        this.at('staged');
        return { staged };
      });
      return { mode: changed?.oldHash == null ? 'created' : 'updated', sha256: hash, size: bytes.length };
    } catch (error) {
      // Unless it was published, in which case there is nothing left to discard.
      if (staged !== undefined) await this.storage.discard(staged).catch(() => {});
      throw error;
    }
  }

  /** Carries out one change: decides it in the journal, makes it visible, records it. */
  #change(
    file: FileRef,
    { agentId, operation }: Actor,
    newHash: string | null,
    size: number,
    prepare: (current: FileRow | undefined) => Promise<{ staged: string | null } | undefined>,
  ): Promise<{ oldHash: string | null } | undefined> {
    return this.#locks.run(file.key, async () => {
      const started = performance.now();
      const deadline = started + PATIENCE_MS;
      for (;;) {
        const current = await this.#current(file, deadline);
        const prepared = await prepare(current);
        if (prepared === undefined) return undefined;
        const oldHash = current?.sha256 ?? null;
        const id = randomUUID();
        const { bookId, path, userId } = file;
        const { owner } = this.leases;
        const done = await this.leases.during(id, async () => {
          const decision = await this.journal.begin({
            id,
            bookId,
            path,
            userId,
            operation,
            agentId,
            oldHash,
            newHash,
            size,
            owner,
            ...prepared,
          });
          if (decision.kind === 'begun') {
            this.at('begun');
            const { staged } = prepared;
            await carryOut(this, file, { id, oldHash, newHash, staged, version: current?.version }, started);
            return true;
          }
          await this.#wait(file, decision, deadline);
          return false;
        });
        if (done) return { oldHash };
      }
    });
  }

  /** The journal's row, brought up to date with storage: what was put there or changed by hand is taken in first. */
  async #current(file: FileRef, deadline: number): Promise<FileRow | undefined> {
    for (;;) {
      const [row, info] = await Promise.all([this.journal.get(file), this.storage.stat(file.key)]);
      if (isUpToDate(row, info)) return row;
      const taken = await this.recovery.takeIn(file, row);
      if (taken !== 'busy') return taken;
      if (!(await this.recovery.settleOrphan(file))) await this.#pause(file, deadline);
    }
  }

  async #wait(file: FileRef, decision: Decision, deadline: number): Promise<void> {
    if (decision.kind !== 'busy') return;
    const { intent } = decision;
    // Whether a lease has run out is a question to the journal: not at every turn.
    const look = this.#standing(intent) === 'gone' || Math.random() < TURN_MS / LOOK_EVERY_MS;
    if (!look || !(await this.recovery.settleUnlessAlive(intent))) await this.#pause(file, deadline);
  }

  /** Gone: the process has died, or it is this one and has failed. */
  #standing({ id, owner }: Intent): Standing {
    if (owner === this.leases.owner) return this.leases.has(id) ? 'at work' : 'gone';
    return mayBeAlive(owner, this.#host) ? 'unknown' : 'gone';
  }

  async #pause({ path }: FileRef, deadline: number): Promise<void> {
    if (performance.now() > deadline) {
      const sentence = 'Somebody else has been changing this file for a long time; try again later.';
      throw new BookFailure('StorageError', 'STORAGE_ERROR', sentence, { path, retryable: true });
    }
    await sleep(2 + Math.random() * 2 * (TURN_MS - 2));
  }
}
