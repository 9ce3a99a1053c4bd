import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Inspector } from '../inspector.js';
import { benchPath } from '../servers.js';
import { median } from '../statistics.js';

const WATCH_ROUNDS = 5;

/** What a program keeps alive: the memory of all its threads after their garbage was collected, and how many folders they watch. */
export async function liveMemory(program) {
  const watches = watchesOf(program.pid);
  const inspector = await Inspector.open(program);
  // What the first collection finalizes, the second one frees.
  await inspector.inAllThreads('HeapProfiler.collectGarbage');
  await inspector.inAllThreads('HeapProfiler.collectGarbage');
  const threads = await inspector.evaluateInAllThreads('process.memoryUsage()');
  inspector.close();
  if (threads.length === 1) throw new Error('The threads that search are not there, so their memory is not measured.');
  const sum = (of) => threads.reduce((bytes, thread) => bytes + of(thread), 0);
  return {
    heap: sum(({ heapUsed }) => heapUsed),
    external: sum(({ external }) => external),
    buffers: sum(({ arrayBuffers }) => arrayBuffers),
    watches,
  };
}

/**
 * The bytes that one keeps alive and the other does not. Buffers are part of what is external, except shared ones, which are counted
 * with the buffers of the thread that made them and nowhere else. What a watch takes beside its objects is not counted by V8 at all.
 */
export function liveDifference(one, other, bytesPerWatch) {
  const by = (key) => one[key] - other[key];
  const watchBytes = by('watches') === 0 ? 0 : by('watches') * bytesPerWatch;
  return by('heap') + Math.max(by('external'), by('buffers')) + watchBytes;
}

/** The bytes that a watch takes in the allocator's heap: the median of some processes, since now and then one uses other memory. */
export function bytesOfWatch() {
  const measure = () => execFileSync(process.execPath, [benchPath('spotlight/watch-cost.js')], { encoding: 'utf8' });
  return median(Array.from({ length: WATCH_ROUNDS }, () => Number(measure())));
}

function watchesOf(pid) {
  const folder = `/proc/${pid}/fdinfo`;
  if (process.platform !== 'linux') return 0;
  const infos = readdirSync(folder).map((descriptor) => readFileSync(`${folder}/${descriptor}`, 'utf8'));
  return infos.join('\n').match(/^inotify /gm)?.length ?? 0;
}
