// Loaded into a server before its own code: writes down every so often how the process is.
import { appendFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const { QUARTET_SOAK_FILE: file, QUARTET_SOAK_MS: everyMs } = process.env;
if (isMainThread && file !== undefined) {
  const RESOLUTION_MS = 10;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  setInterval(() => {
    const { rss, heapUsed, external } = process.memoryUsage();
    const handles = process.getActiveResourcesInfo().length;
    // A timer that is on time counts as one of its periods.
    const delayMs = Math.max(0, delay.percentile(99) / 1e6 - RESOLUTION_MS);
    delay.reset();
    appendFileSync(file, `${JSON.stringify({ at: Date.now(), rss, heap: heapUsed + external, handles, delayMs })}\n`);
  }, Number(everyMs)).unref();
}
