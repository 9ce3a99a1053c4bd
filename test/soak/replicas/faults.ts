import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { databaseUrl, journalOf } from '../../harness/books/setup.ts';
import { Wire } from '../../harness/books/wire.ts';
import { bundle } from '../../harness/bundle.ts';
import { Random } from '../../harness/random.ts';
import type { Operation, Fault as StorageFault } from '../../harness/s3/faults.ts';
import { checkReplicas, SharedFile } from './files.ts';
import { SettlingWatch } from './settling.ts';

const POINTS = ['staged', 'begun', 'published', 'finished'] as const;
/** What happens to one of the replicas, to the database or to the storage, while all of them write. */
const FAULTS = [...POINTS, 'moment', 'stopped', 'database'] as const;
const STORAGE_FAULTS = ['cut in mid-PUT', 'burst of 503', 'answers cut off'] as const;
type Fault = (typeof FAULTS)[number] | (typeof STORAGE_FAULTS)[number];

/** What can be done to the engines that the replicas share. */
export interface Engines {
  restartDatabase(): Promise<void>;
  /** Lets the next requests of a kind go wrong; a folder has no requests. */
  readonly strike?: (fault: StorageFault, operation: Operation, times: number) => void;
  readonly calm?: () => void;
}

const SKEWS_MS = [0, 3_600_000, -3_600_000];
const WRITERS = 6;
const SHARED = 3;

export interface FaultReport {
  readonly rounds: Record<string, number>;
  acknowledged: number;
  uncertain: number;
  readonly leaseMs: number;
  /** The longest time that a change was under way after the last sign of life of who had begun it, or after the outage. */
  longestSettlingMs: number;
}

/** Replicas that believe to be on machines of their own, with wrong clocks, and what may befall them; the same again with the same seed. */
export async function faultRounds(
  rounds: number,
  seed: number,
  leaseMs: number,
  engines: Engines,
): Promise<FaultReport> {
  const root = await mkdtemp(join(tmpdir(), 'quartet-faults-'));
  const server = await bundle('test/harness/books/crash-server.ts');
  const run = new FaultRun(root, server.program, new Random(seed), leaseMs, engines);
  const faults: readonly Fault[] = engines.strike ? [...FAULTS, ...STORAGE_FAULTS] : FAULTS;
  try {
    await run.begin();
    for (let round = 0; round < rounds; round++) {
      const fault = faults[round % faults.length] as Fault;
      await run.round(round, fault).catch((error: unknown) => {
        throw new Error(`seed ${seed}, round ${round}, ${fault}`, { cause: error });
      });
    }
    return run.report();
  } finally {
    await run.end();
    await rm(root, { recursive: true, force: true });
    await rm(server.folder, { recursive: true, force: true });
  }
}

class FaultRun {
  readonly #files = Array.from({ length: SHARED }, (_, at) => new SharedFile(`1${at}-shared`));
  readonly #survivors: Wire[] = [];
  readonly #rounds: Record<string, number> = {};
  #victim: Wire | undefined;
  readonly #watch: SettlingWatch;
  #replicas = 0;

  constructor(
    private readonly root: string,
    private readonly program: string,
    private readonly random: Random,
    private readonly leaseMs: number,
    private readonly engines: Engines,
  ) {
    this.#watch = new SettlingWatch(String(databaseUrl()), leaseMs);
  }

