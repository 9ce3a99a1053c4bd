import { availableParallelism, cpus, loadavg, totalmem, type } from 'node:os';

/** What the figures depend on, and nothing that tells whose machine it is. */
export function describeMachine() {
  return [
    `- ${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown CPU'}, ${Math.round(totalmem() / 2 ** 30)} GiB of memory`,
    `- ${type()} ${process.arch}, Node.js ${process.version}`,
  ].join('\n');
}

/** When it was, and how busy the machine was, to be told after a measurement. */
export function describeLoad(before) {
  const load = (averages) => averages.map((average) => average.toFixed(2)).join(', ');
  const today = new Date().toISOString().slice(0, 10);
  return `Measured on ${today}. Load average (1, 5, 15 minutes): ${load(before)} before, ${load(loadavg())} after.`;
}
