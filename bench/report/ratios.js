import { medianRatio } from '../statistics.js';
import { fixed } from './table.js';

/** One column for each row that others are compared with. */
export function ratioColumns(rows) {
  return rows.filter((row) => row.peer).map((peer) => `× ${peer.name}`);
}

export function ratios(rows, row, samples) {
  const peers = rows.filter((other) => other.peer);
  return peers.map((peer) => (peer === row ? '1' : fixed(medianRatio(samples[row.name], samples[peer.name]), 2)));
}
