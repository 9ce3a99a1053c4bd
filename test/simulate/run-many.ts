import { execFileSync } from 'node:child_process';
import { simulate } from './simulation.ts';
import { BUGS, isBug } from './world/planted-bugs.ts';

/** Histories of seeds that follow each other. */
export interface Range {
  readonly seed: number;
  readonly histories: number;
}

export interface How {
  readonly steps: number;
  readonly bug?: string | undefined;
  readonly trace: boolean;
}

export interface Failure {
  readonly seed: number;
  readonly text: string;
}

/** What came of histories. */
export interface Tally {
  readonly failures: Failure[];
  operations: number;
  unknown: number;
  /** How many there were of each setup and each kind of fault. */
  readonly kinds: Record<string, number>;
}

const MOST_SHOWN = 5;

export const nothingYet = (): Tally => ({ failures: [], operations: 0, unknown: 0, kinds: {} });

/** Lives through the histories of a range. A planted bug ends with the first that fails. */
export async function runRange({ seed, histories }: Range, { steps, bug, trace }: How): Promise<Tally> {
  if (bug !== undefined && !isBug(bug)) throw new Error(`--bug must be one of ${BUGS.join(', ')}, not "${bug}".`);
  const tally = nothingYet();
  for (let one = seed; one < seed + histories; one++) {
    const onStep = trace ? (line: string) => console.log(line) : undefined;
    const report = await simulate({ seed: one, steps, bug, ...(onStep && { onStep }) });
    const kind = `${report.setup}, ${report.faults}`;
    add(tally, { failures: [], operations: report.operations, unknown: report.unknown, kinds: { [kind]: 1 } });
    if (trace) console.log(report);
    if (report.violations.length === 0) continue;
    const again = `npm run simulate -- --seed ${one} --histories 1 --steps ${steps}${bug ? ` --bug ${bug}` : ''} --trace`;
    const text = `seed ${one} (${kind}, ${report.trace}): ${report.violations.join('\n')}\nreplay: ${again}`;
    tally.failures.push({ seed: one, text });
    if (bug !== undefined) break;
  }
  return tally;
}

/** Adds what came of other histories, and tells of the first ones that failed. */
export function add(sum: Tally, { failures, operations, unknown, kinds }: Tally): void {
  for (const failure of failures) {
    sum.failures.push(failure);
    if (sum.failures.length <= MOST_SHOWN) console.log(`${failure.text}   (commit ${commit()})`);
  }
  sum.operations += operations;
  sum.unknown += unknown;
  for (const [kind, count] of Object.entries(kinds)) sum.kinds[kind] = (sum.kinds[kind] ?? 0) + count;
}

/** Tells how it went; the same for the same seeds but for the rate. */
export function tell({ seed, histories }: Range, { steps, bug }: How, tally: Tally, minutes: number): void {
  const seeds = tally.failures.map((failure) => failure.seed).sort((a, b) => a - b);
  if (bug !== undefined && seeds[0] !== undefined) {
    console.log(`${bug}: found after ${seeds[0] - seed + 1} seeds`);
    return;
  }
  const rate = Math.round(histories / minutes);
  console.log(
    `seeds ${seed} to ${seed + histories - 1}: ${histories} histories of ${steps} calls, ${rate} a minute, ${seeds.length} failures (commit ${commit()})`,
  );
  if (seeds.length > 0) console.log(`failed: ${seeds.join(', ')}`);
  const kinds = Object.entries(tally.kinds).sort(([a], [b]) => (a < b ? -1 : 1));
  console.log(
    `${tally.operations} calls were judged, of ${tally.unknown} nobody knew the end; ${kinds
      .map(([kind, count]) => `${kind}: ${count}`)
      .join('; ')}`,
  );
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
