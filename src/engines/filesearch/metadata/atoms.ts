import type { Bytes } from '../documents/bytes.ts';

/** A part of a file. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A named part, also called a box: films and pictures of phones are made of them. */
export interface Atom extends Range {
  readonly name: string;
}

/** A film has a few dozen at each level, a picture made of tiles a few hundred. */
const MAX_ATOMS = 1000;

/** The atoms side by side in a part of the file; what they hold is not read. */
export function* atoms(file: Bytes, { start, end }: Range): Generator<Atom> {
  let at = start;
  for (let count = 0; at + 8 <= end && count < MAX_ATOMS; count++) {
    const head = file.read(at, 16);
    if (head.length < 8) return;
    const short = head.readUInt32BE(0);
    const isLong = short === 1 && head.length === 16;
    const size = isLong ? Number(head.readBigUInt64BE(8)) : short === 0 ? end - at : short;
    if (size < (isLong ? 16 : 8)) return;
    yield { name: head.toString('latin1', 4, 8), start: at + (isLong ? 16 : 8), end: Math.min(end, at + size) };
    at += size;
  }
}

export function firstAtom(file: Bytes, within: Range, name: string): Atom | undefined {
  for (const atom of atoms(file, within)) if (atom.name === name) return atom;
  return undefined;
}
