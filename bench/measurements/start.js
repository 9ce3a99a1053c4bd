import { ratioColumns, ratios } from '../report/ratios.js';
import { fixed } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, quantile } from '../statistics.js';

/** From the spawn of the process to its answer to `initialize`. */
export const start = {
  id: 'start',
  title: 'Start: spawn to the answer to initialize',

  run: (rows, effort) =>
    interleave(rows, effort.starts, 'start', async (row) => {
      const client = await row.start();
      await client.stop();
      return client.startMs;
    }),

  report(rows, samples) {
    const count = samples[rows[0].name].length;
    return {
      about: `${count} starts a row.`,
      columns: ['', 'median ms', 'min ms', 'p90 ms', ...ratioColumns(rows)],
      lines: rows.map((row) => {
        const times = samples[row.name];
        const figures = [median(times), Math.min(...times), quantile(times, 0.9)];
        return [row.name, ...figures.map((ms) => fixed(ms, 1)), ...ratios(rows, row, samples)];
      }),
    };
  },
};
