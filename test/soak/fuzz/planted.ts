import type { Sort } from './sort.ts';

const WAYS = ['throws', 'rejects', 'takes long', 'hangs', 'dies'] as const;
type Way = (typeof WAYS)[number];

/** One case in eight goes wrong, in a way that is drawn. */
export const planted: Sort<Way | undefined> = {
  make: (random) => (random.below(8) === 0 ? random.pick(WAYS) : undefined),
  run(way) {
    if (way === 'throws') throw new TypeError('planted');
    if (way === 'rejects') void Promise.reject(new Error('planted, and nobody waits'));
    if (way === 'dies') process.kill(process.pid, 'SIGKILL');
    const until = way === 'hangs' ? Number.POSITIVE_INFINITY : way === 'takes long' ? performance.now() + 1200 : 0;
    while (performance.now() < until);
  },
  show: String,
};
