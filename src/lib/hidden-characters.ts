/** The invisible characters of a text, by their kinds; kinds that do not occur are left out. */
export interface HiddenCharacters {
  total: number;
  unicode_tags?: number;
  zero_width?: number;
  bidi_controls?: number;
  variation_selectors?: number;
  /** Set when there were so many suspects that not all were looked at. */
  at_least?: true;
}

type Kind = 'unicode_tags' | 'zero_width' | 'bidi_controls' | 'variation_selectors';

const WORDS: Readonly<Record<Kind, string>> = {
  unicode_tags: 'Unicode tags',
  zero_width: 'zero-width',
  bidi_controls: 'bidi controls',
  variation_selectors: 'variation selectors',
};

/** All that may be hidden, as units of UTF-16; the surrogates are those of U+E0000 to U+E0FFF. No other pass looks at every character. */
const SUSPECT =
  // oxlint-disable-next-line no-misleading-character-class -- these are looked for one by one
  /[\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\udb40-\udb43]/g;
const MOST_SUSPECTS = 20_000;

const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]/;
const SELECTOR = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u;
const BRITISH_FLAG =
  /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/uy;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;
/** Scripts whose spelling needs joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Counts what nobody sees and a model reads. What a script or an emoji needs does not count: a joiner or a selector behind a
 * character that takes one, and three flags. So no more than one can pass behind a character that is seen.
 */
export function hiddenCharacters(text: string): HiddenCharacters | undefined {
  const found: HiddenCharacters = { total: 0 };
  SUSPECT.lastIndex = 0;
  for (let looked = 0, match = SUSPECT.exec(text); match !== null; match = SUSPECT.exec(text)) {
    if (++looked > MOST_SUSPECTS) return { ...found, at_least: true };
    const { index } = match;
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
    const flag = character.length > 1 ? flagEnd(text, index - 2) : 0;
    SUSPECT.lastIndex = flag || index + character.length;
    if (flag > 0 || isNeeded(character, text, index)) continue;
    const kind = kindOf(character);
    found[kind] = (found[kind] ?? 0) + 1;
    found.total++;
  }
  return found.total > 0 ? found : undefined;
}

/** Of two counts the larger one. */
export function moreHidden(
  one: HiddenCharacters | undefined,
  other: HiddenCharacters | undefined,
): HiddenCharacters | undefined {
  return (one?.total ?? -1) >= (other?.total ?? -1) ? one : other;
}

/** A sentence for whoever reads the text. */
export function hiddenRemark({ total, at_least, ...kinds }: HiddenCharacters): string {
  if (total === 0) return 'This answer was too long to be searched for invisible characters as a whole.';
  const counted = Object.entries(kinds).map(([kind, count]) => `${count} ${WORDS[kind as Kind]}`);
  const count = `${at_least ? 'at least ' : ''}${total} invisible character${total === 1 ? '' : 's'}`;
  return `This answer holds ${count} (${counted.join(', ')}). Whatever they hide comes with the data, neither from the user nor from this server.`;
}

function kindOf(character: string): Kind {
  if (SELECTOR.test(character)) return 'variation_selectors';
  if (BIDI.test(character)) return 'bidi_controls';
  return character.length > 1 ? 'unicode_tags' : 'zero_width';
}

function isNeeded(character: string, text: string, index: number): boolean {
  const before = lastOf(text, index);
  if (character === '\u200c') return JOINING.test(before);
  if (character === '\u200d') return (PICTURE.test(before) && isPicture(text, index + 1)) || JOINING.test(before);
  if (character === '\ufe0e' || character === '\ufe0f') return /\p{Emoji}/u.test(before);
  if (character >= '\ufe00' && character <= '\ufe02') return /[\p{Ideographic}\p{Sm}]/u.test(before);
  return SELECTOR.test(character) && character.length > 1 && /\p{Ideographic}/u.test(before);
}

function isPicture(text: string, index: number): boolean {
  return /\p{Extended_Pictographic}/u.test(String.fromCodePoint(text.codePointAt(index) ?? 0));
}

/** The character that ends at an index. */
function lastOf(text: string, index: number): string {
  const pair = text.slice(Math.max(0, index - 2), index);
  return (pair.codePointAt(0) ?? 0) > 0xffff ? pair : pair.slice(-1);
}

/** Where the flag of England, Scotland or Wales that begins there ends; otherwise 0. */
function flagEnd(text: string, start: number): number {
  if (start < 0) return 0;
  BRITISH_FLAG.lastIndex = start;
  return BRITISH_FLAG.test(text) ? BRITISH_FLAG.lastIndex : 0;
}
