import { setTimeout as sleep } from 'node:timers/promises';
import { callInFlight, callSequentially } from '../calls.js';
import { onOwnCores } from '../cores.js';
import { ratioColumns, ratios } from '../report/ratios.js';
import { fixed, thousands } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median } from '../statistics.js';

const IN_FLIGHT = 64;
const IDLE_MS = 300;

/** Throughput, latency and memory of a fresh server, round by round. */
export const load = {
  id: 'load',
  title: 'Calls and memory',

  async run(rows, effort) {
    const rounds = await interleave(rows, effort.rounds, 'load', (row) => loadOnce(row, effort));
    return { effort, rounds };
  },

  report(rows, { effort, rounds }) {
    const of = (row, figure) => median(rounds[row.name].map((round) => round[figure]));
    return {
      about:
        `${effort.rounds} rounds, each with a fresh server: ${IDLE_MS} ms idle, ${thousands(effort.warmUp)} calls to warm up, ` +
        `${thousands(effort.sequential)} calls one after the other, ${thousands(effort.inFlight)} calls with ${IN_FLIGHT} in ` +
        `flight. The ratios are of the calls with ${IN_FLIGHT} in flight.`,
      columns: [
        '',
        'sequential calls/s',
        'p50 µs',
        `${IN_FLIGHT} in flight calls/s`,
        ...ratioColumns(rows),
        'idle MB',
        'after load MB',
      ],
      lines: rows.map((row) => [
        row.name,
        thousands(of(row, 'sequentialRate')),
        fixed(of(row, 'p50') * 1000, 0),
        thousands(of(row, 'inFlightRate')),
        ...ratios(rows, row, figureOf(rounds, 'inFlightRate')),
        fixed(of(row, 'idleMb'), 1),
        fixed(of(row, 'loadedMb'), 1),
      ]),
    };
  },
};

/** One figure of all rounds, by row. */
export function figureOf(rounds, figure) {
  return Object.fromEntries(Object.entries(rounds).map(([name, all]) => [name, all.map((round) => round[figure])]));
}

async function loadOnce(row, effort) {
  const client = await row.start();
  await sleep(IDLE_MS);
  const idleMb = client.residentMb();
  const speed = await onOwnCores(client, () => speedOf(client, row, effort));
  const loadedMb = client.residentMb();
  await client.stop();
  return { idleMb, loadedMb, ...speed };
}

async function speedOf(client, row, effort) {
  await callInFlight(client, row, effort.warmUp, IN_FLIGHT);
  const latencies = await callSequentially(client, row, effort.sequential);
  const sequentialMs = latencies.reduce((sum, latency) => sum + latency, 0);
  const inFlightMs = await callInFlight(client, row, effort.inFlight, IN_FLIGHT);
  return {
    p50: median(latencies),
    sequentialRate: (effort.sequential / sequentialMs) * 1000,
    inFlightRate: (effort.inFlight / inFlightMs) * 1000,
  };
}
