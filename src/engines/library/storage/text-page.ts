import { isAscii, isUtf8 } from 'node:buffer';
import type { LineCounter } from './line-counter.ts';

/** Files that follow each other, as one: a search then looks through few long texts, not many short ones. */
export interface TextPage {
  readonly keys: readonly string[];
  /** Where each file begins, and at the end where the last one ends. */
  readonly starts: readonly number[];
  /** Every file ends with LF, unless it is empty. A file may turn out to be no text. */
  readonly bytes: Buffer;
  /** Whether it is known that there is no other file among them. */
  readonly isAllText?: boolean;
  /** Of a page that is kept, for more than one search. */
  readonly lineCounter?: LineCounter;
  /** How many lines of the first file come before the page. */
  readonly linesBefore?: number;
}

/** The most bytes of files that are read onto one page. */
export const MOST_ON_A_PAGE = 512 * 1024;
const LF = 0x0a;

export function pageOf(files: readonly { readonly key: string; readonly bytes: Buffer }[]): TextPage {
  const parts = files.map(({ bytes }) => (endsLine(bytes) ? bytes : Buffer.concat([bytes, Buffer.of(LF)])));
  const starts = [0];
  for (const part of parts) starts.push((starts.at(-1) as number) + part.length);
  const [only] = parts;
  return { keys: files.map(({ key }) => key), starts, bytes: parts.length === 1 && only ? only : Buffer.concat(parts) };
}

function endsLine(bytes: Buffer): boolean {
  return bytes.length === 0 || bytes[bytes.length - 1] === LF;
}

/** The bytes of one of the files of a page. */
export function fileOf({ bytes, starts }: TextPage, index: number): Buffer {
  return bytes.subarray(starts[index], starts[index + 1]);
}

/** Whether a file is text: only that is searched. */
export function isText(bytes: Buffer): boolean {
  return (isAscii(bytes) || isUtf8(bytes)) && !bytes.includes(0);
}

/** What comes on a page behind a line of a file. */
export function pageAfter(page: TextPage, key: string, line: number): TextPage {
  // The counter is for the whole page.
  const { lineCounter: _, ...rest } = page;
  const { keys, starts, bytes } = page;
  const found = keys.findIndex((one) => one >= key);
  let first = found < 0 ? keys.length : found;
  let start = starts[first] as number;
  let linesBefore = 0;
  if (keys[first] === key) {
    const end = starts[first + 1] as number;
    const isSearched = page.isAllText || isText(bytes.subarray(start, end));
    for (; isSearched && start < end && linesBefore < line; linesBefore++) start = bytes.indexOf(LF, start) + 1;
    if (!isSearched || start === end) {
      first++;
      start = end;
      linesBefore = 0;
    }
  }
  return {
    ...rest,
    keys: keys.slice(first),
    starts: [0, ...starts.slice(first + 1).map((next) => next - start)],
    bytes: bytes.subarray(start),
    linesBefore,
  };
}
