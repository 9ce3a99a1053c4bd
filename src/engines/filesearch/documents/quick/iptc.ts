import { decodeUnknown } from '../charsets.ts';
import type { PictureNote, PictureNotes } from './picture-notes.ts';

/** The data sets of its second record that are of interest. */
const DATA_SETS: Readonly<Record<number, PictureNote>> = {
  5: 'title',
  25: 'keyword',
  80: 'artist',
  90: 'place',
  92: 'place',
  95: 'place',
  101: 'place',
  105: 'title',
  116: 'artist',
  120: 'caption',
};

/** IPTC: a list of numbered texts. */
export function addIptc(bytes: Buffer, notes: PictureNotes): void {
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === 0x1c; ) {
    const size = bytes.readUInt16BE(at + 3);
    // The highest bit announces a longer size, which texts do not need.
    if (size > 0x7fff) return;
    const note = bytes[at + 1] === 2 ? DATA_SETS[bytes[at + 2] as number] : undefined;
    if (note) notes.add(note, decodeUnknown(bytes.subarray(at + 5, at + 5 + size)));
    at += 5 + size;
  }
}