  async begin(): Promise<void> {
    for (let at = 0; at < 2; at++) this.#survivors.push(await this.#start('never', 1));
    for (const file of this.#files) await file.create(this.#survivors[0] as Wire);
  }

  async round(round: number, fault: Fault): Promise<void> {
    const point = POINTS.find((known) => known === fault);
    const victim = await this.#start(point ?? 'never', 1 + this.random.below(12));
    this.#victim = victim;
    const stop = new AbortController();
    const writing = [...this.#survivors, victim].map((server, at) =>
      this.#write(server, `${round}-${at}`, stop.signal),
    );
    await this.#befall(fault, victim);
    await sleep(100 + this.random.below(200));
    this.engines.calm?.();
    if (fault === 'database' || isStorageFault(fault)) this.#watch.enginesAreWell();
    stop.abort();
    await Promise.all(writing);
    await this.#settled();
    await checkReplicas(this.root, this.#files);
    this.#rounds[fault] = (this.#rounds[fault] ?? 0) + 1;
    victim.child.kill('SIGKILL');
    await victim.ended;
  }

  report(): FaultReport {
    const sum = (of: 'acknowledged' | 'uncertain') => this.#files.reduce((total, file) => total + file[of].size, 0);
    const { leaseMs } = this;
    const longestSettlingMs = Math.round(this.#watch.longestMs);
    const counts = { acknowledged: sum('acknowledged'), uncertain: sum('uncertain') };
    return { rounds: this.#rounds, ...counts, leaseMs, longestSettlingMs };
  }

  async end(): Promise<void> {
    for (const wire of [...this.#survivors, this.#victim]) wire?.child.kill('SIGKILL');
    await this.#watch.end();
  }

  async #befall(fault: Fault, victim: Wire): Promise<void> {
    if (fault === 'database') {
      await sleep(this.random.below(300));
      await this.engines.restartDatabase();
    } else if (isStorageFault(fault)) {
      this.#strike(fault);
      await sleep(300);
    } else if (fault === 'stopped') {
      await sleep(this.random.below(300));
      victim.child.kill('SIGSTOP');
      await sleep(1.25 * this.leaseMs);
      victim.child.kill('SIGCONT');
    } else if (fault === 'moment') {
      await sleep(this.random.below(300));
      victim.child.kill('SIGKILL');
      await victim.ended;
    } else {
      await Promise.race([victim.ended, sleep(30_000, undefined, { ref: false })]);
      assert.equal(victim.child.signalCode, 'SIGKILL', `it did not come to ${fault}: ${victim.stderr}`);
    }
  }

  /** Some so often that a request is given up, some only now and then. */
  #strike(fault: (typeof STORAGE_FAULTS)[number]): void {
    const { strike } = this.engines;
    if (fault === 'cut in mid-PUT') strike?.('reset-in-request', 'put', 1 + this.random.below(40));
    const operations = ['put', 'get', 'head', 'delete'] as const;
    if (fault === 'burst of 503') for (const one of operations) strike?.('slow-down', one, 1 + this.random.below(20));
    if (fault === 'answers cut off')
      for (const one of operations) strike?.('reset-after', one, 1 + this.random.below(8));
  }

  /** Writers of one replica, each adding lines until told to stop or until the replica is gone. */
  async #write(server: Wire, name: string, signal: AbortSignal): Promise<void> {
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let line = 0; !signal.aborted && server.child.signalCode === null; line++) {
        await this.random.pick(this.#files).add(server, `${name}-${writer}-${line}`);
      }
    });
    await Promise.all(writers);
  }

  /** What the dead have left is settled by the living, who are not asked to. */
  async #settled(): Promise<void> {
    const journal = await journalOf(this.root);
    const since = performance.now();
    try {
      while ((await journal.intents()).length > 0) {
        assert.ok(performance.now() - since < 20_000, 'something is still under way long after its lease');
        await sleep(20);
      }
    } finally {
      await journal.close();
    }
    await this.#watch.looked();
    const { longestMs } = this.#watch;
    assert.ok(
      longestMs <= this.leaseMs,
      `settled ${longestMs} ms after the last sign of life, with leases of ${this.leaseMs} ms`,
    );
  }

  async #start(point: string, after: number): Promise<Wire> {
    const skew = SKEWS_MS[this.#replicas % SKEWS_MS.length];
    const wire = new Wire([this.program], {
      CRASH_ROOT: this.root,
      CRASH_AT: point,
      CRASH_AFTER: String(after),
      CRASH_HOST: `replica-${this.#replicas++}`,
      CRASH_LEASE_MS: String(this.leaseMs),
      CRASH_SKEW_MS: String(skew),
    });
    await wire.hello();
    return wire;
  }
}

function isStorageFault(fault: Fault): fault is (typeof STORAGE_FAULTS)[number] {
  return (STORAGE_FAULTS as readonly string[]).includes(fault);
}
