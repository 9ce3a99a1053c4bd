import { fixed } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, quantile } from '../statistics.js';

const MS = 5000;

/** Swaps a second of one value that several clients want to change at once. A row has `start`, `clients`, and `swap(client, hash)`, which gives the new hash or, when it lost, the current one. */
export function contention(mostRounds) {
  return {
    id: 'contention',
    title: 'Swaps a second',

    run: (rows, effort) => interleave(rows, Math.min(effort.rounds, mostRounds), 'contention', contend),

    report: (rows, samples) => ({
      about: `${samples[rows[0].name].length} rounds of ${MS / 1000} s, each with a fresh server. A client that loses tries again with the hash that it was told, at once. The time of a swap is from its first try until it has won.`,
      columns: ['', 'swaps/s', 'p50 ms', 'p99 ms', 'tries a swap'],
      lines: rows.map(({ name }) => {
        const of = (figure) => fixed(median(samples[name].map((sample) => sample[figure])), 1);
        return [name, of('rate'), of('p50'), of('p99'), of('tries')];
      }),
    }),
  };
}

async function contend({ start, clients, swap, first }) {
  const client = await start();
  const hash = await first(client);
  const took = [];
  let tries = 0;
  const end = performance.now() + MS;
  const each = async () => {
    for (let known = hash; performance.now() < end; ) {
      const begun = performance.now();
      for (let won = false; !won; tries++) ({ won, hash: known } = await swap(client, known));
      took.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: clients }, each));
  await client.stop();
  return {
    rate: (took.length / MS) * 1000,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    tries: tries / took.length,
  };
}
