import { openSync, writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { collectGarbage } from '../../../src/kernel/idle.ts';
import type { Finding, Summary } from './report.ts';
import { randomOf, type Sort } from './sort.ts';
import { SORTS, type SortName } from './sorts.ts';

const MOST_FINDINGS = 20;
const MIB = 1024 * 1024;

/** Runs cases of one sort: `child.js SORT SEED FROM TO RECORD`. Each is written down before it begins, so that who watches knows where it died. */
const [name, seedText, fromText, toText, recordFile] = process.argv.slice(2) as [
  SortName,
  string,
  string,
  string,
  string,
];
const [seed, from, to] = [Number(seedText), Number(fromText), Number(toText)];
const { limitMs } = SORTS[name];
const sort: Sort = await SORTS[name].load();
const record = openSync(recordFile, 'w');
const place = Buffer.alloc(8);
const seen = new Map<string, number>();
let current = from;

process.on('unhandledRejection', (reason) => {
  if (!sort.forgives?.(reason)) tell('a rejection that nobody handles', reason);
});

const summary = await run();
await sort.close?.();
process.send?.({ summary }, () => process.exit());

async function run(): Promise<Summary> {
  let slowestMs = 0;
  let slowest = from;
  let warmMb = 0;
  const warmAt = from + Math.floor((to - from) / 4);
  const started = performance.now();
  // What the case works with is as it was, when the cases since it was made have run as well.
  const first = sort.renewEvery === undefined ? from : from - (from % sort.renewEvery);
  for (current = first; current < to; current++) {
    place.writeDoubleLE(current);
    writeSync(record, place, 0, 8, 0);
    if (sort.renewEvery !== undefined && current % sort.renewEvery === 0) await sort.renew?.();
    const elapsedMs = await runCase(sort);
    if (elapsedMs > slowestMs) [slowestMs, slowest] = [elapsedMs, current];
    if (elapsedMs > limitMs) tell(`took longer than ${limitMs} ms`, undefined);
    // Rejections that nobody handles are told between turns: so they are told of the right case.
    await nextTurn();
    if (current === warmAt) warmMb = await heldMb();
  }
  return {
    cases: to - from,
    elapsedMs: performance.now() - started,
    slowestMs,
    slowest,
    grownMb: (await heldMb()) - warmMb,
  };
}

async function runCase({ make, run: runInput }: Sort): Promise<number> {
  const input = make(randomOf(seed, current));
  const started = performance.now();
  try {
    const running = runInput(input);
    if (running instanceof Promise) await running;
  } catch (error) {
    tell('failed', error);
  }
  return performance.now() - started;
}

/** What is still held after everything that nobody needs has gone. */
async function heldMb(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / MIB;
}

/** Each kind of failure is told once, with its first case; then it is counted. */
function tell(what: string, error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : (JSON.stringify(error) ?? '');
  const kind = what + stack.split('\n').slice(0, 3).join('\n').replaceAll(/\d+/g, '0');
  const times = (seen.get(kind) ?? 0) + 1;
  seen.set(kind, times);
  if (times > 1 || seen.size > MOST_FINDINGS) return;
  const input = sort.show(sort.make(randomOf(seed, current)));
  const finding: Finding = { case: current, what, details: stack.split('\n').slice(0, 8).join('\n'), input };
  process.send?.({ finding });
}
