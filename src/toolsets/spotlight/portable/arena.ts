const PAGE_UNITS = 1 << 16;
const LARGEST = 13;
export const WORDS_PER_UNIT = 4;

/** Room for bit sets of 2^order units of four words, taken in pages and used again; a slot counts units over all pages. */
export class Arena {
  readonly #pages: Uint32Array[] = [];
  readonly #free: number[][] = Array.from({ length: LARGEST + 1 }, () => []);
  #used = 0;

  /** Bytes in use. */
  get bytes(): number {
    return this.#used * WORDS_PER_UNIT * 4;
  }

  page(slot: number): Uint32Array {
    return this.#pages[slot >>> 16] as Uint32Array;
  }

  /** The first word of a slot in its page. */
  offset(slot: number): number {
    return (slot & (PAGE_UNITS - 1)) << 2;
  }

  /** A slot; its content is left over from before. */
  take(order: number): number {
    this.#used += 1 << order;
    return this.#free[order]?.pop() ?? this.#split(order);
  }

  give(slot: number, order: number): void {
    this.#used -= 1 << order;
    this.#free[order]?.push(slot);
  }

  // The smallest free slot that is larger is halved until it fits; without one there is a new page.
  #split(order: number): number {
    let larger = order + 1;
    while (larger <= LARGEST && this.#free[larger]?.length === 0) larger++;
    if (larger > LARGEST) {
      const first = (this.#pages.push(new Uint32Array(PAGE_UNITS * WORDS_PER_UNIT)) - 1) * PAGE_UNITS;
      for (let at = 0; at < PAGE_UNITS; at += 1 << LARGEST) this.#free[LARGEST]?.push(first + at);
      larger = LARGEST;
    }
    const slot = this.#free[larger]?.pop() as number;
    for (let half = larger - 1; half >= order; half--) this.#free[half]?.push(slot + (1 << half));
    return slot;
  }
}
