const LF = 0x0a;
const BLOCK = 256;

/** Tells the lines of a page that is kept: they are counted once, by the first one who asks. */
export class LineCounter {
  /** How many lines end before each block; so small beside the page that nobody weighs it. */
  #beforeBlock: Uint32Array | undefined;

  constructor(private readonly bytes: Buffer) {}

  /** How many lines are before the one that begins at a place. */
  before(lineStart: number): number {
    const { bytes } = this;
    this.#beforeBlock ??= countBlocks(bytes);
    const block = Math.floor(lineStart / BLOCK);
    let count = this.#beforeBlock[block] as number;
    for (let start = block * BLOCK; start < lineStart; count++) start = bytes.indexOf(LF, start) + 1;
    return count;
  }
}

function countBlocks(bytes: Buffer): Uint32Array {
  const counts = new Uint32Array(Math.floor(bytes.length / BLOCK) + 2);
  for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    (counts[Math.floor(at / BLOCK) + 1] as number)++;
  }
  for (let block = 1; block < counts.length; block++) (counts[block] as number) += counts[block - 1] as number;
  return counts;
}
