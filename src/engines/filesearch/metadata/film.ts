import type { Bytes } from '../documents/bytes.ts';
import { type Atom, atoms, firstAtom } from './atoms.ts';
import { type Attributes, present } from './values.ts';

/** Length and size of the picture, from the head of an MP4, QuickTime or AVI file. */
export function filmAttributes(file: Bytes): Attributes {
  const head = file.read(0, 72);
  if (head.toString('latin1', 8, 12) === 'AVI ') return aviAttributes(head);
  const movie = firstAtom(file, { start: 0, end: file.size }, 'moov');
  return movie ? movieAttributes(file, movie) : {};
}

/** Its header comes first, at a fixed place. */
function aviAttributes(head: Buffer): Attributes {
  if (head.toString('latin1', 24, 28) !== 'avih' || head.length < 72) return {};
  return shown((head.readUInt32LE(32) * head.readUInt32LE(48)) / 1e6, head.readUInt32LE(64), head.readUInt32LE(68));
}

function movieAttributes(file: Bytes, movie: Atom): Attributes {
  let seconds: number | undefined;
  let [width, height] = [0, 0];
  for (const atom of atoms(file, movie)) {
    if (atom.name === 'mvhd') seconds = durationIn(file.read(atom.start, 32));
    const track = atom.name === 'trak' ? firstAtom(file, atom, 'tkhd') : undefined;
    if (!track) continue;
    // Width and height end the track's header, in 65,536ths of a pixel.
    const size = file.read(track.end - 8, 8);
    width = Math.max(width, size.readUInt32BE(0) / 65_536);
    height = Math.max(height, size.readUInt32BE(4) / 65_536);
  }
  return shown(seconds, width, height);
}

/** The second version of the header has room for longer films. */
function durationIn(header: Buffer): number {
  return header[0] === 1
    ? Number(header.readBigUInt64BE(24)) / header.readUInt32BE(20)
    : header.readUInt32BE(16) / header.readUInt32BE(12);
}

function shown(seconds: number | undefined, width: number, height: number): Attributes {
  return present({
    kMDItemDurationSeconds: seconds,
    kMDItemPixelWidth: width || undefined,
    kMDItemPixelHeight: height || undefined,
  });
}
