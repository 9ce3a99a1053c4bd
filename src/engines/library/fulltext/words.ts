/** A word of a text as it is indexed, and where it stands there. */
export interface Word {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu;
const NOT_ASCII = /[^\0-\x7f]/;
/** Scripts that put no space between words, and Korean, whose words carry their particles: each character counts as a word. */
const UNSPACED =
  '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}';
const HAS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
/** Begins with a letter or digit: a mark alone, as some letters become by folding, is no word. */
const UNIT = new RegExp(`(?=[\\p{L}\\p{N}])(?:[${UNSPACED}]\\p{M}*|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+)`, 'gu');
const JOINING = '\\uff9e\\uff9f\\u1160-\\u11ff';
/** A character with what belongs to it: marks, vowels and finals of Korean syllables, voice marks of narrow Katakana. These may also stand alone. */
const CHARACTER = new RegExp(`(?:[^\\p{M}\\p{Cf}${JOINING}]|[${JOINING}])[\\p{M}\\p{Cf}${JOINING}]*`, 'gu');
const ONE_UNIT = /^[\p{L}\p{N}\p{M}]+$/u;
/** Of longer ones, such as pictures within a text, only the beginning counts. */
const LONGEST_WORD = 64;

/** The words of a text in their order: letters and digits, without case and accents. */
export function* wordsIn(text: string): Generator<Word> {
  for (const { 0: written, index: start } of text.matchAll(WORD)) {
    const end = start + written.length;
    if (!NOT_ASCII.test(written)) yield { folded: bounded(written.toLowerCase()), start, end };
    else yield* unitsOf(written, start);
  }
}

/** The words of a text, each once as often as it is there, with spaces between them. */
export function wordLine(text: string): string {
  const folded: string[] = [];
  for (const word of wordsIn(text)) folded.push(word.folded);
  return folded.join(' ');
}

function* unitsOf(written: string, start: number): Generator<Word> {
  const whole = fold(written);
  const end = start + written.length;
  if (ONE_UNIT.test(whole) && !HAS_UNSPACED.test(whole)) return yield { folded: bounded(whole), start, end };
  // Letters that follow each other are one word, until a character comes that is one by itself.
  let word: Word | undefined;
  for (const { 0: character, index } of written.matchAll(CHARACTER)) {
    const at = { start: start + index, end: start + index + character.length };
    for (const [nth, unit] of (fold(character).match(UNIT) ?? []).entries()) {
      if (word && nth === 0 && !HAS_UNSPACED.test(unit) && !HAS_UNSPACED.test(word.folded)) {
        word = { folded: bounded(word.folded + unit), start: word.start, end: at.end };
      } else {
        if (word) yield word;
        word = { folded: unit, ...at };
      }
    }
  }
  if (word) yield word;
}

/** As readers of these languages type them when they are in a hurry. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
};

/** A word without case, accents of Latin and Greek letters, and what cannot be seen. In other scripts a mark may make another letter. */
function fold(word: string): string {
  return word
    .replace(/\p{Cf}/gu, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/([\p{Script=Latin}\p{Script=Greek}])\p{M}+/gu, '$1')
    .replace(/[ßæœøłđıς]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFC');
}

function bounded(word: string): string {
  return word.length <= LONGEST_WORD ? word : word.slice(0, LONGEST_WORD).replace(/[\ud800-\udbff]$/, '');
}
