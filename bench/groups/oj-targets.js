import { figureOf } from '../measurements/load.js';
import { atLeast, atMost } from '../report/targets.js';
import { medianRatio } from '../statistics.js';

const NATIVE = 'oj-mcp-rs 0.1.4';
const WARM = 'quartet oj, memo warm';

export function ojStartTargets({ start }) {
  return [atMost('start, × bare loop', 1.8, medianRatio(start['quartet oj'], start['bare loop']))];
}

export function ojCallTargets({ load }) {
  const sequential = figureOf(load.rounds, 'sequentialRate');
  const inFlight = figureOf(load.rounds, 'inFlightRate');
  return [
    atLeast('sequential, memo warm, × oj-mcp-rs', 1, medianRatio(sequential[WARM], sequential[NATIVE])),
    atLeast('64 in flight, memo warm, × oj-mcp-rs', 1, medianRatio(inFlight[WARM], inFlight[NATIVE])),
  ];
}
