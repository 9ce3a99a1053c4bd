import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';

/** Something that happens later, unless it is cancelled. */
export interface Timer {
  cancel(): void;
}

/** What is never the same twice: clocks, waiting and chance. It comes in from outside, so that a run can be replayed. */
export interface World {
  /** Milliseconds since 1970; somebody may set this clock. */
  now(): number;
  /** Milliseconds by a clock that nobody sets. */
  monotonic(): number;
  /** At least 0 and less than 1; never for secrets. */
  random(): number;
  uuid(): string;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Lets everybody else who is ready have the thread first. */
  turn(): Promise<void>;
  /** Does something once. A process that has nothing else to do ends before, unless it is told to wait. */
  after(ms: number, work: () => void, waits?: 'process waits'): Timer;
  /** Does something again and again; no process stays for it. */
  every(ms: number, work: () => void): Timer;
}

/** The clocks, timers and dice of the system. */
export const realWorld: World = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => Math.random(),
  uuid: () => randomUUID(),
  sleep: (ms, signal) => sleep(ms, undefined, { signal }),
  turn: () => nextTurn(),
  after(ms, work, waits) {
    const timer = setTimeout(work, ms);
    if (waits === undefined) timer.unref();
    return { cancel: () => clearTimeout(timer) };
  },
  every(ms, work) {
    const timer = setInterval(work, ms).unref();
    return { cancel: () => clearInterval(timer) };
  },
};
