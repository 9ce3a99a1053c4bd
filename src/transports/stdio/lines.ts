import { isUtf8 } from 'node:buffer';
import { textOf } from '../message.ts';
import { HEAD_BYTES, type LineEnds, TAIL_BYTES } from './unread-message.ts';

const NEWLINE = 0x0a;

export interface LineHandler {
  line(text: string): void;
  /** A line that cannot be a message; it has been skipped. */
  bad(why: string, ends: LineEnds): void;
}

/** Cuts a byte stream into lines, whatever the chunks look like, and skips lines that are too long or not UTF-8. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #held = 0;
  /** What is left of a line that is too long. */
  #ends: LineEnds | undefined;

  constructor(
    private readonly handler: LineHandler,
    private readonly maxBytes: number,
  ) {}

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.#hold(chunk.subarray(start, end));
      this.#emit();
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(chunk.subarray(start));
  }

  /** The input has ended: a last line without a newline counts. */
  end(): void {
    if (this.#held > 0) this.#emit();
  }

  #hold(part: Buffer): void {
    this.#held += part.length;
    if (this.#ends) {
      this.#ends = { ...this.#ends, tail: lastBytes([this.#ends.tail, part]) };
      return;
    }
    this.#parts.push(part);
    if (this.#held > this.maxBytes) {
      this.#ends = endsOf(this.#parts);
      this.#parts = [];
    }
  }

  #emit(): void {
    const ends = this.#ends;
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    this.#parts = [];
    this.#held = 0;
    this.#ends = undefined;
    if (ends) this.handler.bad(`the line is longer than ${this.maxBytes} bytes`, ends);
    else if (isUtf8(bytes)) this.handler.line(textOf(bytes));
    else this.handler.bad('the line is not valid UTF-8', endsOf([bytes]));
  }
}

function endsOf(parts: readonly Buffer[]): LineEnds {
  return { head: firstBytes(parts), tail: lastBytes(parts) };
}

function firstBytes(parts: readonly Buffer[]): Buffer {
  let [count, length] = [0, 0];
  while (count < parts.length && length < HEAD_BYTES) length += (parts[count++] as Buffer).length;
  return Buffer.concat(parts.slice(0, count), Math.min(length, HEAD_BYTES));
}

function lastBytes(parts: readonly Buffer[]): Buffer {
  let [first, length] = [parts.length, 0];
  while (first > 0 && length < TAIL_BYTES) length += (parts[--first] as Buffer).length;
  // A copy, so that what it was cut from can go.
  return Buffer.from(Buffer.concat(parts.slice(first)).subarray(-TAIL_BYTES));
}
