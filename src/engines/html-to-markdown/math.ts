/** A stretch of text `[start, end)`. */
type Zone = readonly [start: number, end: number];

const BLANK_LINE = /\n[ \t\r]*\n/;
const CANDIDATE = /[$\\]/g;

/** Finds the formulas of one text, each position asked for in ascending order. */
export class MathFinder {
  private readonly exhausted = new Set<string>();

  constructor(private readonly text: string) {}

  /** Where the formula that opens at a `$` or a backslash ends, or -1. */
  endOf(at: number): number {
    const { text } = this;
    if (text[at] === '\\') {
      if (text[at + 1] === '(') return this.closed(at, 2, '\\)');
      return text[at + 1] === '[' ? this.closed(at, 2, '\\]') : -1;
    }
    const dollars = dollarsAt(text, at);
    if (dollars === 1) return this.inlineEnd(at);
    // Codeforces writes three dollars for a formula in a line and six for a displayed one.
    return dollars <= 3 || dollars === 6 ? this.closed(at, dollars, '$'.repeat(dollars)) : -1;
  }

  private closed(at: number, opening: number, closer: string): number {
    if (this.exhausted.has(closer)) return -1;
    const from = at + opening;
    const close = this.text.indexOf(closer, from);
    if (close < 0) this.exhausted.add(closer);
    if (close <= from || BLANK_LINE.test(this.text.slice(from, close))) return -1;
    return close + closer.length;
  }

  // `$5 and $6` is money: no blank inside the dollars, no digit behind them.
  private inlineEnd(at: number): number {
    const { text } = this;
    if (isBlank(text[at + 1])) return -1;
    let close = text.indexOf('$', at + 1);
    while (close > 0 && text[close - 1] === '\\') close = text.indexOf('$', close + 1);
    if (close <= at + 1 || isBlank(text[close - 1]) || isDigit(text[close + 1])) return -1;
    return BLANK_LINE.test(text.slice(at, close)) ? -1 : close + 1;
  }
}

/** All formulas of a text, in order. */
export function mathZones(text: string): readonly Zone[] {
  const zones: Zone[] = [];
  if (!text.includes('$') && !text.includes('\\')) return zones;
  const finder = new MathFinder(text);
  CANDIDATE.lastIndex = 0;
  for (let found = CANDIDATE.exec(text); found; found = CANDIDATE.exec(text)) {
    const end = finder.endOf(found.index);
    if (end > 0) zones.push([found.index, end]);
    CANDIDATE.lastIndex = end > 0 ? end : found.index + skipAt(text, found.index);
  }
  return zones;
}

/** How many characters to pass over where no formula begins. */
export function skipAt(text: string, at: number): number {
  return text[at] === '$' ? dollarsAt(text, at) : 2;
}

function dollarsAt(text: string, at: number): number {
  let end = at;
  while (text[end] === '$') end++;
  return end - at;
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\n' || character === '\t';
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}
