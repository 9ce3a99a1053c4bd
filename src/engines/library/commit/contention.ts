// How several writers share a file: one at a time in this process, leases between processes, and nobody starves.
import { BoundedCache } from '../../../lib/bounded-cache.ts';
import { realWorld, type Timer, type World } from '../../../lib/world.ts';
import type { Intent, Journal } from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import { StorageFailure } from '../storage/storage.ts';
import { type Processes, processesOf } from './owner.ts';

/** Lets one piece of work at a time happen for each name. */
export class KeyedLock {
  readonly #tails = new Map<string, Promise<void>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(name);
    let release: () => void = () => {};
    const tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#tails.set(name, tail);
    await before;
    try {
      return await work();
    } finally {
      release();
      if (this.#tails.get(name) === tail) this.#tails.delete(name);
    }
  }
}

/** Gone: the process that carries out a change has died, or it is this one and has failed. Of one on another machine, only its lease tells. */
export type Standing = 'at work' | 'gone' | 'unknown';

/**
 * The changes that this process carries out, and until when each is surely its own. The lease runs by the clock of the
 * database; here it is measured from before the question, with a clock that nobody sets, so it ends early rather than late.
 */
export class Leases {
  readonly #until = new Map<string, number>();
  #timer: Timer | undefined;

  /** What this process is called where changes are under way. */
  readonly owner: string;

  constructor(
    private readonly journal: Journal,
    private readonly processes: Processes = processesOf(),
    private readonly world: World = realWorld,
  ) {
    this.owner = `${processes.self} ${world.uuid()}`;
  }

  /**
   * Whether the process that carries out a change still does. What this one has not ended yet it leaves to others, even when it has lost it to somebody who is gone by now: if it
   * took it back, its first attempt would take it for its own again.
   */
  standing({ id, owner }: Pick<Intent, 'id' | 'owner'>): Standing {
    if (this.#until.has(id)) return 'at work';
    if (owner === this.owner) return 'gone';
    return this.processes.mayBeAlive(owner) ? 'unknown' : 'gone';
  }

  /** Does the work on a change, from before it is begun until it has ended, and renews its lease meanwhile. */
  async during<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    this.#until.set(id, this.world.monotonic() + this.journal.holdMs);
    this.#timer ??= this.world.every(
      this.journal.holdMs / 3,
      () => void this.#renew([...this.#until.keys()]).catch(() => {}),
    );
    try {
      return await work();
    } finally {
      this.#until.delete(id);
      if (this.#until.size === 0) {
        this.#timer?.cancel();
        this.#timer = undefined;
      }
    }
  }

  /** Makes sure, right before something is changed, that there is time for it: half of its time at least. Throws when the change is lost. */
  async hold(id: string): Promise<void> {
    const enough = this.journal.holdMs / 2;
    while ((this.#until.get(id) ?? 0) - this.world.monotonic() < enough) {
      if (!(await this.#renew([id])).includes(id)) throw lost();
    }
  }

  async #renew(ids: readonly string[]): Promise<readonly string[]> {
    const until = this.world.monotonic() + this.journal.holdMs;
    const kept = await this.journal.renew(ids, this.owner);
    for (const id of kept) if (this.#until.has(id)) this.#until.set(id, until);
    return kept;
  }
}

/** What a change is told that somebody else has settled because it took too long. */
export function lost(): StorageFailure {
  const sentence = 'This change took so long that another server has settled it. Read the file again before you retry.';
  return new StorageFailure(sentence, true);
}

/** With so few losers between two changes, the rest is long enough. */
const FEW = 2;
const [SHORTEST_TURN_MS, LONGEST_REST_MS] = [10, 300];
const RECENT_MS = 3000;
const MOST_FILES = 1000;

/** What several want to change at once. */
interface Contest {
  /** Changes that were refused since the last one that was not. */
  readonly losses: number;
  readonly lostAtMs: number;
  readonly restMs: number;
}

/**
 * Lets everybody get through who wants to change the same file. The winner of a contest gets its answer a little later than the losers
 * get theirs, so that these go first the next time; the more have lost, the later. Each process learns from its own calls, which
 * also serves several on one library. Nobody waits for a file that nobody else wants.
 */
export class Fairness {
  readonly #contests = new BoundedCache<string, Contest>(MOST_FILES);

  constructor(private readonly world: Pick<World, 'monotonic' | 'sleep' | 'random'> = realWorld) {}

  async around<T>(key: string, change: () => Promise<T>): Promise<T> {
    const started = this.world.monotonic();
    try {
      const result = await change();
      const restMs = this.#won(key, this.world.monotonic() - started);
      if (restMs > 0) await this.world.sleep(restMs * (0.75 + this.world.random() / 2));
      return result;
    } catch (error) {
      if (error instanceof BookFailure && error.code === 'CONFLICT') this.#lost(key);
      throw error;
    }
  }

  #lost(key: string): void {
    const { losses, restMs } = this.#recent(key) ?? { losses: 0, restMs: 0 };
    this.#contests.set(key, { losses: losses + 1, lostAtMs: this.world.monotonic(), restMs });
  }

  /** How long the winner rests: as long as each loser needs for a turn, and longer when that was not enough. */
  #won(key: string, tookMs: number): number {
    const contest = this.#recent(key);
    if (!contest) return 0;
    const { losses } = contest;
    const factor = losses === 0 ? 0.75 : losses > FEW ? 1.5 : 1;
    const turns = 2 * losses * Math.max(tookMs, SHORTEST_TURN_MS);
    const restMs = Math.min(Math.max(contest.restMs * factor, turns), LONGEST_REST_MS);
    this.#contests.set(key, { ...contest, losses: 0, restMs });
    return restMs;
  }

  #recent(key: string): Contest | undefined {
    const contest = this.#contests.get(key);
    return contest && this.world.monotonic() - contest.lostAtMs < RECENT_MS ? contest : undefined;
  }
}
