import { setImmediate as nextTurn } from 'node:timers/promises';

const SLICE_MS = 5;

/** Sees to it that work which never waits for anything still lets others have the thread. */
export class Turns {
  #sliceEnd = 0;

  /** To be awaited before each small piece of such work. */
  async next(): Promise<void> {
    if (performance.now() < this.#sliceEnd) return;
    await nextTurn();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }
}
