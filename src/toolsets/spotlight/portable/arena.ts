const PAGE_WORDS = 1 << 18;
const LARGEST = 15;

/** Room for bit sets of 2^n words, taken in pages and used again; a slot is a position over all pages. */
export class Arena {
  readonly #pages: Uint32Array[] = [];
  readonly #free: number[][] = Array.from({ length: LARGEST + 1 }, () => []);
  #used = 0;

  /** Bytes in use. */
  get bytes(): number {
    return this.#used * 4;
  }

  page(slot: number): Uint32Array {
    return this.#pages[Math.floor(slot / PAGE_WORDS)] as Uint32Array;
  }

  offset(slot: number): number {
    return slot % PAGE_WORDS;
  }

  /** A slot of 2^order words; its content is left over from before. */
  take(order: number): number {
    this.#used += 1 << order;
    const again = this.#free[order]?.pop();
    if (again !== undefined) return again;
    return this.#split(order);
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
      const start = this.#pages.push(new Uint32Array(PAGE_WORDS)) - 1;
      for (let at = 0; at < PAGE_WORDS; at += 1 << LARGEST) this.#free[LARGEST]?.push(start * PAGE_WORDS + at);
      larger = LARGEST;
    }
    const slot = this.#free[larger]?.pop() as number;
    for (let half = larger - 1; half >= order; half--) this.#free[half]?.push(slot + (1 << half));
    return slot;
  }
}
