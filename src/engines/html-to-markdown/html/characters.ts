/** Tells whether CommonMark counts a character as punctuation. */
export function isPunctuation(character: string): boolean {
  const code = character.charCodeAt(0);
  if (code >= 0x80) return /^[\p{P}\p{S}]$/u.test(character);
  return (
    (code > 0x20 && code < 0x30) ||
    (code > 0x39 && code < 0x41) ||
    (code > 0x5a && code < 0x61) ||
    (code > 0x7a && code < 0x7f)
  );
}

/** Tells whether a character is blank; the edge of a line counts as blank. */
export function isBlank(character: string): boolean {
  return character === '' || character === ' ' || /^\s$/.test(character);
}

/** The first character of a text, whole. */
export function firstOf(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** The last character of a text, whole. */
export function lastOf(text: string): string {
  const pair = text.codePointAt(text.length - 2);
  return pair !== undefined && pair > 0xffff ? text.slice(-2) : text.slice(-1);
}

/** What a run of delimiters between two characters can do in CommonMark. */
export function flanking(before: string, after: string): { readonly opens: boolean; readonly closes: boolean } {
  const [blankBefore, blankAfter] = [isBlank(before), isBlank(after)];
  const [markBefore, markAfter] = [isPunctuation(before), isPunctuation(after)];
  return {
    opens: !blankAfter && (!markAfter || blankBefore || markBefore),
    closes: !blankBefore && (!markBefore || blankAfter || markAfter),
  };
}
