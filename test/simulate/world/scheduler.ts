import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Chance } from './chance.ts';

/** Whoever something happens to: it does not when it has died, and later when it is stopped. */
export interface Happens {
  readonly name: string;
  readonly isAlive: boolean;
  readonly stoppedUntil: number;
}

interface Event {
  at: number;
  readonly order: number;
  readonly to: Happens | undefined;
  readonly label: string;
  run(): void;
}

/** What is left to a real turn of the loop, such as a pause in long work, waits for so many steps at most. */
const STEPS_A_TURN = 16;

/** Settled when all promises that could be have been; unlike a turn of the loop, nothing is asked of the system. */
function everybodyWaits(): Promise<void> {
  return new Promise((resolve) => {
    process.nextTick(resolve);
  });
}

const MOST_STEPS = 200_000;
/** What the library itself leaves to the next turn of the loop has happened by then. */
const TURNS_WITHOUT_EVENT = 50;

/** Time and order of a history. All waiting ends here, one wait at a time; in between everybody goes as far as they can. */
export class Scheduler {
  time = 0;
  steps = 0;
  #order = 0;
  readonly #queue: Event[] = [];
  #trace = [0xdeadbeef, 0x41c6ce57];
  /** Told of each step. */
  onStep: ((line: string) => void) | undefined;

  constructor(readonly chance: Chance) {}

  /** Something happens after so many milliseconds; gives the way to call it off. */
  after(ms: number, to: Happens | undefined, label: string, run: () => void): () => void {
    const event: Event = { at: this.time + Math.max(0, ms), order: this.#order++, to, label, run };
    this.#queue.push(event);
    return () => this.#drop(event);
  }

  wait(ms: number, to: Happens | undefined, label: string): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, to, label, resolve);
    });
  }

  /** Lets everything happen until some work is done; gives what it gives. */
  async until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    for (let idle = 0; ; ) {
      await (idle > 0 || this.steps % STEPS_A_TURN === 0 ? nextTurn() : everybodyWaits());
      if (isDone) return work;
      const event = this.#next();
      if (event === undefined) {
        if (++idle > TURNS_WITHOUT_EVENT) throw new Error('Nothing happens any more, and somebody still waits.');
        continue;
      }
      idle = 0;
      if (++this.steps > MOST_STEPS) throw new Error('This history does not end.');
      this.note(`${event.to?.name ?? 'world'} ${event.label}`);
      event.run();
    }
  }

  /** Adds a line to what tells this history from others. */
  note(line: string): void {
    const text = `${this.time.toFixed(3)} ${line}`;
    this.onStep?.(text);
    let [one = 0, two = 0] = this.#trace;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    this.#trace = [one, two];
  }

  /** The same for the same history. */
  get trace(): string {
    return this.#trace.map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #next(): Event | undefined {
    for (;;) {
      let first: Event | undefined;
      for (const event of this.#queue) {
        if (first === undefined || event.at < first.at || (event.at === first.at && event.order < first.order))
          first = event;
      }
      if (first === undefined) return undefined;
      if (first.to?.isAlive !== false) this.time = Math.max(this.time, first.at);
      if (first.to !== undefined && first.to.isAlive && first.to.stoppedUntil > this.time) {
        first.at = first.to.stoppedUntil;
        continue;
      }
      this.#drop(first);
      if (first.to?.isAlive !== false) return first;
    }
  }

  #drop(event: Event): void {
    const at = this.#queue.indexOf(event);
    if (at !== -1) this.#queue.splice(at, 1);
  }
}
