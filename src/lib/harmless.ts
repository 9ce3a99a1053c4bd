/** What could move the cursor of a terminal, change its colours, begin a new line or turn the reading direction. */
// oxlint-disable-next-line no-control-regex -- control characters are what this looks for
const UNSAFE = /[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** A text of unknown origin that a terminal may show: one line, with escapes for all that would steer it. */
export function harmless(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
