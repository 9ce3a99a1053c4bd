import type { Paint } from '../../lib/paint.ts';
import { displayWidth, fitting } from './width.ts';

export type Look = Parameters<Paint>[1];

/** A piece of text with one look. */
export interface Span {
  readonly text: string;
  readonly look?: Look | undefined;
}

export function plain(text: string, look?: Look): Span {
  return { text, look };
}

/** Breaks spans into lines of at most so many columns: between words where that is possible, else within one. A newline ends a line. */
export function wrapSpans(spans: readonly Span[], columns: number): Span[][] {
  const width = Math.max(columns, 1);
  const lines: Span[][] = [[]];
  let used = 0;
  const begin = () => {
    lines.push([]);
    used = 0;
  };
  const put = (word: readonly Span[], length: number) => {
    lines.at(-1)?.push(...word);
    used += length;
  };
  for (const token of tokens(spans)) {
    const [{ text } = plain('')] = token;
    if (text === '\n') begin();
    else if (text === ' ') {
      // None at the beginning of a line.
      if (used > 0 && used < width) put(token, 1);
    } else {
      let word = token;
      let length = widthOf(word);
      if (used > 0 && used + length > width) begin();
      while (length > width) {
        const [first, rest] = splitAt(word, width);
        put(first, widthOf(first));
        word = rest;
        length = widthOf(rest);
        if (length > 0) begin();
      }
      put(word, length);
    }
  }
  return lines.map(withoutBlanksBehind);
}

export function wrapText(text: string, columns: number): string[] {
  return wrapSpans([plain(text)], columns).map((line) => line.map((span) => span.text).join(''));
}

export function paintLine(line: readonly Span[], paint: Paint): string {
  const joined: { text: string; look: Look | undefined }[] = [];
  for (const { text, look } of line) {
    const last = joined.at(-1);
    if (last?.look === look && last !== undefined) last.text += text;
    else joined.push({ text, look });
  }
  return joined.map(({ text, look }) => (look === undefined || text === '' ? text : paint(text, look))).join('');
}

export function widthOf(line: readonly Span[]): number {
  return line.reduce((sum, { text }) => sum + displayWidth(text), 0);
}

/** Words, which may have several looks, blanks and line ends, in their order. */
function tokens(spans: readonly Span[]): Span[][] {
  const found: Span[][] = [];
  let word: Span[] = [];
  const end = () => {
    if (word.length > 0) found.push(word);
    word = [];
  };
  for (const { text, look } of spans) {
    for (const piece of text.split(/([ \n])/)) {
      if (piece === '') continue;
      if (piece !== ' ' && piece !== '\n') word.push(plain(piece, look));
      else {
        end();
        found.push([plain(piece, look)]);
      }
    }
  }
  end();
  return found;
}

function splitAt(word: readonly Span[], columns: number): [Span[], Span[]] {
  const first: Span[] = [];
  let left = columns;
  for (const [at, span] of word.entries()) {
    const width = displayWidth(span.text);
    if (width <= left) {
      first.push(span);
      left -= width;
      continue;
    }
    const head = left > 0 || first.length === 0 ? atSlash(fitting(span.text, left)) : '';
    if (displayWidth(head) > left && first.length > 0) return [first, word.slice(at)];
    if (head !== '') first.push(plain(head, span.look));
    return [first, [plain(span.text.slice(head.length), span.look), ...word.slice(at + 1)]];
  }
  return [first, []];
}

/** A path is better broken behind a slash. */
function atSlash(text: string): string {
  const end = text.lastIndexOf('/') + 1;
  return end > text.length / 3 ? text.slice(0, end) : text;
}

function withoutBlanksBehind(line: Span[]): Span[] {
  const kept = [...line];
  while (kept.at(-1)?.text === ' ') kept.pop();
  return kept;
}
