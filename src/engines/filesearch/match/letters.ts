/** Which letters and digits a folded text has, and whether any outside of ASCII, as bits: it holds no word that has others. */
export type Letters = number;

const DIGITS = 26;
const FOREIGN = 1 << 31;

export function lettersOf(folded: string): Letters {
  let bits = 0;
  for (let at = 0; at < folded.length; at++) bits |= letterOf(folded.charCodeAt(at));
  return bits;
}

/** The same for a part of folded UTF-8. */
export function lettersIn(bytes: Uint8Array, start: number, end: number): Letters {
  let bits = 0;
  for (let at = start; at < end; at++) bits |= letterOf(bytes[at] as number);
  return bits;
}

/** Whether all letters that are wanted are there, or all but so many. */
export function hasLetters(letters: Letters, wanted: Letters, butFor = 0): boolean {
  let lacking = wanted & ~letters;
  for (let left = butFor; left > 0 && lacking !== 0; left--) lacking &= lacking - 1;
  return lacking === 0;
}

function letterOf(code: number): number {
  if (code >= 97 && code <= 122) return 1 << (code - 97);
  if (code >= 128) return FOREIGN;
  // Two digits share a bit, so that all are in one number.
  return code >= 48 && code <= 57 ? 1 << (DIGITS + ((code - 48) >> 1)) : 0;
}
