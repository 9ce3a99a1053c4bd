const ROWS = 1 << 12;
const NUMBERS = 4;

/** What is compared to see whether a file is still the same. */
export interface Stamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

export const UNSIGNED = -1;
export const TEXTLESS = -2;
export const UNSIGNABLE = -3;

/** The numbers of many files side by side: as properties of as many objects they would take three times the room. */
export class Facts {
  readonly #numbers: Float64Array[] = [];
  readonly #signatures: Int32Array[] = [];
  readonly #free: number[] = [];
  #end = 0;

  /** A row for a file without a signature. */
  take({ size, mtimeMs, ctimeMs, ino }: Stamp): number {
    const row = this.#free.pop() ?? this.#append();
    this.#numbersOf(row).set([size, mtimeMs, ctimeMs, ino], (row % ROWS) * NUMBERS);
    this.setSignature(row, UNSIGNED);
    return row;
  }

  give(row: number): void {
    this.#free.push(row);
  }

  size(row: number): number {
    return this.#numbersOf(row)[(row % ROWS) * NUMBERS] as number;
  }

  modifiedMs(row: number): number {
    return this.#numbersOf(row)[(row % ROWS) * NUMBERS + 1] as number;
  }

  changedMs(row: number): number {
    return this.#numbersOf(row)[(row % ROWS) * NUMBERS + 2] as number;
  }

  inode(row: number): number {
    return this.#numbersOf(row)[(row % ROWS) * NUMBERS + 3] as number;
  }

  signature(row: number): number {
    return (this.#signatures[Math.floor(row / ROWS)] as Int32Array)[row % ROWS] as number;
  }

  setSignature(row: number, signature: number): void {
    (this.#signatures[Math.floor(row / ROWS)] as Int32Array)[row % ROWS] = signature;
  }

  #numbersOf(row: number): Float64Array {
    return this.#numbers[Math.floor(row / ROWS)] as Float64Array;
  }

  #append(): number {
    if (this.#end % ROWS === 0) {
      this.#numbers.push(new Float64Array(ROWS * NUMBERS));
      this.#signatures.push(new Int32Array(ROWS));
    }
    return this.#end++;
  }
}
