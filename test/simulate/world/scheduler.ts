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

const MOST_STEPS = 200_000;
/** What the library itself leaves to the next turn of the loop has happened by then. */
const TURNS_WITHOUT_EVENT = 50;

/** Time and order of a history. All waiting ends here, one wait at a time; in between everybody goes as far as they can. */
export class Scheduler {
  time = 0;
  steps = 0;
  #order = 0;
  readonly #queue: Event[] = [];
  #one = 0xdeadbeef;
  #two = 0x41c6ce57;
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
  until<Result>(work: Promise<Result>): Promise<Result> {
    let isDone = false;
    const done = () => {
      isDone = true;
    };
    work.then(done, done);
    return new Promise((resolve, reject) => {
      let idle = 0;
      const step = () => {
        if (isDone) return resolve(work);
        try {
          idle = this.#step() ? 0 : idle + 1;
        } catch (error) {
          return reject(error);
        }
        if (idle > TURNS_WITHOUT_EVENT) reject(new Error('Nothing happens any more, and somebody still waits.'));
        else if (idle > 0 || this.steps % STEPS_A_TURN === 0) setImmediate(step);
        // Comes when all promises that could be settled have been; unlike a turn of the loop, nothing is asked of the system.
        else queueMicrotask(whenEverybodyWaits);
      };
      const whenEverybodyWaits = () => process.nextTick(step);
      setImmediate(step);
    });
  }

  /** Lets the next thing happen, if there is one. */
  #step(): boolean {
    const event = this.#next();
    if (event === undefined) return false;
    if (++this.steps > MOST_STEPS) throw new Error('This history does not end.');
    this.note(event.label, event.to?.name ?? 'world');
    event.run();
    return true;
  }

  /** Adds a line to what tells this history from others. */
  note(line: string, who?: string): void {
    const time = this.time.toFixed(3);
    this.onStep?.(who === undefined ? `${time} ${line}` : `${time} ${who} ${line}`);
    this.#mix(time);
    this.#mix(' ');
    if (who !== undefined) {
      this.#mix(who);
      this.#mix(' ');
    }
    this.#mix(line);
  }

  #mix(text: string): void {
    let [one, two] = [this.#one, this.#two];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      one = Math.imul(one ^ code, 2654435761);
      two = Math.imul(two ^ code, 1597334677);
    }
    [this.#one, this.#two] = [one, two];
  }

  /** The same for the same history. */
  get trace(): string {
    return [this.#one, this.#two].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
  }

  #next(): Event | undefined {
    const queue = this.#queue;
    for (;;) {
      let first = queue[0];
      if (first === undefined) return undefined;
      let place = 0;
      for (let at = 1; at < queue.length; at++) {
        const event = queue[at] as Event;
        if (event.at > first.at || (event.at === first.at && event.order > first.order)) continue;
        [first, place] = [event, at];
      }
      const { to } = first;
      if (to?.isAlive !== false) this.time = Math.max(this.time, first.at);
      if (to?.isAlive && to.stoppedUntil > this.time) {
        first.at = to.stoppedUntil;
        continue;
      }
      this.#dropAt(place);
      if (to?.isAlive !== false) return first;
    }
  }

  #drop(event: Event): void {
    const at = this.#queue.indexOf(event);
    if (at !== -1) this.#dropAt(at);
  }

  /** Their order in the queue does not matter. */
  #dropAt(at: number): void {
    const last = this.#queue.pop();
    if (last !== undefined && at < this.#queue.length) this.#queue[at] = last;
  }
}
