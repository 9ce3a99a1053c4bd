import { fixed } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, medianRatio, quantile } from '../statistics.js';

/**
 * Whole pieces of work, timed round by round. A row has `measure()`, which gives milliseconds or `{ ms, mb }`; `against`
 * names the row it is compared with.
 */
export function tasks(id, title, about, mostRounds = 9) {
  return {
    id,
    title,

    run: (rows, effort) =>
      interleave(rows, Math.min(effort.rounds, mostRounds), id, async (row) => {
        const taken = await row.measure();
        return typeof taken === 'number' ? { ms: taken, mb: Number.NaN } : taken;
      }),

    report: (rows, samples) => ({
      about: `${about} ${samples[rows[0].name].length} rounds.`,
      columns: ['', 'median ms', 'p90 ms', 'ratio', 'compared with', 'extra MB'],
      lines: rows.map((row) => {
        const ms = samples[row.name].map((sample) => sample.ms);
        const mb = median(samples[row.name].map((sample) => sample.mb));
        const other = row.against && samples[row.against].map((sample) => sample.ms);
        const ratio = other ? fixed(medianRatio(ms, other), 2) : '';
        const extra = Number.isNaN(mb) ? '' : fixed(mb, 1);
        return [row.name, fixed(median(ms), 1), fixed(quantile(ms, 0.9), 1), ratio, row.against ?? '', extra];
      }),
    }),
  };
}

/** The median of a task's milliseconds, or of its extra memory. */
export function medianOf(samples, name, figure = 'ms') {
  return median(samples[name].map((sample) => sample[figure]));
}

/** How many times the other's milliseconds a task takes. */
export function ratioOf(samples, name, other) {
  return medianRatio(
    samples[name].map(({ ms }) => ms),
    samples[other].map(({ ms }) => ms),
  );
}
