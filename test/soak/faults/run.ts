import { Random } from '../../harness/random.ts';
import { QUARTET } from '../../harness/server-process.ts';
import type { Fault } from './damage.ts';
import { FILE_FAULTS, FOLDER_FAULTS } from './file-faults.ts';
import { Ground } from './ground.ts';
import { JOURNAL_FAULTS } from './journal-faults.ts';
import { type FaultReport, Series } from './series.ts';
import { STORE_FAULTS } from './store-faults.ts';

export const FAULTS: readonly Fault[] = [...FILE_FAULTS, ...FOLDER_FAULTS, ...JOURNAL_FAULTS, ...STORE_FAULTS];

/** What a run does, and with what. */
export interface FaultRun {
  readonly rounds: number;
  readonly seed: number;
  readonly program?: string;
  /** Only faults whose name contains this. */
  readonly only?: string;
  onRound?(round: number, history: string): void;
}

/**
 * Damages a library in one way after the other while a server works on it, uses all tools meanwhile, and takes the damage
 * back. Throws at the first answer that is not as it should be, with the history of the round.
 */
export async function faultRounds({
  rounds,
  seed,
  program = QUARTET,
  only = '',
  onRound,
}: FaultRun): Promise<FaultReport> {
  const random = new Random(seed);
  const grounds = [new Ground(false), new Ground(true)].map((ground) => new Series(ground, random, program));
  const faults = FAULTS.filter(({ name }) => name.includes(only));
  let order: Fault[] = [];
  try {
    for (const series of grounds) await series.begin();
    for (let round = 0; round < rounds; round++) {
      const series = grounds[round % 4 === 3 ? 1 : 0] as Series;
      const isPossible = (fault: Fault) => fault.isPossible?.(series.ground) ?? true;
      if (!order.some(isPossible)) order = [...order, ...shuffled(faults, random)];
      const fault = order.find(isPossible);
      if (fault === undefined) continue;
      order.splice(order.indexOf(fault), 1);
      await series.round(fault).catch((error: unknown) => {
        throw new Error(`seed ${seed}, round ${round}: ${series.history.join('; ')}: ${String(error)}`, {
          cause: error,
        });
      });
      onRound?.(round, series.history.join('; '));
    }
    for (const series of grounds) await series.end();
    return grounds.map(({ report }) => report).reduce(sumOf);
  } finally {
    for (const series of grounds) await series.clear();
  }
}

function shuffled<T>(from: readonly T[], random: Random): T[] {
  const rest = [...from];
  return from.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}

function sumOf(one: FaultReport, other: FaultReport): FaultReport {
  const struck = { ...one.struck };
  for (const [name, times] of Object.entries(other.struck)) struck[name] = (struck[name] ?? 0) + times;
  const sum = (key: Exclude<keyof FaultReport, 'struck'>) => one[key] + other[key];
  return {
    struck,
    rounds: sum('rounds'),
    calls: sum('calls'),
    failed: sum('failed'),
    restarts: sum('restarts'),
    refused: sum('refused'),
    repaired: sum('repaired'),
  };
}
