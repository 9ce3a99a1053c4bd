import type { Arena } from './arena.ts';
import { bitOf, type Grams } from './grams.ts';

// As many as a word has bits.
const SHARED_BITS = 5;
const LAST = (1 << SHARED_BITS) - 1;
const ALL = -1;

interface Block {
  readonly header: number;
  readonly place: number;
  readonly page: Uint32Array;
  readonly first: number;
  /** Which of its columns are in use, as bits. */
  used: number;
}

/**
 * Signatures of one size side by side, thirty-two to a block: a word of it has the same bit of each of them. So one look, which takes a way
 * to memory, tells of thirty-two texts.
 */
export class BitSlices {
  readonly #arena: Arena;
  readonly #blocks: (Block | undefined)[] = [];
  readonly #vacant: number[] = [];
  /** The blocks that are not full, by their headers. */
  readonly #open = new Map<number, Set<number>>();

  constructor(arena: Arena) {
    this.#arena = arena;
  }

  /** How many signatures the blocks have room for. */
  get slots(): number {
    return this.#blocks.length << SHARED_BITS;
  }

  /** Takes a signature, its header first. */
  add(from: Uint32Array, start: number): number {
    const header = from[start] as number;
    const [at = this.#start(header)] = this.#open.get(header) ?? [];
    const block = this.#block(at);
    const column = 31 - Math.clz32(~block.used);
    block.used |= 1 << column;
    if (block.used === ALL) this.#open.get(header)?.delete(at);
    write(block, column, from, start + 1);
    return (at << SHARED_BITS) | column;
  }

  remove(id: number): void {
    const at = id >>> SHARED_BITS;
    const block = this.#block(at);
    const { header, place } = block;
    const open = this.#open.get(header) ?? new Set();
    block.used &= ~(1 << (id & LAST));
    if (block.used !== 0) {
      this.#open.set(header, open.add(at));
      return;
    }
    open.delete(at);
    if (open.size === 0) this.#open.delete(header);
    this.#blocks[at] = undefined;
    this.#vacant.push(at);
    this.#arena.give(place, roomOf(header));
  }

  mayHold(id: number, grams: Grams): boolean {
    const { header, page, first } = this.#block(id >>> SHARED_BITS);
    for (let at = 0; at < grams.length; at++) {
      if ((((page[first + bitOf(header, grams[at] as number)] as number) >>> (id & LAST)) & 1) === 0) return false;
    }
    return true;
  }

  /** Of each block as bits which of its texts may have all the grams. */
  whichMayHold(grams: Grams): Int32Array {
    const found = new Int32Array(this.#blocks.length);
    for (let index = 0; index < found.length; index++) {
      const block = this.#blocks[index];
      if (block === undefined) continue;
      const { header, page, first } = block;
      let left = block.used;
      for (let at = 0; at < grams.length && left !== 0; at++) {
        left &= page[first + bitOf(header, grams[at] as number)] as number;
      }
      found[index] = left;
    }
    return found;
  }

  header(id: number): number {
    return this.#block(id >>> SHARED_BITS).header;
  }

  /** A signature as it was taken. */
  words(id: number): Uint32Array {
    const { header, page, first } = this.#block(id >>> SHARED_BITS);
    const column = id & LAST;
    const words = new Uint32Array(1 + (header >>> 5));
    words[0] = header;
    for (let at = 1, bit = first; at < words.length; at++) {
      let word = 0;
      for (let place = 0; place < 32; place++, bit++) word |= (((page[bit] as number) >>> column) & 1) << place;
      words[at] = word;
    }
    return words;
  }

  #block(at: number): Block {
    return this.#blocks[at] as Block;
  }

  #start(header: number): number {
    const place = this.#arena.take(roomOf(header));
    const block = { header, place, page: this.#arena.page(place), first: this.#arena.offset(place), used: 0 };
    const at = this.#vacant.pop() ?? this.#blocks.length;
    this.#blocks[at] = block;
    this.#open.set(header, new Set([at]));
    return at;
  }
}

// A word for each bit of a signature.
function roomOf(header: number): number {
  return (header >>> 5) * 32;
}

// What another signature has left in its column is overwritten.
function write({ header, page, first }: Block, column: number, from: Uint32Array, start: number): void {
  const others = ~(1 << column);
  const words = header >>> 5;
  for (let at = 0, bit = first; at < words; at++) {
    const word = from[start + at] as number;
    for (let place = 0; place < 32; place++, bit++) {
      page[bit] = ((page[bit] as number) & others) | (((word >>> place) & 1) << column);
    }
  }
}
