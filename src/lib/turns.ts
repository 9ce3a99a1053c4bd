import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;
const ITEMS_A_LOOK = 64;

/** Sees to it that work which never waits for anything still lets others have the thread: it works in slices of time. */
export class Turns {
  #sliceEnd = 0;

  constructor(private readonly sliceMs = SLICE_MS) {}

  /** Whether the slice is used up, so that `next` would wait. */
  isOver(now = performance.now()): boolean {
    return now >= this.#sliceEnd;
  }

  /** To be awaited before each small piece of such work. */
  async next(): Promise<void> {
    if (!this.isOver()) return;
    await nextTurn();
    this.begin();
  }

  /** Begins a slice. */
  begin(): void {
    this.#sliceEnd = performance.now() + this.sliceMs;
  }

  /** Does something quick with each item of a long list. */
  async each<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
    let done = 0;
    for (const item of items) {
      if (done++ % ITEMS_A_LOOK === 0) await this.next();
      work(item);
    }
  }
}

/** In each turn Node accepts one connection: with a long step in every turn, many at once would wait for many steps. */
const TURNS_BETWEEN = 64;

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller of this has. Many long steps that merely wait for the next turn all get
 * the same one, and a request that comes meanwhile waits for all of them; so each of them gets a turn of its own, some turns after the last.
 */
export function ownTurn(): Promise<void> {
  last = last.then(someTurns);
  return last;
}

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < TURNS_BETWEEN; turn++) await nextTurn();
}
