import { type Bytes, MemoryBytes } from '../documents/bytes.ts';
import { described } from '../documents/described.ts';
import { PictureNotes } from '../documents/quick/picture-notes.ts';
import { addTiff } from '../documents/quick/tiff.ts';
import { addXmp } from '../documents/quick/xmp.ts';
import { type Atom, atoms, firstAtom } from './atoms.ts';

const MAX_BYTES = 1024 * 1024;

/** What the camera noted in a HEIC or AVIF picture, as a TIFF; undefined when it noted nothing or the file is broken. */
export function exifOfHeif(file: Bytes): Buffer | undefined {
  const notes = itemOf(file, 'Exif');
  // They start with how far the TIFF is from here.
  return notes?.subarray(4 + notes.readUInt32BE(0));
}

/** What camera and people noted, as text to be searched. */
export function heifText(file: Bytes): string {
  const notes = new PictureNotes();
  notes.attempt(() => {
    const tiff = exifOfHeif(file);
    if (tiff) addTiff(new MemoryBytes(tiff), notes);
  });
  notes.attempt(() => addXmp(itemOf(file, 'mime')?.toString('utf8') ?? '', notes));
  return described(notes.description());
}

/** The first item of a type. */
function itemOf(file: Bytes, type: string): Buffer | undefined {
  const meta = firstAtom(file, { start: 0, end: file.size }, 'meta');
  if (!meta) return undefined;
  // Behind the names of these atoms come four bytes for a version and flags.
  const inside = { start: meta.start + 4, end: meta.end };
  const [items, locations] = [firstAtom(file, inside, 'iinf'), firstAtom(file, inside, 'iloc')];
  const item = items && numberOf(file, items, type);
  const place = item !== undefined && locations ? placeOf(content(file, locations), item) : undefined;
  return place && Buffer.from(file.read(place.start, Math.min(place.length, MAX_BYTES)));
}

/** The number of the first item of a type. */
function numberOf(file: Bytes, items: Atom, wanted: string): number | undefined {
  const [version] = file.read(items.start, 1);
  const first = items.start + 4 + (version === 0 ? 2 : 4);
  for (const item of atoms(file, { start: first, end: items.end })) {
    const head = file.read(item.start, 14);
    const isWide = head[0] === 3;
    const type = head.toString('latin1', isWide ? 10 : 8, isWide ? 14 : 12);
    if (item.name === 'infe' && type === wanted) return isWide ? head.readUInt32BE(4) : head.readUInt16BE(4);
  }
  return undefined;
}

/** Where in the file an item is, if it is in one piece. Reading beyond the end of the table throws. */
function placeOf(table: Buffer, wanted: number): { start: number; length: number } | undefined {
  let at = 4;
  const number = (size: number) => {
    at += size;
    return size === 0 ? 0 : size === 8 ? Number(table.readBigUInt64BE(at - 8)) : table.readUIntBE(at - size, size);
  };
  const version = table[0] ?? 0;
  const [sizes, moreSizes] = [number(1), number(1)];
  const [offsetSize, lengthSize, baseSize, indexSize] = [sizes >> 4, sizes & 15, moreSizes >> 4, moreSizes & 15];
  for (let left = number(version < 2 ? 2 : 4); left > 0; left--) {
    const item = number(version < 2 ? 2 : 4);
    const isInFile = version === 0 || number(2) === 0;
    at += 2;
    const base = number(baseSize);
    const pieces = number(2);
    const indexed = version === 0 ? 0 : indexSize;
    if (item !== wanted) at += pieces * (indexed + offsetSize + lengthSize);
    else if (!isInFile || pieces !== 1) return undefined;
    else {
      at += indexed;
      return { start: base + number(offsetSize), length: number(lengthSize) };
    }
  }
  return undefined;
}

function content(file: Bytes, { start, end }: Atom): Buffer {
  return file.read(start, Math.min(end - start, MAX_BYTES));
}
