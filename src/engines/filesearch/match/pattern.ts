import { asciiVariants, DIACRITIC_CLASS, fold } from './fold.ts';

/** Folded text to look for, with quick tests that need no folding of the text it is looked for in. */
export interface Pattern {
  readonly folded: string;
  /** Finds it in text of plain ASCII; undefined when such text cannot hold it. */
  readonly ascii: RegExp | undefined;
  /** The source of `ascii` for folded text too, and as an expression that goes on from where it is told. */
  readonly spaced: string;
  readonly everywhere: RegExp;
  /** Whether what `ascii` finds is all of it. */
  readonly isExact: boolean;
  /** Finds a place in any text where it may be, and never misses one. */
  readonly loose: RegExp;
}

const LONGEST = 200;
const OUTSIDE_ASCII = /[\u0080-\uffff]/;
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/g;

/** A pattern for folded text. */
export function patternOf(folded: string): Pattern {
  const start = folded.slice(0, LONGEST);
  const spaced = start.replace(SPECIAL, '\\$&').replaceAll(' ', '[\\t-\\r ]+');
  const ascii = OUTSIDE_ASCII.test(folded) ? undefined : new RegExp(spaced, 'i');
  let loose: RegExp | undefined;
  let everywhere: RegExp | undefined;
  return {
    folded,
    ascii,
    spaced,
    isExact: start === folded,
    get everywhere() {
      everywhere ??= new RegExp(spaced, 'gi');
      return everywhere;
    },
    get loose() {
      loose ??= new RegExp(looseSource(start));
      return loose;
    },
  };
}

/** Whether text that is all ASCII holds a pattern. */
export function isInAscii(text: string, { ascii, isExact, folded }: Pattern): boolean {
  return (ascii?.test(text) ?? false) && (isExact || fold(text).includes(folded));
}

const MARKS = `[${DIACRITIC_CLASS}]*`;
// What one letter outside of ASCII may stand for, besides single letters.
const STRETCH_PART = /s{2,}|[ao]e|./gs;

// The longest stretch of ASCII, every character as any that folds to it, marks in between. It takes linear time on any text.
function looseSource(folded: string): string {
  const stretches = folded.split(/[\u0080-\uffff]+/).map((stretch) => stretch.trim());
  const longest = stretches.reduce((best, stretch) => (stretch.length > best.length ? stretch : best));
  if (longest === '') return OUTSIDE_ASCII.source;
  return longest
    .split(' ')
    .map((word) => Array.from(word.match(STRETCH_PART) ?? [], looseOf).join(MARKS))
    .join(`[\\s${DIACRITIC_CLASS}]+`);
}

function looseOf(part: string): string {
  if (part.length === 1) return classOf(part);
  if (part.startsWith('s')) return `(?:${classOf('s')}${MARKS}){${Math.ceil(part.length / 2)},${part.length}}`;
  return `(?:${Array.from(part, classOf).join(MARKS)}|[${asciiVariants().get(part)}])`;
}

function classOf(char: string): string {
  const variants = char + char.toUpperCase() + (asciiVariants().get(char) ?? '');
  return `[${variants.replace(SPECIAL, '\\$&')}]`;
}
