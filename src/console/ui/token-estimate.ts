/** A longer text is taken to go on as it begins. */
const LONGEST_READ = 200_000;

/** About where tokenizers cut: a word with the one sign before it, capitals, up to three digits, a run of signs, blanks. */
const PIECES =
  /[^\r\n\p{L}\p{N}]?\p{Lu}*[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}|[^\S\r\n]?[^\s\p{L}\p{N}]+|\s+/gu;

/**
 * About how many tokens a text takes in the context of a model. Every model counts differently; this comes near
 * o200k_base for the answers of tools without bringing its vocabulary of 200,000 entries into the page.
 */
export function estimateTokens(text: string): number {
  const read = text.slice(0, LONGEST_READ);
  let tokens = 0;
  for (const [piece] of read.matchAll(PIECES)) tokens += tokensOf(piece);
  return Math.round(tokens * (text.length / (read.length || 1)));
}

/** The figures are averages over answers of all toolsets and over prose. */
function tokensOf(piece: string): number {
  const letters = piece.replace(/^\P{L}/u, '');
  if (/^\p{L}/u.test(letters)) return tokensOfWord(letters, piece);
  return /^\s+$/.test(piece) || piece.length <= 3 ? 1 : tokensOfSigns(piece);
}

/** Signs come in well-known pairs; a row of the same sign is one token. */
function tokensOfSigns(signs: string): number {
  return Array.from(signs.matchAll(/(.)\1*/gsu)).reduce((sum, [row]) => sum + (row.length > 3 ? 1 : 0.5), 0);
}

function tokensOfWord(letters: string, piece: string): number {
  const beyond = (free: number) => Math.max(0, letters.length - free);
  if (/\p{Lo}/u.test(letters)) return letters.length * 0.7;
  if (!/\p{Script=Latin}/u.test(letters)) return 1 + 0.22 * beyond(4);
  if (!/\p{Ll}/u.test(letters)) return 1 + 0.3 * beyond(3);
  if (/^\p{Lu}{2}/u.test(letters)) return 2 + 0.3 * beyond(7);
  // After a blank most words are one token; after other signs, and in the middle of names, they are cut more often.
  const cuts = piece.startsWith(' ') ? 0.02 : piece === letters ? 0.05 : 0.1;
  return 1 + cuts * beyond(2) + 0.25 * beyond(13);
}
