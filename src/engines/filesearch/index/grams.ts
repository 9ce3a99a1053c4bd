// Letters, digits and whatever is not ASCII.
export const isWordByte = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122) || byte === 95 || byte >= 128),
);

// Which of the last five bytes are of a word, as bits: all, or all but one in between.
const IN_WORDS = [0b11111, 0b10111, 0b11011, 0b11101];
export const isFive = Uint8Array.from({ length: 32 }, (_, last) => Number(IN_WORDS.includes(last)));

/**
 * Hashes of what a text must have to hold another: its runs of three bytes, those of four inside of a word, and those of five inside of one
 * word or two. All runs of five are as many as a text is long, and most of them tell nothing to a search for words.
 */
export type Grams = Int32Array;

/** The grams of folded text, those first that the fewest texts have. */
export function gramsOf(folded: string): Grams {
  const [threes, fours, fives] = [new Set<number>(), new Set<number>(), new Set<number>()];
  let last = 0;
  let word = 0;
  Buffer.from(folded, 'utf8').forEach((byte, at) => {
    const fifth = last >>> 24;
    last = (last << 8) | byte;
    word = ((word << 1) | (isWordByte[byte] as number)) & 31;
    if (isFive[word] === 1) fives.add(ofFive(fifth, last));
    if ((word & 15) === 15) fours.add(ofFour(last));
    if (at >= 2) threes.add(ofThree(last));
  });
  return Int32Array.from([...fives, ...fours, ...threes]);
}

/** Which bit of a signature stands for a gram; its header says how it was made. */
export function bitOf(header: number, gram: number): number {
  const bits = header & 31;
  const scale = ((header >>> 5) * 32) / (1 << bits);
  return ((gram & ((1 << bits) - 1)) * scale) | 0;
}

export function ofThree(bytes: number): number {
  const mixed = Math.imul(bytes & 0xffffff, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

export function ofFour(bytes: number): number {
  const mixed = Math.imul(bytes ^ (bytes >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}

export function ofFive(fifth: number, bytes: number): number {
  const mixed = Math.imul(bytes ^ Math.imul(fifth + 1, 0xc2b2ae35), 0x27d4eb2f);
  return mixed ^ (mixed >>> 14);
}
