/** More than any message needs; each takes up to 100 bytes of memory, however short its text. */
export const MAX_VALUES = 250_000;
/** Only arithmetic cares how a number is written, and not of so many. */
export const MAX_EXACT_NUMBERS = 10_000;

/** A text that is refused before it is parsed, since its value would be many times larger. */
export class TooManyValues extends Error {
  override readonly name = 'TooManyValues';
}

/** Parses JSON like `JSON.parse`, but a number whose text a double would not give back becomes an `ExactNumber`. */
export function parseJson(text: string): unknown {
  const marked = markInexactNumbers(text);
  const value: unknown = JSON.parse(text);
  // Parsed all the same: only a valid text can be trusted to be valid with its marks.
  return marked === undefined ? value : revive(JSON.parse(marked));
}

/** Random, so that no document holds it by accident. (node:crypto would cost a twentieth of the start.) */
const MARK = `exact ${Math.random()} ${Math.random()}:`;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/** Rewrites inexact numbers as marked strings, in a text that may not even be JSON; undefined when every number survives. */
function markInexactNumbers(text: string): string | undefined {
  let out = '';
  let copied = 0;
  let values = 1;
  let marked = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      const source = text.slice(at, end);
      if (!survives(source)) {
        if (++marked > MAX_EXACT_NUMBERS)
          throw tooMany(MAX_EXACT_NUMBERS, 'numbers that a double does not hold exactly');
        out += `${text.slice(copied, at)}"${MARK}${source}"`;
        copied = end;
      }
      at = end;
    } else {
      if (code === COMMA || code === OPEN_BRACKET || code === OPEN_BRACE) values++;
      if (values > MAX_VALUES) throw tooMany(MAX_VALUES, 'values');
      at++;
    }
  }
  return copied === 0 ? undefined : out + text.slice(copied);
}

function tooMany(most: number, what: string): TooManyValues {
  return new TooManyValues(`a message holds at most ${most.toLocaleString('en')} ${what}`);
}

/** Tells whether a double gives back the very text; for a short integer without looking. */
function survives(source: string): boolean {
  return (source.length < 16 && SHORT_INTEGER.test(source)) || String(Number(source)) === source;
}

const SHORT_INTEGER = /^[1-9]\d*$/;

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
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

/** Digits, dot, plus, minus, e and E: enough inside a valid text. */
function isNumberPart(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === MINUS || code === 0x65 || code === 0x45;
}

function revive(root: unknown): unknown {
  return mapLeaves(root, (leaf) =>
    typeof leaf === 'string' && leaf.startsWith(MARK) ? new ExactNumber(leaf.slice(MARK.length)) : leaf,
  );
}

/** A JSON number whose source text a double would not give back, such as `9007199254740993` or `1.10`. */
export class ExactNumber {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

/** Makes every exact number inside a JSON value a plain one, in place, and returns the value. */
export function toPlainNumbers(value: unknown): unknown {
  return mapLeaves(value, (leaf) => (leaf instanceof ExactNumber ? Number(leaf.source) : leaf));
}

/** Only a tool's arguments may carry exact numbers; the rest of the protocol knows doubles. */
export function plainParams(params: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(params)) if (key !== 'arguments') params[key] = toPlainNumbers(params[key]);
  return params;
}

/** Tells a JSON object from an array, a number of either kind and everything else. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** Maps every leaf of a JSON value in place; without recursion, since the value may be nested arbitrarily deep. */
export function mapLeaves(root: unknown, map: (leaf: unknown) => unknown): unknown {
  const holder: Container = { root };
  const open: Container[] = [holder];
  const visit = (node: Container, key: string | number) => {
    const child = node[key];
    if (isContainer(child)) {
      open.push(child);
    } else {
      const mapped = map(child);
      if (mapped !== child) node[key] = mapped;
    }
  };
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // The keys of a long array would take more memory than the array.
    if (Array.isArray(node)) for (let at = 0; at < node.length; at++) visit(node, at);
    else for (const key of Object.keys(node)) visit(node, key);
  }
  return holder.root;
}

type Container = Record<string | number, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
