import { flanking, isBlank, isPunctuation, lastOf } from './characters.ts';
import { type Delimiter, edgeAfter, edgeBefore, isDelimiter, isSimple, pairsAsMeant } from './delimiters.ts';
import { DELETED, EMPHASIS, type Mark, STRONG, type Token } from './inline.ts';

// Marks that come out wrong together may come out right alone.
const ATTEMPTS: readonly ((mark: Mark) => boolean)[] = [
  () => true,
  (mark) => mark !== EMPHASIS,
  (mark) => mark === STRONG,
  (mark) => mark === DELETED,
];

/**
 * Makes every mark of a paragraph one that a renderer recognises: in `**Note:**text` the colon moves out,
 * and where nothing helps the mark goes and the text stays.
 */
export function settleEmphasis(tokens: readonly Token[]): readonly Token[] {
  if (!tokens.some(isDelimiter)) return tokens;
  const settled: Token[] = [];
  for (const [place, token] of tokens.entries()) {
    if (!isDelimiter(token)) settled.push(token);
    else if (token.span.dropped) continue;
    else if (token.kind === 'open') settleOpening(token, settled, tokens, place);
    else settleClosing(token, settled, tokens, place);
  }
  const isWhole = tokens.every((token) => !isDelimiter(token) || !token.span.dropped);
  if (isWhole && isSimple(settled)) return join(settled);
  for (const isKept of ATTEMPTS) {
    const kept = settled.filter((token) => !isDelimiter(token) || (!token.span.dropped && isKept(token.span.mark)));
    if (pairsAsMeant(kept)) return join(kept);
  }
  return join(settled.filter((token) => !isDelimiter(token)));
}

function settleOpening(token: Delimiter, settled: Token[], tokens: readonly Token[], place: number): void {
  if (around(settled, tokens, place, token.text).opens) {
    settled.push(token);
    return;
  }
  const next = tokens[place + 1];
  const length = next?.kind === 'text' && !isFormula(next.text) ? leadingMarks(next.text) : 0;
  if (next?.kind === 'text' && length > 0 && length < next.text.length) {
    settled.push({ kind: 'text', text: next.text.slice(0, length) }, token);
    next.text = next.text.slice(length);
  } else token.span.dropped = true;
}

function settleClosing(token: Delimiter, settled: Token[], tokens: readonly Token[], place: number): void {
  if (around(settled, tokens, place, token.text).closes) {
    settled.push(token);
    return;
  }
  const last = settled.at(-1);
  const length = last?.kind === 'text' && !isFormula(last.text) ? trailingMarks(last.text) : 0;
  if (last?.kind === 'text' && length > 0 && length < last.text.length) {
    const moved = last.text.slice(-length);
    last.text = last.text.slice(0, -length);
    settled.push(token, { kind: 'text', text: moved });
  } else token.span.dropped = true;
}

// What lies behind has been settled, what lies ahead has not.
function around(settled: readonly Token[], tokens: readonly Token[], place: number, text: string) {
  const sign = text.slice(0, 1);
  return flanking(edgeBefore(settled, settled.length, sign), edgeAfter(tokens, place, sign));
}

function join(tokens: readonly Token[]): readonly Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if ((last?.kind === 'text' || last?.kind === 'code') && token.kind === last.kind) last.text += token.text;
    else joined.push(token);
  }
  return joined;
}

function isFormula(text: string): boolean {
  return text.includes('$') || text.includes('\\');
}

function leadingMarks(text: string): number {
  let length = 0;
  for (const character of text) {
    if (!isPunctuation(character) && !isBlank(character)) break;
    length += character.length;
  }
  return length;
}

function trailingMarks(text: string): number {
  let length = 0;
  while (length < text.length) {
    const end = text.length - length;
    const character = lastOf(text.slice(Math.max(0, end - 2), end));
    if (!isPunctuation(character) && !isBlank(character)) break;
    length += character.length;
  }
  return length;
}
