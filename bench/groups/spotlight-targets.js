import { atLeast, atMost } from '../report/targets.js';
import { timesFaster } from '../spotlight/names.js';
import { firstSearches, laterSearches } from '../spotlight/searches.js';
import { median, medianRatio, quantile } from '../statistics.js';

export function spotlightTargets({ walks, searches, names, memory }) {
  const against = (what) => {
    const times = (row) => walks.samples[row].map((round) => round[what]);
    return medianRatio(times('quartet spotlight'), times('find'));
  };
  const first = firstSearches(searches.rounds);
  const later = laterSearches(searches.rounds);
  const ratios = later.quartet.map((ms, index) => ms / later.ripgrep[index]);
  const liveBytes = median(memory.rounds.map((round) => round.liveBytes));
  return [
    atMost('by kind, × find', 1.5, against('kind')),
    atMost('recent files, × find', 1.8, against('recent')),
    atMost('first search, × ripgrep', 2, medianRatio(first.quartet, first.ripgrep)),
    atMost('later searches, × ripgrep, median', 0.15, median(ratios)),
    atMost('later searches, × ripgrep, p95', 0.5, quantile(ratios, 0.95)),
    atLeast('names, times faster than server-filesystem', 20, timesFaster(names)),
    atMost('live memory of the index, × text', 0.25, liveBytes / memory.textBytes),
  ];
}
