import { figureOf } from '../measurements/load.js';
import { atLeast } from '../report/targets.js';
import { medianRatio } from '../statistics.js';

const QUARTET = 'quartet serve';

export function httpTargets({ load }) {
  const rates = figureOf(load.rounds, 'inFlightRate');
  return [
    atLeast('64 in flight, × SDK only', 3, medianRatio(rates[QUARTET], rates['SDK only'])),
    atLeast('64 in flight, × bare node:http', 0.35, medianRatio(rates[QUARTET], rates['bare node:http'])),
  ];
}
