import { ExactNumber, mapLeaves } from './exact.ts';

/** Parses JSON like `JSON.parse`, but a number whose text a double would not give back becomes an `ExactNumber`. */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  const marked = markInexactNumbers(text);
  return marked === undefined ? value : revive(JSON.parse(marked));
}

/** Random, so that no document holds it by accident. (node:crypto would cost a twentieth of the start.) */
const MARK = `exact ${Math.random()} ${Math.random()}:`;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/** Rewrites inexact numbers of a valid JSON text as marked strings; undefined when every number survives. */
function markInexactNumbers(text: string): string | undefined {
  let out = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      const source = text.slice(at, end);
      if (!survives(source)) {
        out += `${text.slice(copied, at)}"${MARK}${source}"`;
        copied = end;
      }
      at = end;
    } else {
      at++;
    }
  }
  return copied === 0 ? undefined : out + text.slice(copied);
}

/** Tells whether a double gives back the very text; for a short integer without looking. */
function survives(source: string): boolean {
  return (source.length < 16 && SHORT_INTEGER.test(source)) || String(Number(source)) === source;
}

const SHORT_INTEGER = /^[1-9]\d*$/;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && isNumberPart(text.charCodeAt(end))) end++;
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Digits, dot, plus, minus, e and E: enough inside a text that is known to be valid. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === MINUS || code === 0x65 || code === 0x45;
}

function revive(root: unknown): unknown {
  return mapLeaves(root, (leaf) =>
    typeof leaf === 'string' && leaf.startsWith(MARK) ? new ExactNumber(leaf.slice(MARK.length)) : leaf,
  );
}
