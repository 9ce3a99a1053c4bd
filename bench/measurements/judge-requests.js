import { fixed, thousands } from '../report/table.js';
import { median, quantile } from '../statistics.js';

/** How long requests to a judge inside of the same process take, by kind. */
export const judgeRequests = {
  id: 'judgeRequests',
  title: 'Requests',

  async run(rows, { rounds }) {
    const samples = Object.fromEntries(rows.map(({ name }) => [name, []]));
    for (let round = 0; round < rounds * 20; round++)
      for (const row of rows) {
        const { path, isRight } = row.ask(round);
        const started = performance.now();
        const response = await row.judge.fetch(new Request(`http://judge${path}`));
        const body = await response.json();
        samples[row.name].push(performance.now() - started);
        if (response.status !== 200 || !isRight(body))
          throw new Error(`${path}: ${JSON.stringify(body).slice(0, 300)}`);
      }
    return samples;
  },

  report(rows, samples) {
    const [{ name }] = rows;
    return {
      about: `${thousands(samples[name].length)} requests of each kind, in turn, each a different one; every answer is read and checked.`,
      columns: ['', 'p50 ms', 'p95 ms'],
      lines: rows.map((row) => [
        row.name,
        fixed(median(samples[row.name]), 2),
        fixed(quantile(samples[row.name], 0.95), 2),
      ]),
    };
  },
};
