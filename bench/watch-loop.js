// Loaded into a server before its own code: measures how long its event loop is blocked, from SIGUSR2 on, and writes the longest block when it ends.
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { BENCH_LOOP_FILE } = process.env;
if (isMainThread && BENCH_LOOP_FILE !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  process.on('SIGUSR2', () => delay.reset());
  process.on('exit', () => writeFileSync(BENCH_LOOP_FILE, String(delay.max / 1e6)));
}
