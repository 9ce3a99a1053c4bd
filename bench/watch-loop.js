// Loaded into a process before its own code: measures how long its event loop is blocked from one SIGUSR2 to the next, and writes the longest block.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { BENCH_LOOP_FILE } = process.env;
if (isMainThread && BENCH_LOOP_FILE !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  process.on('SIGUSR2', () => {
    if (!delay.disable()) delay.enable();
    else writeFileSync(BENCH_LOOP_FILE, String(delay.max / 1e6));
  });
}
