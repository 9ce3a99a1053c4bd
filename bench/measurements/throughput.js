import { fixed, thousands } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, medianRatio } from '../statistics.js';

const CALLERS = 32;

/**
 * How much several servers do together. A row has `start`, the number of servers as `count`, `read(client, n)` and
 * `write(client)`; `one` names the row of the same with one server.
 */
export function throughput(mostRounds) {
  return {
    id: 'throughput',
    title: 'Calls a second, of all servers together',

    run: (rows, effort) =>
      interleave(rows, Math.min(effort.rounds, mostRounds), 'throughput', async ({ start, count, read, write }) => {
        const clients = await Promise.all(Array.from({ length: count }, start));
        await rate(clients, effort.sequential / 10, read);
        const reads = await rate(clients, effort.sequential, read);
        const writes = await rate(clients, effort.sequential / 5, write);
        await Promise.all(clients.map((client) => client.stop()));
        return { reads, writes };
      }),

    report: (rows, samples) => ({
      about: `${CALLERS} callers. ${samples[rows[0].name].length} rounds.`,
      columns: ['set-up, servers', 'reads/s', '× one server', 'writes/s', '× one server'],
      lines: rows.map(({ name, one }) => [
        name,
        ...['reads', 'writes'].flatMap((what) => [
          thousands(median(samples[name].map((sample) => sample[what]))),
          fixed(timesOne(samples, name, one, what), 2),
        ]),
      ]),
    }),
  };
}

/** How many times what one server does. */
function timesOne(samples, name, one, what) {
  const of = (row) => samples[row].map((sample) => sample[what]);
  return medianRatio(of(name), of(one));
}

/** Calls a second: each caller begins the next call when its last has been answered. */
async function rate(clients, calls, ask) {
  let begun = 0;
  const started = performance.now();
  const caller = async (_, at) => {
    while (begun < calls) await ask(clients[at % clients.length], begun++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return calls / ((performance.now() - started) / 1000);
}
