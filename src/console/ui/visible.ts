/** Controls, and what turns the direction of the text around it or has no width. */
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const UNSEEN = /[\0-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

const SIGNS: Readonly<Record<string, string>> = { '\n': '↵', '\r': '↵', '\t': '⇥' };

/** A name in which nothing hides: a line break is a sign, and so is what would turn the text around. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => SIGNS[char] ?? `‹${char.charCodeAt(0).toString(16).toUpperCase()}›`);
}
