const PAGE_WORDS = 1 << 18;
// A place in its page, and the page of a place.
const PLACE_BITS = 17;
const LAST_PLACE = (1 << PLACE_BITS) - 1;

/** Even sizes, each at most an eighth above the one before, so that what one text has given up fits many others. */
const SIZES = [2, 4, 6, 8, 10, 12, 14];
for (let unit = 2; unit * 8 <= PAGE_WORDS; unit *= 2) for (let times = 8; times < 16; times++) SIZES.push(unit * times);

/** Room for runs of words, taken in pages and used again; a place counts pairs of words over all pages. */
export class Arena {
  #pages: Uint32Array[] = [];
  #free: number[][] = SIZES.map(() => []);
  #rest = 0;
  #used = 0;

  /** Bytes in use. */
  get bytes(): number {
    return this.#used * 4;
  }

  /** How many words a run gets that needs this many. */
  static room(words: number): number {
    return SIZES[sizeOf(words)] as number;
  }

  page(place: number): Uint32Array {
    return this.#pages[place >>> PLACE_BITS] as Uint32Array;
  }

  /** The first word of a place in its page. */
  offset(place: number): number {
    return (place & LAST_PLACE) << 1;
  }

  /** A place for `room` of these words; its content is left over from before. */
  take(words: number): number {
    const size = sizeOf(words);
    this.#used += SIZES[size] as number;
    return this.#free[size]?.pop() ?? this.#split(size) ?? this.#append(size);
  }

  give(place: number, words: number): void {
    const size = sizeOf(words);
    this.#used -= SIZES[size] as number;
    this.#free[size]?.push(place);
    if (this.#used === 0) this.#reset();
  }

  // Only of what is at least twice as large, so that the rest is of use too.
  #split(size: number): number | undefined {
    const words = SIZES[size] as number;
    for (let larger = size + 1; larger < SIZES.length; larger++) {
      const found = (SIZES[larger] as number) >= words * 2 ? this.#free[larger]?.pop() : undefined;
      if (found === undefined) continue;
      this.#scrap(found + words / 2, (SIZES[larger] as number) - words);
      return found;
    }
    return undefined;
  }

  #append(size: number): number {
    const words = SIZES[size] as number;
    if (this.#rest < words) {
      this.#scrap(this.#end(), this.#rest);
      this.#pages.push(new Uint32Array(PAGE_WORDS));
      this.#rest = PAGE_WORDS;
    }
    const place = this.#end();
    this.#rest -= words;
    return place;
  }

  // Where the last page is still unused.
  #end(): number {
    return (this.#pages.length * PAGE_WORDS - this.#rest) / 2;
  }

  #scrap(place: number, words: number): void {
    for (let at = place, left = words; left > 0; ) {
      const size = sizeOf(left);
      const fitting = SIZES[size] === left ? size : size - 1;
      const taken = SIZES[fitting] as number;
      this.#free[fitting]?.push(at);
      at += taken / 2;
      left -= taken;
    }
  }

  #reset(): void {
    this.#pages = [];
    this.#free = SIZES.map(() => []);
    this.#rest = 0;
  }
}

/** The index of the least size that holds so many words. */
function sizeOf(words: number): number {
  let low = 0;
  let high = SIZES.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((SIZES[middle] as number) >= words) high = middle;
    else low = middle + 1;
  }
  return low;
}
