// Lives through many histories of the library: `npm run simulate -- [--seed N] [--histories K] [--steps M] [--workers W] [--bug NAME] [--trace]`.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { importTypeScript } from '../../scripts/import-typescript.js';

/** So many histories go to a worker at once. */
const SHARE = 200;

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    histories: { type: 'string', default: '1000' },
    steps: { type: 'string', default: '40' },
    workers: { type: 'string', default: String(availableParallelism()) },
    bug: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
});
const { runRange, nothingYet, add, tell } = await importTypeScript(`export * from './test/simulate/run-many.ts';`);
const whole = { seed: Number(values.seed), histories: Number(values.histories) };
const how = { steps: Number(values.steps), bug: values.bug, trace: values.trace };

if (process.send) {
  process.on('message', async (range) => process.send(await runRange(range, how)));
  process.on('disconnect', () => process.exit());
  process.send('ready');
} else {
  const started = performance.now();
  const tally = nothingYet();
  // One after the other where each step is to be seen, or the first failure ends it.
  const isAlone = how.trace || how.bug !== undefined || whole.histories <= SHARE || Number(values.workers) <= 1;
  if (isAlone) add(tally, await runRange(whole, how));
  else await shared(whole, Math.min(Number(values.workers), Math.ceil(whole.histories / SHARE)), tally);
  tell(whole, how, tally, (performance.now() - started) / 60_000);
  process.exitCode = tally.failures.length > 0 && values.bug === undefined ? 1 : 0;
}

/** Every history depends on its seed alone, so that it does not matter who lives through it. */
async function shared({ seed, histories }, workers, tally) {
  let next = seed;
  await Promise.all(Array.from({ length: workers }, work));

  async function work() {
    const child = fork(fileURLToPath(import.meta.url), process.argv.slice(2));
    const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`A worker ended with ${code}.`)));
    ended.catch(() => {});
    for (let [answer] = await Promise.race([once(child, 'message'), ended]); ; ) {
      if (answer !== 'ready') add(tally, answer);
      if (next >= seed + histories) break;
      const range = { seed: next, histories: Math.min(SHARE, seed + histories - next) };
      next += range.histories;
      child.send(range);
      [answer] = await Promise.race([once(child, 'message'), ended]);
    }
    child.disconnect();
  }
}
