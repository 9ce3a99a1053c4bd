const OTHER_WORD = /[\p{L}\p{N}\p{M}]/u;
const WORD_PART = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{Lo}\p{Lm}\p{Lt}\p{M}]+/gu;

/** Whether a UTF-16 unit of a text is part of a word: a letter or a digit. */
export function isWordUnit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  if (code >= 0xd800 && code < 0xe000) return true;
  return OTHER_WORD.test(text.charAt(at));
}

/** The words of a name as people read it: split at punctuation, at changes of case and between letters and digits. */
export function wordsOfName(name: string): string[] {
  return name.normalize('NFC').match(WORD_PART) ?? [];
}
