/** Lets only so many through at the same time; the others wait in line. */
export class Gate {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(places: number) {
    this.#free = places;
  }

  /** Waits for a place; gives the way to leave it, which may be called more than once. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((go) => this.#waiting.push(go));
    let inside = true;
    return () => {
      if (!inside) return;
      inside = false;
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free++;
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}
