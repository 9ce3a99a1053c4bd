/** Something that must not happen. */
export interface Finding {
  readonly case: number;
  readonly what: string;
  readonly details: string;
  readonly input: string;
}

/** What a process that has come to its end tells of its cases. */
export interface Summary {
  readonly cases: number;
  readonly elapsedMs: number;
  readonly slowestMs: number;
  readonly slowest: number;
  /** What is held more at the end than after a quarter of the cases. */
  readonly grownMb: number;
}

export interface SortReport extends Summary {
  readonly sort: string;
  readonly seed: number;
  readonly findings: readonly Finding[];
}

/** One line a sort, and below it what was found, with the command that shows it again. */
export function reportText({
  sort,
  seed,
  cases,
  elapsedMs,
  slowestMs,
  slowest,
  grownMb,
  findings,
}: SortReport): string {
  const rate = Math.round(cases / (elapsedMs / 1000)).toLocaleString('en');
  const figures = `seed ${seed}, ${cases.toLocaleString('en')} cases, ${rate} a second`;
  const slow = slowest >= 0 ? `, slowest ${slowestMs.toFixed(1)} ms (case ${slowest})` : '';
  const line = `${sort}: ${figures}${slow}, ${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(1)} MB held: ${findings.length === 0 ? 'nothing found' : 'FAILED'}`;
  return [line, ...findings.map((finding) => findingText(sort, seed, finding))].join('\n');
}

function findingText(sort: string, seed: number, { case: index, what, details, input }: Finding): string {
  const again = `npm run fuzz -- --only=${sort} --seed ${seed} --case ${index}`;
  const lines = [
    `case ${index}: ${what}`,
    ...details.split('\n').filter(Boolean),
    `input: ${input}`,
    `again: ${again}`,
  ];
  return lines.map((line) => `  ${line}`).join('\n');
}
