const RUN = /`+/g;
const BLANK_LINE = /\n[ \t\r]*\n/g;
const MAX_MARGIN = 40;

/** Finds the code fences and code spans of one Markdown text. */
export class CodeFinder {
  /** For each run of backticks, where the next run of the same length starts. */
  private partners: ReadonlyMap<number, number> | undefined;
  private nextBlank = -1;

  constructor(private readonly text: string) {}

  /** Where the code that opens at a backtick or tilde ends, or -1. */
  endOf(at: number): number {
    const end = this.runEnd(at);
    if (end - at >= 3 && this.startsLine(at) && this.opensFence(at, end)) return this.fenceEnd(at, end);
    return this.text[at] === '`' ? this.spanEnd(at, end - at) : -1;
  }

  /** Where a run of equal characters ends. */
  runEnd(at: number): number {
    let end = at + 1;
    while (this.text[end] === this.text[at]) end++;
    return end;
  }

  private opensFence(at: number, end: number): boolean {
    if (this.text[at] === '~') return true;
    const backtick = this.text.indexOf('`', end);
    if (backtick < 0) return true;
    const newline = this.text.indexOf('\n', end);
    return newline >= 0 && newline < backtick;
  }

  private fenceEnd(at: number, opened: number): number {
    const mark = this.text.slice(at, opened);
    let close = this.text.indexOf(mark, opened);
    while (close >= 0) {
      const end = this.runEnd(close);
      if (this.startsLine(close) && this.endsLine(end)) return end;
      close = this.text.indexOf(mark, end);
    }
    return this.text.length;
  }

  private spanEnd(at: number, length: number): number {
    this.partners ??= findPartners(this.text);
    const partner = this.partners.get(at);
    return partner === undefined || partner > this.blankAfter(at) ? -1 : partner + length;
  }

  // Asked in ascending order, so each blank line is looked for once.
  private blankAfter(at: number): number {
    if (this.nextBlank < at) {
      BLANK_LINE.lastIndex = at;
      this.nextBlank = BLANK_LINE.exec(this.text)?.index ?? this.text.length;
    }
    return this.nextBlank;
  }

  private startsLine(at: number): boolean {
    const margin = this.text.slice(Math.max(0, at - MAX_MARGIN), at);
    return (
      /(?:^|\n)[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/.test(margin) && (at <= MAX_MARGIN || margin.includes('\n'))
    );
  }

  private endsLine(at: number): boolean {
    let end = at;
    while (this.text[end] === ' ' || this.text[end] === '\t' || this.text[end] === '\r') end++;
    return end >= this.text.length || this.text[end] === '\n';
  }
}

function findPartners(text: string): ReadonlyMap<number, number> {
  const partners = new Map<number, number>();
  const waiting = new Map<number, number>();
  for (const run of text.matchAll(RUN)) {
    const opener = waiting.get(run[0].length);
    if (opener !== undefined) partners.set(opener, run.index);
    waiting.set(run[0].length, run.index);
  }
  return partners;
}
