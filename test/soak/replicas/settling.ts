import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

interface Sign {
  readonly owner: string;
  /** When the owner last said that it was at work, by the clock of the database. */
  at: number;
}

const LOOK_EVERY_MS = 20;
const SEEN = 'select id, owner, lease_until, journal_clock() as now from intent';
const CLOCK = 'select journal_clock() as now';

/** Sees when changes are ended, and how long after the last sign of life of whoever had them before they were settled. */
export class SettlingWatch {
  readonly #open = new Map<string, Sign[]>();
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;
  #troubleUntil = 0;
  #longestMs = 0;
  #looks = 0;

  constructor(
    private readonly url: string,
    private readonly leaseMs: number,
  ) {
    this.#watching = this.#watch();
  }

  /** Nothing can be settled while database or storage are away or told to fail: time counts from here. */
  enginesAreWell(): void {
    this.#troubleUntil = Date.now();
  }

  get longestMs(): number {
    return this.#longestMs;
  }

  /** Waits until what has ended by now has been seen. */
  async looked(): Promise<void> {
    const before = this.#looks;
    while (this.#looks < before + 2) await sleep(LOOK_EVERY_MS);
  }

  async end(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const client = new pg.Client({ connectionString: this.url });
      client.on('error', () => {});
      try {
        await client.connect();
        while (!this.#stop.signal.aborted) {
          await this.#look(client);
          this.#looks++;
          await sleep(LOOK_EVERY_MS);
        }
      } catch {
        // The database is away, which is one of the faults; what is open stays so until it can be looked at again.
        await sleep(LOOK_EVERY_MS);
      } finally {
        await client.end().catch(() => {});
      }
    }
  }

  async #look(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ id: string; owner: string; lease_until: string; now: string }>(SEEN);
    const now = Number(rows[0]?.now ?? (await client.query<{ now: string }>(CLOCK)).rows[0]?.now);
    for (const { id, owner, lease_until } of rows) {
      const signs = this.#open.get(id) ?? [];
      const last = signs.at(-1);
      const at = Number(lease_until) - this.leaseMs / 2;
      if (last?.owner === owner) last.at = at;
      else signs.push({ owner, at });
      this.#open.set(id, signs);
    }
    const still = new Set(rows.map(({ id }) => id));
    for (const [id, signs] of this.#open) {
      if (still.has(id)) continue;
      this.#open.delete(id);
      const before = signs.at(-2) ?? signs[0];
      const took = now - Math.max(before?.at ?? now, this.#troubleUntil);
      this.#longestMs = Math.max(this.#longestMs, took);
    }
  }
}
