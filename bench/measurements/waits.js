import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { fixed, thousands } from '../report/table.js';
import { interleave } from '../rounds.js';
import { median, quantile } from '../statistics.js';

const WARM_UP = 200;
const NOTHING_MS = 3000;

/**
 * How long small calls wait while a heavy one runs. A row has `serve`, the `tool` and `args` of the heavy call, and `small(client, n)`,
 * which makes a small one. A row without a tool shows what the machine alone makes them wait.
 */
export function waits(mostRounds) {
  return {
    id: 'waits',
    title: 'Small reads beside heavy calls',

    run: (rows, effort) =>
      interleave(rows, Math.min(effort.rounds, mostRounds), 'waits', async (row) => {
        row.before?.();
        const client = await row.serve();
        for (let n = 0; n < WARM_UP; n++) await row.small(client, n);
        const measured = await waitsBeside(client, row);
        await client.stop();
        return measured;
      }),

    report: (rows, samples) => ({
      about:
        `A server behind HTTP, new each round, with ${WARM_UP} reads behind it; the heavy call is its first of that kind. While it runs, another client ` +
        `reads one lesson after the other. Beside nothing, the machine alone makes them wait. ${samples[rows[0].name].length} rounds; the longest wait is that of all rounds.`,
      columns: ['beside', 'heavy call ms', 'reads', 'p50 ms', 'p99 ms', 'longest ms'],
      lines: rows.map(({ name }) => {
        const all = samples[name].flatMap((sample) => sample.waits);
        return [
          name,
          thousands(median(samples[name].map(({ ms }) => ms))),
          thousands(all.length),
          fixed(median(all), 1),
          fixed(quantile(all, 0.99), 1),
          fixed(longestWait(samples, name), 1),
        ];
      }),
    }),
  };
}

export function longestWait(samples, name) {
  return Math.max(...samples[name].flatMap((sample) => sample.waits));
}

async function waitsBeside(client, { tool, args, small }) {
  const taken = [];
  let done = false;
  const heavy = (tool ? heavyCall(client.url, tool, args) : sleep(NOTHING_MS, NOTHING_MS)).finally(() => {
    done = true;
  });
  for (let n = 0; !done; n++) {
    const started = performance.now();
    await small(client, n);
    taken.push(performance.now() - started);
  }
  return { ms: await heavy, waits: taken };
}

/** Gives the milliseconds that it took. */
function heavyCall(url, tool, args) {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('../heavy-call.js', import.meta.url), {
      workerData: { url: url.href, tool, args },
    });
    worker.once('error', reject);
    worker.once('message', ({ failure, ms }) => {
      if (failure === undefined) resolve(ms);
      else reject(new Error(`${tool}: ${failure}`));
    });
  });
}
