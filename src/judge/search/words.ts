const MAX_WORDS = 40;

// Words that nearly every statement or question has.
const COMMON = new Set(
  `a about add after all also an and any are as at be been but by can do does each every find first for from get give
  given has have holds how if in input into is it its last line lines lower many may more most much no not number numbers
  of on one only or other out output print second so such than that the their them then there these they this to two up
  upper use what when where which who whose with you`.split(/\s+/),
);

/** The telling words of a text, each once, in their order. */
export function wordsOf(text: string, limit = MAX_WORDS): string[] {
  const plain = text.replace(/\\[a-z]+/gi, ' ').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length > 1 && !COMMON.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, limit);
}
