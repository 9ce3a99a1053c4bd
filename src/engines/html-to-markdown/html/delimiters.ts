import { firstOf, flanking, lastOf } from './characters.ts';
import type { Span, Token } from './inline.ts';

/** A delimiter of a mark, as opposed to a link's bracket. */
export type Delimiter = Extract<Token, { kind: 'open' | 'close' }>;

/** Tells whether a piece is a delimiter of bold, italic or deleted text. */
export function isDelimiter(token: Token | undefined): token is Delimiter {
  return (token?.kind === 'open' || token?.kind === 'close') && token.span.mark.open !== '[';
}

/** The character in front of the run of delimiters that would continue a list of pieces. */
export function edgeBefore(tokens: readonly Token[], place: number, sign: string): string {
  let from = place - 1;
  while (isDelimiter(tokens[from]) && tokens[from]?.text[0] === sign) from--;
  return edgeOf(tokens[from], lastOf);
}

/** The character behind the run of equal delimiters that begins or goes on at a place. */
export function edgeAfter(tokens: readonly Token[], place: number, sign: string): string {
  let to = place + 1;
  while (isDelimiter(tokens[to]) && tokens[to]?.text[0] === sign) to++;
  return edgeOf(tokens[to], firstOf);
}

/** Tells whether delimiters neither touch nor nest, which leaves nothing to be misread. */
export function isSimple(tokens: readonly Token[]): boolean {
  const open = new Set<string>();
  return tokens.every((token, place) => {
    if (!isDelimiter(token)) return true;
    if (isDelimiter(tokens[place + 1])) return false;
    const sign = token.text.slice(0, 1);
    if (token.kind === 'close') return open.delete(sign);
    return open.size < open.add(sign).size;
  });
}

interface Run {
  readonly length: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** The marks whose delimiters are not matched yet, the innermost last. */
  readonly rest: Span[];
}

/** Plays through how a renderer pairs the delimiters of a paragraph, and tells whether it finds our marks. */
export function pairsAsMeant(tokens: readonly Token[]): boolean {
  return starsPair(tokens) && tokens.every((token, place) => !isDelimiter(token) || hasPower(tokens, token, place));
}

function hasPower(tokens: readonly Token[], { kind, text }: Delimiter, place: number): boolean {
  const sign = text.slice(0, 1);
  const { opens, closes } = flanking(edgeBefore(tokens, place, sign), edgeAfter(tokens, place, sign));
  return kind === 'open' ? opens : closes;
}

function starsPair(tokens: readonly Token[]): boolean {
  const waiting: Run[] = [];
  for (const run of starRuns(tokens)) {
    while (run.closes && run.rest.length > 0) {
      const opener = waiting.findLast((other) => fit(other, run));
      if (!opener) break;
      while (waiting.at(-1) !== opener) waiting.pop();
      const span = opener.rest.pop();
      if (span === undefined || span !== run.rest.shift()) return false;
      // A renderer takes two stars where both sides have them, so `***x***` is bold inside italic.
      const isShort = span.mark.open.length === 1;
      if (isShort && opener.rest.length > 0 && run.rest.length > 0 && opener.rest.pop() !== run.rest.shift())
        return false;
      if (opener.rest.length === 0) waiting.pop();
    }
    if (run.rest.length === 0) continue;
    if (!run.opens) return false;
    waiting.push(run);
  }
  return waiting.length === 0;
}

function fit(opener: Run, closer: Run): boolean {
  if (!opener.closes && !closer.opens) return true;
  if ((opener.length + closer.length) % 3 !== 0) return true;
  return opener.length % 3 === 0 && closer.length % 3 === 0;
}

function* starRuns(tokens: readonly Token[]): Iterable<Run> {
  for (let place = 0; place < tokens.length; place++) {
    const rest: Span[] = [];
    const start = place;
    for (let token = tokens[place]; isDelimiter(token) && token.text[0] === '*'; token = tokens[++place]) {
      rest.push(token.span);
    }
    if (rest.length === 0) continue;
    const length = rest.reduce((sum, { mark }) => sum + mark.open.length, 0);
    yield { length, ...flanking(edgeBefore(tokens, start, '*'), edgeAfter(tokens, start, '*')), rest };
  }
}

/** The character that a piece shows at one of its ends. */
export function edgeOf(token: Token | undefined, of: (text: string) => string): string {
  if (!token) return '';
  return token.kind === 'code' ? '`' : of(token.text);
}
