import type { Chance } from './chance.ts';

/** What goes wrong in a history, as shares of all calls or as times between two of a kind. */
export interface FaultPlan {
  /** Calls of the storage that fail, before or after they have done their work. */
  readonly storage: number;
  readonly journal: number;
  readonly sync: number;
  /** Calls that take long, and how long at most. */
  readonly slow: number;
  readonly slowestMs: number;
  /** Changes right before which the system stops their process, longer than its lease now and then. */
  readonly stopBefore: number;
  /** Milliseconds between two of them, about; 0 for none. */
  readonly crashEvery: number;
  readonly stopEvery: number;
  readonly powerCutEvery: number;
}

export const CALM: FaultPlan = {
  storage: 0,
  journal: 0,
  sync: 0,
  slow: 0,
  slowestMs: 8000,
  stopBefore: 0,
  crashEvery: 0,
  stopEvery: 0,
  powerCutEvery: 0,
};

const KINDS: Readonly<Record<string, Partial<FaultPlan>>> = {
  calm: {},
  slow: { slow: 0.1, slowestMs: 800 },
  crashes: { crashEvery: 150 },
  stops: { stopEvery: 300, stopBefore: 0.1 },
  power: { powerCutEvery: 250 },
  failures: { storage: 0.03, journal: 0.03, sync: 0.01, slow: 0.01 },
  everything: {
    storage: 0.01,
    journal: 0.01,
    sync: 0.002,
    slow: 0.01,
    stopBefore: 0.03,
    crashEvery: 300,
    stopEvery: 300,
    powerCutEvery: 600,
  },
};

export function drawFaults(chance: Chance): FaultPlan & { readonly kind: string } {
  const kind = chance.pick(Object.keys(KINDS));
  return { ...CALM, ...KINDS[kind], kind };
}

/** What becomes of a call. */
export type Fate = 'done' | 'not done' | 'done without an answer';

/** Decides what goes wrong. */
export class Faults {
  isOver = false;

  constructor(
    readonly plan: FaultPlan,
    private readonly chance: Chance,
  ) {}

  fate(what: 'storage' | 'journal'): Fate {
    if (this.isOver || !this.chance.isTrue(this.plan[what])) return 'done';
    return this.chance.isTrue(0.5) ? 'not done' : 'done without an answer';
  }

  syncFails(): boolean {
    return !this.isOver && this.chance.isTrue(this.plan.sync);
  }

  /** For how long the system stops a process that is about to change something. */
  stopMs(): number {
    return !this.isOver && this.chance.isTrue(this.plan.stopBefore) ? this.drawStop() : 0;
  }

  drawStop(): number {
    return this.chance.pick([200, 6000, 12_000, 25_000]);
  }

  /** How long an agent thinks: where processes stop for long, others shall still be there. */
  thinkMs(): number {
    const isLong = this.plan.stopBefore > 0 && this.chance.isTrue(0.3);
    return this.chance.between(0, isLong ? 5000 : 20);
  }

  /** How long something takes. */
  latency(): number {
    if (!this.isOver && this.plan.slow > 0 && this.chance.isTrue(this.plan.slow))
      return this.chance.between(100, this.plan.slowestMs);
    return this.chance.isTrue(0.2) ? this.chance.between(0, 8) : this.chance.between(0, 1);
  }
}
