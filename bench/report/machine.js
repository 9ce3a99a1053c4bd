import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os';

/** What the figures depend on, and nothing that tells whose machine it is. */
export function describeMachine() {
  return [
    `- ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `- ${type()} ${process.arch}, Node.js ${process.version}`,
  ].join('\n');
}

/** How busy the machine was, to be told after a measurement. */
export function describeLoad(before) {
  const load = (averages) => averages.map((average) => average.toFixed(2)).join(', ');
  return `Load average (1, 5, 15 minutes): ${load(before)} before, ${load(loadavg())} after.`;
}
