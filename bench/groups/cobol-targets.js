import { figureOf } from '../measurements/load.js';
import { atLeast, atMost } from '../report/targets.js';
import { median, medianRatio } from '../statistics.js';

const QUARTET = 'quartet cobol';
const FLOOR = 'bare loop';
const EVERYTHING = 'server-everything';

export function cobolTargets({ start, load, prose, figures }) {
  const rates = figureOf(load.rounds, 'inFlightRate');
  const idleMb = median(figureOf(load.rounds, 'idleMb')[QUARTET]);
  return [
    atMost('start, × bare loop', 1.8, medianRatio(start[QUARTET], start[FLOOR])),
    atMost('start, × server-everything', 0.6, medianRatio(start[QUARTET], start[EVERYTHING])),
    atLeast('64 in flight, × server-everything', 1.2, medianRatio(rates[QUARTET], rates[EVERYTHING])),
    atMost('idle memory, MB', 70, idleMb),
    // Flat: a longer line costs no more than it costs a program that only reads and parses it.
    atMost('`add` flat, prose: growth of × bare loop from 0.1 to 4 kB', 1.25, growth(prose, 4)),
    atMost('`add` flat, prose: growth from 0.1 to 64 kB', 1.25, growth(prose, 64)),
    atMost('`add` flat, figures: growth from 0.1 to 4 kB', 1.25, growth(figures, 4)),
    atMost('`add` flat, figures: growth from 0.1 to 64 kB', 1.25, growth(figures, 64)),
  ];
}

function growth({ rounds }, length) {
  return timesFloor(rounds, length) / timesFloor(rounds, 0.1);
}

function timesFloor(rounds, length) {
  const latencies = figureOf(rounds, length);
  return medianRatio(latencies[QUARTET], latencies[FLOOR]);
}
