const UNKNOWN = -3;
const CLUSTER = -2;
const DROPPED = -1;
const SPACE = 32;

// What sits on a letter: the blocks of combining diacritical marks, Hebrew points, Arabic vowel signs.
export const DIACRITIC_CLASS =
  '\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u064b-\\u065f\\u0670' +
  '\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f';
const DIACRITICS = new RegExp(`[${DIACRITIC_CLASS}]`, 'g');
// Letters that Unicode sorts with others, though there is no mark to be taken off.
const SORTED_AS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't' }),
);
const LIKE_OTHERS = new RegExp(`[${[...SORTED_AS.keys()].join('')}]`, 'g');
const JOINER = /^[\p{M}\u1160-\u11ff]/u;
const WHITE = /\s/;
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;
const SHORT = 256;

const table = new Int32Array(0x10000).fill(UNKNOWN);
const variants = new Map<string, string>();
let scratch = new Uint16Array(1 << 16);

export interface Folded {
  readonly text: string;
  /** Where in the source the folded text's unit `index` comes from. */
  sourceOf(index: number): number;
}

/** Text as it is compared: no case, no diacritics, `ß` as `ss` and the like, one normal form, white space as single spaces. */
export function fold(text: string): string {
  if (text.length < SHORT && PLAIN.test(text)) return text.toLowerCase();
  return stringOf(run(text, undefined).written);
}

/** The folded text together with the way back to the source. */
export function foldWithOrigin(text: string): Folded {
  return { text: fold(text), sourceOf: (index) => run(text, index).read };
}

// Latin, Greek, and letters and signs of mathematics. To look at all characters takes ten times as long as a small search.
const BLOCKS_WITH_VARIANTS = [
  [0x80, 0x2af],
  [0x370, 0x3ff],
  [0x1e00, 0x22ff],
] as const;

/** For each ASCII character the others, all outside ASCII, that fold to it or to it and a second one; for such a pair those that fold to both. */
export function asciiVariants(): ReadonlyMap<string, string> {
  if (variants.size > 0) return variants;
  const add = (folded: string, char: string) => variants.set(folded, (variants.get(folded) ?? '') + char);
  for (const [first, last] of BLOCKS_WITH_VARIANTS) {
    for (let code = first; code <= last; code++) {
      const char = String.fromCharCode(code);
      const base = char.normalize('NFD').charAt(0).toLowerCase();
      const folded = SORTED_AS.get(base) ?? base;
      if (folded > '\x7f') continue;
      for (const letter of new Set(folded)) add(letter, char);
      if (folded.length > 1) add(folded, char);
    }
  }
  return variants;
}

// Goes through the text once; stops early at the source position that the output unit `until` comes from.
function run(text: string, until: number | undefined): { written: number; read: number } {
  if (scratch.length < text.length) scratch = new Uint16Array(text.length);
  let out = scratch;
  let written = 0;
  let baseIn = 0;
  let baseOut = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    let folded = table[code] as number;
    if (folded === UNKNOWN) folded = learn(code);
    if (folded >= 0) {
      if (folded === SPACE && written > 0 && out[written - 1] === SPACE) {
        at++;
        continue;
      }
      if (written === until) return { written, read: at };
      baseIn = at++;
      baseOut = written;
      out[written++] = folded;
    } else if (folded === DROPPED) {
      at++;
    } else {
      const start = isJoiner(text, at) ? baseIn : at;
      const end = clusterEnd(text, at);
      if (start < at) written = baseOut;
      const cluster = foldCluster(text.slice(start, end));
      baseIn = start;
      baseOut = written;
      if (until !== undefined && until >= written && until < written + cluster.length) return { written, read: start };
      if (written + cluster.length + text.length - end > out.length) out = scratch = grown(out);
      for (let index = 0; index < cluster.length; index++) out[written++] = cluster.charCodeAt(index);
      at = end;
    }
  }
  return { written, read: text.length };
}

function grown(units: Uint16Array): Uint16Array<ArrayBuffer> {
  const larger = new Uint16Array(units.length * 2);
  larger.set(units);
  return larger;
}

function stringOf(length: number): string {
  const text = Buffer.from(scratch.buffer, 0, length * 2).toString('utf16le');
  // A window of a large file must not keep its room for ever.
  if (scratch.length > 1 << 24) scratch = new Uint16Array(1 << 16);
  return text;
}

function learn(code: number): number {
  const value = meaning(code);
  table[code] = value;
  return value;
}

function meaning(code: number): number {
  if (code >= 0xd800 && code < 0xe000) return CLUSTER;
  const char = String.fromCharCode(code);
  const folded = foldCluster(char);
  if (folded === '') return DROPPED;
  if (folded.length > 1 || JOINER.test(char)) return CLUSTER;
  return folded.charCodeAt(0);
}

function foldCluster(cluster: string): string {
  const lower = cluster.normalize('NFD').replace(DIACRITICS, '').toLowerCase().replaceAll('ς', 'σ');
  const bare = lower.replace(LIKE_OTHERS, (letter) => SORTED_AS.get(letter) ?? letter).normalize('NFC');
  return WHITE.test(bare) ? bare.replace(/\s+/g, ' ') : bare;
}

function clusterEnd(text: string, start: number): number {
  let end = start + width(text, start);
  while (end < text.length && isJoiner(text, end)) end += width(text, end);
  return end;
}

function isJoiner(text: string, at: number): boolean {
  return JOINER.test(String.fromCodePoint(text.codePointAt(at) ?? 0));
}

function width(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
