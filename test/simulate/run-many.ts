import { execFileSync } from 'node:child_process';
import { simulate } from './simulation.ts';
import { BUGS, isBug } from './world/planted-bugs.ts';

interface Run {
  readonly seed: number;
  readonly histories: number;
  readonly steps: number;
  readonly bug?: string | undefined;
  readonly trace: boolean;
}

const MOST_SHOWN = 5;

/** Lives through histories from a seed on and tells how it went; gives how many failed. A planted bug ends with the first that does. */
export async function runMany({ seed, histories, steps, bug, trace }: Run): Promise<number> {
  if (bug !== undefined && !isBug(bug)) throw new Error(`--bug must be one of ${BUGS.join(', ')}, not "${bug}".`);
  const started = performance.now();
  let [failures, unknown, operations] = [0, 0, 0];
  const seen: Record<string, number> = {};
  for (let one = seed; one < seed + histories; one++) {
    const onStep = trace ? (line: string) => console.log(line) : undefined;
    const report = await simulate({ seed: one, steps, bug: isBug(bug) ? bug : undefined, ...(onStep && { onStep }) });
    operations += report.operations;
    unknown += report.unknown;
    const kind = `${report.setup}, ${report.faults}`;
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (trace) console.log(report);
    if (report.violations.length === 0) continue;
    failures++;
    if (failures <= MOST_SHOWN) {
      console.log(`seed ${one} (${kind}, ${report.trace}): ${report.violations.join('\n')}`);
      console.log(
        `replay: npm run simulate -- --seed ${one} --histories 1 --steps ${steps}${bug ? ` --bug ${bug}` : ''} --trace   (commit ${commit()})`,
      );
    }
    if (bug !== undefined) {
      console.log(`${bug}: found after ${one - seed + 1} seeds`);
      return failures;
    }
  }
  const minutes = (performance.now() - started) / 60_000;
  const rate = Math.round(histories / minutes);
  console.log(
    `seeds ${seed} to ${seed + histories - 1}: ${histories} histories of ${steps} calls, ${rate} a minute, ${failures} failures (commit ${commit()})`,
  );
  console.log(
    `${operations} calls were judged, of ${unknown} nobody knew the end; ${Object.entries(seen)
      .map(([kind, count]) => `${kind}: ${count}`)
      .join('; ')}`,
  );
  return failures;
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
