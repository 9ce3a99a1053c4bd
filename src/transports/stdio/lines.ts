import { isUtf8 } from 'node:buffer';

const NEWLINE = 0x0a;

export interface LineHandler {
  line(text: string): void;
  /** A line that cannot be a message; it has been skipped. */
  bad(why: string): void;
}

/** Cuts a byte stream into lines, whatever the chunks look like, and skips lines that are too long or not UTF-8. */
export class LineSplitter {
  #parts: Buffer[] = [];
  #held = 0;
  #skipping = false;

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
    if (this.#held > 0 || this.#skipping) this.#emit();
  }

  #hold(part: Buffer): void {
    if (this.#skipping) return;
    this.#held += part.length;
    this.#parts.push(part);
    if (this.#held > this.maxBytes) {
      this.#skipping = true;
      this.#parts = [];
    }
  }

  #emit(): void {
    const bytes = this.#parts.length === 1 ? (this.#parts[0] as Buffer) : Buffer.concat(this.#parts);
    const tooLong = this.#skipping;
    this.#parts = [];
    this.#held = 0;
    this.#skipping = false;
    if (tooLong) this.handler.bad(`the line is longer than ${this.maxBytes} bytes`);
    else if (isUtf8(bytes)) this.handler.line(bytes.toString('utf8'));
    else this.handler.bad('the line is not valid UTF-8');
  }
}
