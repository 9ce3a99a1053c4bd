import type { Random } from '../../harness/random.ts';

const NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const MOST_BYTES = 1 << 19;

/** Bytes that were damaged in one to five places: flipped, cut, doubled, or with numbers that no reader expects. */
export function damagedBytes(bytes: Buffer, random: Random): Buffer {
  let damaged: Buffer = Buffer.from(bytes);
  for (let left = 1 + random.below(5); left > 0; left--) damaged = damageOnce(damaged, random);
  return damaged.subarray(0, MOST_BYTES);
}

function damageOnce(bytes: Buffer, random: Random): Buffer {
  if (bytes.length === 0) return Buffer.from([random.below(256)]);
  // Formats say the most about themselves at their beginning and their end.
  const at = [random.below(bytes.length), random.below(Math.min(64, bytes.length)), near(bytes.length, random)][
    random.below(3)
  ] as number;
  const end = Math.min(bytes.length, at + 1 + random.below(random.below(8) === 0 ? 400 : 16));
  const [head, piece, tail] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)];
  switch (random.below(8)) {
    case 0:
      bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
      return bytes;
    case 1:
      bytes[at] = random.below(256);
      return bytes;
    case 2:
    case 3:
      return withNumber(bytes, at, random);
    case 4:
      return Buffer.concat([head, tail]);
    case 5:
      return Buffer.concat([head, ...Array.from({ length: 1 + random.below(20) }, () => piece), tail]);
    case 6:
      return Buffer.concat([head, Buffer.from(piece.map(() => random.below(256))), tail]);
    default:
      return random.below(4) === 0 ? Buffer.from(head) : bytes;
  }
}

function near(end: number, random: Random): number {
  return Math.max(0, end - 1 - random.below(64));
}

function withNumber(bytes: Buffer, at: number, random: Random): Buffer {
  const size = random.pick([1, 2, 4]);
  if (at + size > bytes.length) return bytes;
  const value = random.pick(NUMBERS) % 2 ** (8 * size);
  if (random.below(2) === 0) bytes.writeUIntBE(value, at, size);
  else bytes.writeUIntLE(value, at, size);
  return bytes;
}

/** A text with one to four pieces of others in it, or with holes. */
export function damagedText(text: string, pieces: readonly string[], random: Random): string {
  let damaged = text;
  for (let left = 1 + random.below(4); left > 0; left--) {
    const at = random.below(damaged.length + 1);
    const end = Math.min(damaged.length, at + random.below(12));
    const kept = damaged.slice(random.below(2) === 0 ? at : end);
    const piece = random.below(3) === 0 ? damaged.slice(at, end) : random.pick(pieces);
    const times = random.below(12) === 0 ? 1 + random.below(40) : 1;
    damaged = damaged.slice(0, at) + (random.below(4) === 0 ? '' : piece.repeat(times)) + kept;
  }
  return damaged.slice(0, MOST_BYTES);
}

/** So many pieces, one behind the other. */
export function joined(pieces: readonly string[], most: number, random: Random): string {
  return Array.from({ length: random.below(most + 1) }, () => random.pick(pieces)).join('');
}
