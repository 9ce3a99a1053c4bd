/** What stands before the lines of a quotation or a list item. */
export interface Frame {
  readonly first: string;
  readonly rest: string;
  /** The mark of a list item that no line carries yet. */
  pending: boolean;
  /** Whether the first line follows the text above without a blank line. */
  readonly tight: boolean;
}

/** The end of a list, to tell it from a list that follows at once. */
interface ListEnd {
  readonly line: number;
  readonly marker: string;
}

// Deeper nesting stays readable text, and a line's margin stays short.
const MAX_FRAMES = 12;

/** Collects the lines of a document, or of one table cell. */
export class Writer {
  readonly lines: string[] = [];
  /** Whether it holds what no table cell can show. */
  complex = false;
  lastList: ListEnd | undefined;
  private readonly frames: Frame[] = [];
  private surplus = 0;
  private margin = '';
  /** How many frames have stayed open since the last line. */
  private shared = 0;

  /** Writes a block of lines, apart from the one before it. */
  block(lines: Iterable<string>): void {
    let isFirst = true;
    for (const line of lines) {
      if (isFirst) this.separate();
      const margin = isFirst ? this.firstMargin() : this.margin;
      this.lines.push(line === '' ? margin.trimEnd() : margin + line);
      isFirst = false;
    }
    if (!isFirst) this.shared = this.frames.length;
  }

  push(frame: Frame): void {
    this.complex = true;
    if (this.frames.length >= MAX_FRAMES) {
      this.surplus++;
      return;
    }
    this.frames.push(frame);
    this.margin = this.frames.map(({ rest }) => rest).join('');
  }

  pop(): void {
    if (this.surplus > 0) {
      this.surplus--;
      return;
    }
    this.frames.pop();
    this.shared = Math.min(this.shared, this.frames.length);
    this.margin = this.frames.map(({ rest }) => rest).join('');
  }

  /** Tells whether the innermost frame is a list item with text in it. */
  isInsideItem(): boolean {
    const top = this.frames.at(-1);
    return top !== undefined && top.first !== top.rest && !top.pending;
  }

  private separate(): void {
    if (this.lines.length === 0 || this.frames.find(({ pending }) => pending)?.tight) return;
    const shared = this.frames.slice(0, this.shared);
    this.lines.push(
      shared
        .map(({ rest }) => rest)
        .join('')
        .trimEnd(),
    );
  }

  private firstMargin(): string {
    let margin = '';
    for (const frame of this.frames) {
      margin += frame.pending ? frame.first : frame.rest;
      frame.pending = false;
    }
    return margin;
  }
}
