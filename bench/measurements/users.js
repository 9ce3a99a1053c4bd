import { ratioColumns, ratios } from '../report/ratios.js';
import { fixed, thousands } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, quantile } from '../statistics.js';
import { figureOf } from './load.js';

const USERS = 50;
const [WARM_UP_MS, MS] = [2000, 8000];

/** What a number of users get who each ask again as soon as they have their answer. */
export function users(mostRounds) {
  return {
    id: 'users',
    title: `${USERS} users`,

    run: (rows, effort) => interleave(rows, Math.min(effort.rounds, mostRounds), 'users', ask),

    report: (rows, samples) => ({
      about: `${samples[rows[0].name].length} rounds of ${MS / 1000} s, each with a fresh server and ${WARM_UP_MS / 1000} s to warm up. Every answer is checked.`,
      columns: ['', 'calls/s', ...ratioColumns(rows), 'mean ms', 'p95 ms', 'MB'],
      lines: rows.map((row) => {
        const of = (figure) => median(samples[row.name].map((sample) => sample[figure]));
        const rates = ratios(rows, row, figureOf(samples, 'rate'));
        return [
          row.name,
          thousands(of('rate')),
          ...rates,
          fixed(of('mean'), 1),
          fixed(of('p95'), 1),
          fixed(of('mb'), 1),
        ];
      }),
    }),
  };
}

async function ask(row) {
  const client = await row.start();
  await during(client, row, WARM_UP_MS);
  const took = await during(client, row, MS);
  const mb = client.residentMb();
  await client.stop();
  const mean = took.reduce((sum, ms) => sum + ms, 0) / took.length;
  return { rate: (took.length / MS) * 1000, mean, p95: quantile(took, 0.95), mb };
}

async function during(client, { tool, ask: question }, ms) {
  const took = [];
  let asked = 0;
  const end = performance.now() + ms;
  const user = async () => {
    while (performance.now() < end) {
      const { arguments: args, isRight } = question(asked++);
      const begun = performance.now();
      const { content } = await client.request('tools/call', { name: tool, arguments: args });
      took.push(performance.now() - begun);
      if (!isRight(content[0].text)) throw new Error(`${tool} answered ${content[0].text.slice(0, 200)}`);
    }
  };
  await Promise.all(Array.from({ length: USERS }, user));
  return took;
}
