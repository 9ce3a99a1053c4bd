const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Letters that terminals draw two columns wide: those of East Asia, their signs and their full-width Latin. */
const WIDE =
  /^[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6b\uff01-\uff60\uffe0-\uffe6]|^[\u{16fe0}-\u{1b2fb}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]/u;
const PICTURE = /^\p{Emoji_Presentation}|^\p{Emoji}\ufe0f|^\p{Regional_Indicator}{2}/u;
/** Marks that are drawn over what stands before them, and characters that are not drawn at all. */
const NOTHING = /^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]+$/u;
const ASCII = /^[\x20-\x7e]*$/;

/** How many columns a terminal needs for a text. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmenter.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  if (ASCII.test(grapheme)) return grapheme.length;
  if (NOTHING.test(grapheme)) return 0;
  return WIDE.test(grapheme) || PICTURE.test(grapheme) ? 2 : 1;
}

/** The longest beginning of a text that fits into so many columns, never empty; no character is taken apart. */
export function fitting(text: string, columns: number): string {
  let width = 0;
  let end = 0;
  for (const { segment, index } of segmenter.segment(text)) {
    width += graphemeWidth(segment);
    if (width > columns && index > 0) break;
    end = index + segment.length;
    if (width > columns) break;
  }
  return text.slice(0, end);
}
