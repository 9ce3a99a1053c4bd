import { fstatSync, readSync } from 'node:fs';

/** Bytes that are looked at piece by piece, here and there, without waiting. */
export interface Bytes {
  readonly size: number;
  /** Up to `length` bytes from a position; fewer where they end. To be used before the next call. */
  read(position: number, length: number): Buffer;
}

/** The same, for threads that others do not wait for. */
export interface Source {
  readonly size: number;
  read(position: number, length: number): Promise<Buffer>;
}

const WINDOW = 1 << 16;
/** Pictures and songs tell about themselves in a few places; a file that sends its reader everywhere lies. */
const MOST_WINDOWS = 48;

// Room of this size is slow to come by, so that all files share it.
let window: Buffer | undefined;
let heldBy = 0;
let lastId = 0;

/** An open file, of which few windows are read; beyond them it seems to end. */
export class FileBytes implements Bytes {
  readonly size: number;
  readonly #file: number;
  readonly #id = ++lastId;
  #start = 0;
  #length = 0;
  #left: number;

  /** Looks at the beginning at once, which is all of most files: only of others the size is asked for. */
  static startingAt(file: number): FileBytes {
    window ??= Buffer.allocUnsafeSlow(WINDOW);
    const length = readSync(file, window, 0, WINDOW, 0);
    const bytes = new FileBytes(file, length < WINDOW ? length : fstatSync(file).size, MOST_WINDOWS - 1);
    heldBy = bytes.#id;
    bytes.#length = length;
    return bytes;
  }

  constructor(file: number, size: number, windows: number = MOST_WINDOWS) {
    this.#left = windows;
    this.#file = file;
    this.size = size;
  }

  read(position: number, length: number): Buffer {
    if (position < 0 || length <= 0 || position >= this.size) return Buffer.alloc(0);
    const wanted = Math.min(length, this.size - position);
    const end = this.#start + this.#length;
    const isHeld = heldBy === this.#id && position >= this.#start && position + wanted <= end;
    if (isHeld) return this.#slice(position, wanted);
    if (wanted > WINDOW) return this.#readApart(position, wanted);
    if (this.#left-- <= 0) return Buffer.alloc(0);
    window ??= Buffer.allocUnsafeSlow(WINDOW);
    heldBy = this.#id;
    this.#start = position;
    this.#length = readSync(this.#file, window, 0, WINDOW, position);
    return this.#slice(position, wanted);
  }

  /** What is longer than a window counts as so many of them. */
  #readApart(position: number, length: number): Buffer {
    const windows = Math.ceil(length / WINDOW);
    if (windows > this.#left) return Buffer.alloc(0);
    this.#left -= windows;
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.#file, bytes, 0, length, position));
  }

  #slice(position: number, length: number): Buffer {
    const from = position - this.#start;
    return (window as Buffer).subarray(from, Math.min(from + length, this.#length));
  }
}

/** Bytes in memory. */
export class MemoryBytes implements Bytes {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#bytes.length;
  }

  read(position: number, length: number): Buffer {
    return position < 0 || length <= 0 ? Buffer.alloc(0) : this.#bytes.subarray(position, position + length);
  }
}
