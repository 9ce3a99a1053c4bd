import { Client, FILES, History, nameOf } from './clients.ts';
import { checkEnd, halvesSeen } from './judge/end.ts';
import { judge } from './judge/linearizability.ts';
import { Machines, Replica, SETUPS, type Setup } from './replica.ts';
import { Chance } from './world/chance.ts';
import { drawFaults, Faults } from './world/faults.ts';
import type { Bug } from './world/planted-bugs.ts';
import { Scheduler } from './world/scheduler.ts';
import { SimDatabase } from './world/sim-database.ts';

export interface HistoryOptions {
  readonly seed: number;
  /** Calls of all clients together. */
  readonly steps: number;
  readonly bug?: Bug | undefined;
  /** Told of each step. */
  readonly onStep?: (line: string) => void;
}

export interface HistoryReport {
  readonly seed: number;
  readonly setup: Setup;
  readonly faults: string;
  readonly operations: number;
  readonly unknown: number;
  readonly steps: number;
  /** The same for the same seed. */
  readonly trace: string;
  /** What must not be; empty when all is well. */
  readonly violations: readonly string[];
}

let database: Promise<SimDatabase> | undefined;

/** Lives through one history, drawn from its seed, and judges it. */
export async function simulate({ seed, steps, bug, onStep }: HistoryOptions): Promise<HistoryReport> {
  database ??= SimDatabase.create();
  const chance = new Chance(Math.imul(seed, 0x9e3779b1) ^ 0x5eed);
  const scheduler = new Scheduler(chance);
  if (onStep) scheduler.onStep = onStep;
  const setup = chance.pick(SETUPS);
  const plan = drawFaults(chance);
  const faults = new Faults(plan, chance);
  const shared = await database;
  shared.begin(() => Date.UTC(2030, 0, 1) + Math.floor(scheduler.time));
  const machines = new Machines(setup, scheduler, shared, faults, bug);
  const history = new History();
  const world = new Drama(machines, faults, 1 + chance.below(3));
  try {
    await scheduler.until(world.play(history, steps));
  } catch (error) {
    history.violations.push(error instanceof Error ? `${error.message}` : String(error));
  }
  if (plan.kind === 'calm' || plan.kind === 'slow') {
    const failed = history.failed.filter((why) => !why.includes('for a long time'));
    history.violations.push(...failed.map((why) => `failed without a reason: ${why}`));
  }
  history.violations.push(...halvesSeen(history));
  const verdict = judge(history.operations);
  if (!verdict.isLinearizable)
    history.violations.push(`no order explains these calls:\n${verdict.unexplained.map(shown).join('\n')}`);
  const unknown = history.operations.filter(({ ends }) => ends === Number.POSITIVE_INFINITY).length;
  scheduler.note(JSON.stringify(history.operations));
  const { steps: taken, trace } = scheduler;
  const { operations, violations } = history;
  return { seed, setup, faults: plan.kind, operations: operations.length, unknown, steps: taken, trace, violations };
}

/** Who is there and what happens to them. */
class Drama {
  readonly #replicas: Replica[];
  #isOver = false;

  constructor(
    private readonly machines: Machines,
    private readonly faults: Faults,
    replicas: number,
  ) {
    const isOne = machines.setup === 'folder and sqlite';
    this.#replicas = Array.from(
      { length: replicas },
      (_, at) => new Replica(machines, isOne ? 'machine' : `machine${at}`),
    );
  }

  async play(history: History, steps: number): Promise<void> {
    const { scheduler } = this.machines;
    const { chance } = scheduler;
    const clients = Array.from({ length: 2 + chance.below(3) }, (_, at) => {
      const replica = () => this.#replicas[at % this.#replicas.length] as Replica;
      return new Client(`client${at}`, replica, history, chance, scheduler, this.faults);
    });
    const { crashEvery, stopEvery, powerCutEvery } = this.faults.plan;
    void this.#again(crashEvery, () => this.#crash(chance.pick(this.#replicas)));
    void this.#again(stopEvery, () => this.#stop(chance.pick(this.#replicas)));
    void this.#again(powerCutEvery, () => this.#cutPower());
    await Promise.all(clients.map((client) => client.run(Math.ceil(steps / clients.length))));
    await this.#end(history);
  }

  async #again(every: number, happen: () => void): Promise<void> {
    const { scheduler } = this.machines;
    while (every > 0) {
      await scheduler.wait(scheduler.chance.between(every / 4, every * 2), undefined, 'something is about to happen');
      if (this.#isOver) return;
      happen();
    }
  }

  #crash(replica: Replica): void {
    const { scheduler } = this.machines;
    scheduler.note(`crash of ${replica.process.name}`);
    replica.crash();
    scheduler.after(scheduler.chance.between(0, 100), undefined, 'restart', () => replica.restart());
  }

  /** As a process that the system stops, or that collects garbage for ever: longer than its lease, now and then. */
  #stop({ process }: Replica): void {
    const { scheduler } = this.machines;
    scheduler.note(`stop of ${process.name}`);
    process.stoppedUntil = scheduler.time + this.faults.drawStop();
  }

  #cutPower(): void {
    const { scheduler } = this.machines;
    scheduler.note('power cut');
    this.machines.cutPower();
    for (const replica of this.#replicas) replica.crash();
    scheduler.after(50, undefined, 'power is back', () => {
      for (const replica of this.#replicas) replica.restart();
    });
  }

  /** Everything works again: what was interrupted is settled, and all is as it was said to be. */
  async #end(history: History): Promise<void> {
    this.#isOver = true;
    this.faults.isOver = true;
    const { scheduler, faults } = this.machines;
    const stopped = Math.max(...this.#replicas.map(({ process }) => process.stoppedUntil)) - scheduler.time;
    // Every other time what is in memory gets to the disk on its own.
    await scheduler.wait(
      Math.max(stopped, 0) + (scheduler.chance.isTrue(0.5) ? 35_000 : 1000),
      undefined,
      'the end is near',
    );
    if (faults.plan.powerCutEvery > 0) {
      this.machines.cutPower();
      for (const replica of this.#replicas) replica.crash();
    }
    for (const replica of this.#replicas) {
      if (faults.plan.sync > 0) replica.crash();
      replica.restart();
    }
    await Promise.all(this.#replicas.map((replica) => replica.starting));
    const library = this.#replicas[0]?.library;
    if (library === undefined) throw new Error('The library cannot be opened any more.');
    // As long as the lease of a process that died on another machine, and a look by the sweeper.
    for (let looks = 0; looks < 8 && (await library.journal.intents()).length > 0; looks++) {
      await scheduler.wait(5000, undefined, 'leases run out');
    }
    for (const file of FILES) {
      const begins = history.now();
      const found = (await library.read(file))?.sha256 ?? null;
      history.add({ name: 'last read', begins, ends: history.now(), finds: { [nameOf(file)]: found }, makes: {} });
    }
    // A request that was under way when its process died may have arrived after everything was settled.
    for (const file of FILES) await library.known(file);
    history.violations.push(...(await checkEnd(library, history)));
  }
}

function shown({ name, begins, ends, finds, makes }: History['operations'][number]): string {
  const short = (values: Readonly<Record<string, string | null>>) =>
    Object.entries(values)
      .map(([key, value]) => `${key}=${value?.slice(0, 6) ?? 'nothing'}`)
      .join(' ');
  return `  ${begins}–${ends} ${name}: found ${short(finds)}${Object.keys(makes).length > 0 ? `, made ${short(makes)}` : ''}`;
}
