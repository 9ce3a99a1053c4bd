// Pages of 4,096 rows, each of four numbers.
const PAGE_BITS = 12;
const LAST = (1 << PAGE_BITS) - 1;
const NUMBERS = 4;

/** What is compared to see whether a file is still the same. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** The numbers of many files side by side: as properties of as many objects they would take three times the room. */
export class Facts {
  readonly #numbers: Float64Array[] = [];
  readonly #free: number[] = [];
  #end = 0;

  take({ size, mtimeMs, ctimeMs, ino }: Stamp): number {
    const row = this.#free.pop() ?? this.#append();
    this.#numbersOf(row).set([size, mtimeMs, ctimeMs, ino], (row & LAST) * NUMBERS);
    return row;
  }

  give(row: number): void {
    this.#free.push(row);
  }

  size(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS] as number;
  }

  modifiedMs(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS + 1] as number;
  }

  changedMs(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS + 2] as number;
  }

  inode(row: number): number {
    return this.#numbersOf(row)[(row & LAST) * NUMBERS + 3] as number;
  }

  #numbersOf(row: number): Float64Array {
    return this.#numbers[row >>> PAGE_BITS] as Float64Array;
  }

  #append(): number {
    if ((this.#end & LAST) === 0) this.#numbers.push(new Float64Array((LAST + 1) * NUMBERS));
    return this.#end++;
  }
}
