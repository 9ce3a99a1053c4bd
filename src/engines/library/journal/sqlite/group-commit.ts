import type { Kysely, Transaction } from 'kysely';
import { realWorld, type World } from '../../../../lib/world.ts';
import type { Durability } from '../backend.ts';
import type { Database } from '../database.ts';

/** How long a transaction takes in more: nothing else happens in this thread meanwhile. */
const SLICE_MS = 4;
/** So many share a transaction however slow the machine is. */
const SOME = 8;

/** Something to be done in a transaction, perhaps in another one again, and somebody who waits for it. */
interface Member {
  work(tx: Transaction<Database>): Promise<void>;
  /** Whether what was done must be on the disk before it is told. */
  mustLast(): boolean;
  tell(): void;
  fail(error: unknown): void;
}

/**
 * Commits the changes of many callers at once. Whoever comes while the log is on its way to the disk waits for the next trip anyway, so all
 * of them share a transaction, which writes a page that they all change once, and the trip. When one of them fails, nothing of it is done, and each gets
 * a transaction of its own. With savepoints, SQLite would copy every page that a change touches into a temporary file.
 */
export class GroupCommit implements Durability {
  readonly #waiting: Member[] = [];
  #work: Promise<void> | undefined;

  constructor(
    private readonly db: Kysely<Database>,
    readonly sync: () => Promise<void>,
    private readonly world: Pick<World, 'monotonic' | 'turn'> = realWorld,
    /** What is waited for before each transaction. */
    private readonly pause = async (): Promise<void> => {},
  ) {}

  /** Does some work in a transaction. What it gives is told when it is on the disk, or as soon as it is committed where `mustLast` says no. */
  run<Result>(
    work: (tx: Transaction<Database>) => Promise<Result>,
    mustLast: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      let result: Result;
      this.#waiting.push({
        work: async (tx) => {
          result = await work(tx);
        },
        mustLast: () => mustLast(result),
        tell: () => resolve(result),
        fail: reject,
      });
      this.#work ??= this.#workOff();
    });
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  async #workOff(): Promise<void> {
    for (;;) {
      await this.pause();
      await this.#commitSome();
      if (this.#waiting.length === 0) break;
      await this.world.turn();
    }
    this.#work = undefined;
  }

  async #commitSome(): Promise<void> {
    const done = await this.#commitTogether();
    const lasting = done.filter((member) => member.mustLast());
    for (const member of done) if (!lasting.includes(member)) member.tell();
    if (lasting.length === 0) return;
    try {
      await this.sync();
      for (const member of lasting) member.tell();
    } catch (error) {
      for (const member of lasting) member.fail(error);
    }
  }

  /** Gives those whose work is committed; the others know their end. */
  async #commitTogether(): Promise<Member[]> {
    const taken: Member[] = [];
    try {
      await this.db.transaction().execute((tx) => this.#takeIn(tx, taken));
      return taken;
    } catch (error) {
      if (taken.length > 1) return this.#commitApart(taken);
      // A transaction that could not even begin fails for all who wait.
      for (const member of taken.length > 0 ? taken : this.#waiting.splice(0)) member.fail(error);
      return [];
    }
  }

  async #commitApart(members: readonly Member[]): Promise<Member[]> {
    const done: Member[] = [];
    for (const member of members) {
      try {
        await this.db.transaction().execute((tx) => member.work(tx));
        done.push(member);
      } catch (error) {
        member.fail(error);
      }
      await this.world.turn();
    }
    return done;
  }

  /** Does the work of those who wait, one after the other, for a while. */
  async #takeIn(tx: Transaction<Database>, taken: Member[]): Promise<void> {
    const end = this.world.monotonic() + SLICE_MS;
    do {
      const member = this.#waiting.shift();
      if (member === undefined) break;
      taken.push(member);
      await member.work(tx);
    } while (taken.length < SOME || this.world.monotonic() < end);
  }
}
