/** A pair of delimiters around text. */
export interface Mark {
  readonly open: string;
  readonly close: string;
}

export const STRONG: Mark = { open: '**', close: '**' };
export const EMPHASIS: Mark = { open: '*', close: '*' };
export const DELETED: Mark = { open: '~~', close: '~~' };

/** One piece of a paragraph; `atom` is finished Markdown. */
export type Token =
  | { readonly kind: 'text' | 'code' | 'atom'; text: string }
  | { readonly kind: 'open' | 'close'; readonly text: string; readonly span: Span }
  | { readonly kind: 'break'; readonly text: '\n' };

/** One use of a mark; a dropped one leaves no delimiters. */
export interface Span {
  readonly mark: Mark;
  dropped: boolean;
}

const SPACES = /[ \t\n\f\r\u00a0]+/g;
const SOFT_SPACES = /[ \t\n\f\r]+/g;
const NOISE = /(?![\t\n\f\r])[\p{Cc}\u200b\ufeff]/gu;
const UNEVEN = /[\p{Cc}\u00a0\u200b\ufeff]| {2}/u;
const BREAK: Token = { kind: 'break', text: '\n' };

/** Replaces every run of blanks by one, and drops what is not to be seen. */
export function collapse(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text.replace(NOISE, '').replace(SPACES, ' ');
}

/** The paragraph being written. Blanks wait until text follows them, so that none ends up inside a mark's edge. */
export class Inline {
  private tokens: Token[] = [];
  private space = false;
  private readonly active: Span[] = [];
  /** How many of the active marks have delimiters in this paragraph. */
  private shown = 0;

  text(text: string): void {
    this.padded('text', collapse(text));
  }

  code(text: string): void {
    if (!UNEVEN.test(text)) this.padded('code', text);
    else this.padded('code', text.replace(NOISE, '').replace(SOFT_SPACES, ' ').replaceAll('\u00a0', ' '));
  }

  atom(markdown: string): void {
    this.settle();
    this.tokens.push({ kind: 'atom', text: markdown });
  }

  /** Opens a mark unless it is open already. */
  open(mark: Mark): boolean {
    if (this.active.some((span) => span.mark.open === mark.open)) return false;
    this.active.push({ mark, dropped: false });
    return true;
  }

  /** Closes a mark, together with any opened inside it. */
  close(mark: Mark): void {
    const place = this.active.findLastIndex((span) => span.mark === mark);
    if (place < 0) return;
    this.closeFrom(place);
    this.active.length = place;
  }

  /** Ends the line; false when there is no line to end. */
  lineBreak(): boolean {
    const last = this.tokens.at(-1);
    if (!last || last.kind === 'break') return false;
    this.tokens.push(BREAK);
    this.space = false;
    return true;
  }

  /** Ends the paragraph and returns its pieces; open marks go on in the next one. */
  take(): Token[] {
    const { tokens } = this;
    this.closeFrom(0);
    if (tokens.at(-1)?.kind === 'break') tokens.pop();
    for (const [place, { mark }] of this.active.entries()) this.active[place] = { mark, dropped: false };
    this.tokens = [];
    this.space = false;
    return tokens;
  }

  private padded(kind: 'text' | 'code', text: string): void {
    let start = 0;
    let end = text.length;
    while (text[start] === ' ') start++;
    while (end > start && text[end - 1] === ' ') end--;
    if (start > 0) this.space = true;
    if (start === end) return;
    this.settle();
    this.append(kind, text.slice(start, end));
    this.space = end < text.length;
  }

  private append(kind: 'text' | 'code', text: string): void {
    const last = this.tokens.at(-1);
    if (last?.kind === kind) last.text += text;
    else this.tokens.push({ kind, text });
  }

  private settle(): void {
    const last = this.tokens.at(-1);
    if (this.space && last && last.kind !== 'break') this.append('text', ' ');
    this.space = false;
    for (; this.shown < this.active.length; this.shown++) this.show(this.active[this.shown]);
  }

  private show(span: Span | undefined): void {
    if (!span) return;
    const last = this.tokens.at(-1);
    // `**a****b**` would show its stars: one mark around both.
    if (last?.kind === 'close' && last.span.mark === span.mark) {
      this.tokens.pop();
      this.active[this.shown] = last.span;
    } else this.tokens.push({ kind: 'open', text: span.mark.open, span });
  }

  private closeFrom(place: number): void {
    const trailing = this.tokens.at(-1)?.kind === 'break' ? this.tokens.pop() : undefined;
    while (this.shown > place) {
      this.shown--;
      const span = this.active[this.shown];
      if (span) this.tokens.push({ kind: 'close', text: span.mark.close, span });
    }
    if (trailing) this.tokens.push(trailing);
  }
}
