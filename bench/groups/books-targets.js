import { figureOf } from '../measurements/load.js';
import { medianOf, ratioOf } from '../measurements/tasks.js';
import { atLeast, atMost } from '../report/targets.js';
import { medianRatio } from '../statistics.js';

export function callTargets({ load }) {
  const sequential = figureOf(load.rounds, 'sequentialRate');
  const inFlight = figureOf(load.rounds, 'inFlightRate');
  const reads = ['quartet books, read_content', 'server-filesystem, read_text_file'];
  return [
    atLeast('reads, sequential, × server-filesystem', 1.5, medianRatio(...reads.map((name) => sequential[name]))),
    atLeast('reads, 64 in flight, × server-filesystem', 1.5, medianRatio(...reads.map((name) => inFlight[name]))),
  ];
}

export function archiveTargets({ archive }) {
  return [
    atMost('archive, × zip -r', 1.5, ratioOf(archive, 'quartet, get_book_archive', 'zip -r')),
    atMost('archive, extra memory, MB', 64, medianOf(archive, 'quartet, get_book_archive', 'mb')),
    atMost('archive of the unchanged book, ms', 50, medianOf(archive, 'quartet, the same again')),
  ];
}

export function grepTargets({ grep }, patterns) {
  return patterns.flatMap((what) => [
    atMost(`grep, ${what}, cold, × rg`, 2, ratioOf(grep, `quartet, ${what}, cold`, `rg, ${what}`)),
    atMost(`grep, ${what}, warm, × rg`, 0.5, ratioOf(grep, `quartet, ${what}, warm`, `rg, ${what}`)),
  ]);
}

export function deltaTargets({ delta }) {
  return [
    atMost('delta over 10,000 files with 5 changes, ms', 20, medianOf(delta, 'delta_build, 5 changes in 10,000 files')),
  ];
}
