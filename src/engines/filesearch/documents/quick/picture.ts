import { inflateSync } from 'node:zlib';
import { type Bytes, MemoryBytes } from '../bytes.ts';
import { decodeUnknown } from '../charsets.ts';
import { described } from '../described.ts';
import { addIptc } from './iptc.ts';
import { PictureNotes } from './picture-notes.ts';
import { addTiff } from './tiff.ts';
import { addXmp } from './xmp.ts';

const MOST_PARTS = 200;
const MOST_TEXT = 1 << 20;

/** What a picture says about itself: captions, keywords, places, artist and camera. */
export function pictureText(bytes: Bytes): string {
  const notes = new PictureNotes();
  const head = bytes.read(0, 2);
  const [first, second] = [head[0], head[1]];
  // What was found before a picture turns out to be broken is still true.
  try {
    if (first === 0xff) addJpeg(bytes, notes);
    else if (first === 0x89) addPng(bytes, notes);
    else if (first === 0x52) addWebp(bytes, notes);
    else if (first === second) addTiff(bytes, notes);
  } catch {
    // Reading beyond the end of a part throws.
  }
  return notes.isEmpty ? '' : described(notes.description());
}

const EXIF = 'Exif\0\0';
const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const PHOTOSHOP = 'Photoshop 3.0\0';

/** Goes from segment to segment, up to the picture itself. */
function addJpeg(bytes: Bytes, notes: PictureNotes): void {
  let at = 2;
  for (let count = 0; count < MOST_PARTS; count++) {
    const head = bytes.read(at, 4);
    if (head.length < 4 || head[0] !== 0xff) return;
    const marker = head[1] as number;
    const size = head.readUInt16BE(2);
    if (marker === 0xda || marker === 0xd9 || size < 2) return;
    if (marker === 0xe1 || marker === 0xed) addSegment(bytes.read(at + 4, size - 2), notes);
    at += 2 + size;
  }
}

function addSegment(segment: Buffer, notes: PictureNotes): void {
  const begins = (mark: string) => segment.toString('latin1', 0, mark.length) === mark;
  if (begins(EXIF)) notes.attempt(() => addTiff(new MemoryBytes(segment.subarray(EXIF.length)), notes));
  else if (begins(XMP)) addXmp(segment.toString('utf8', XMP.length), notes);
  else if (begins(PHOTOSHOP)) notes.attempt(() => addPhotoshop(segment.subarray(PHOTOSHOP.length), notes));
}

const IPTC_RESOURCE = 0x0404;

/** A list of resources, of which one is IPTC. */
function addPhotoshop(resources: Buffer, notes: PictureNotes): void {
  for (let at = 0; at + 12 <= resources.length && resources.toString('latin1', at, at + 4) === '8BIM'; ) {
    const name = 1 + (resources[at + 6] as number);
    const sizeAt = at + 6 + name + (name % 2);
    const size = resources.readUInt32BE(sizeAt);
    if (resources.readUInt16BE(at + 4) === IPTC_RESOURCE) {
      addIptc(resources.subarray(sizeAt + 4, sizeAt + 4 + size), notes);
    }
    at = sizeAt + 4 + size + (size % 2);
  }
}

function addPng(bytes: Bytes, notes: PictureNotes): void {
  let at = 8;
  for (let count = 0; count < MOST_PARTS; count++) {
    const head = bytes.read(at, 8);
    if (head.length < 8) return;
    const size = head.readUInt32BE(0);
    const name = head.toString('latin1', 4, 8);
    if (name === 'IEND') return;
    if (/^(?:tEXt|[iz]TXt|eXIf)$/.test(name) && size <= MOST_TEXT) {
      const chunk = bytes.read(at + 8, size);
      if (name === 'eXIf') notes.attempt(() => addTiff(new MemoryBytes(chunk), notes));
      else notes.attempt(() => addPngText(name, chunk, notes));
    }
    at += 12 + size;
  }
}

/** A keyword and its text, which `zTXt` always deflates and `iTXt` if it says so. */
function addPngText(name: string, chunk: Buffer, notes: PictureNotes): void {
  const end = chunk.indexOf(0);
  if (end < 0) return;
  const keyword = chunk.toString('latin1', 0, end);
  let from = end + 1;
  let isPacked = name === 'zTXt';
  if (isPacked) from += 1;
  if (name === 'iTXt') {
    isPacked = chunk[from] === 1;
    from = chunk.indexOf(0, from + 2) + 1;
    from = chunk.indexOf(0, from) + 1;
  }
  const rest = chunk.subarray(from);
  const text = decodeUnknown(isPacked ? inflateSync(rest, { maxOutputLength: MOST_TEXT }) : rest);
  if (keyword === 'XML:com.adobe.xmp') addXmp(text, notes);
  else if (!keyword.startsWith('Raw profile')) notes.add(PNG_KEYWORDS[keyword] ?? 'other', text);
}

const PNG_KEYWORDS: Readonly<Record<string, 'title' | 'caption' | 'artist'>> = {
  Title: 'title',
  Description: 'caption',
  Author: 'artist',
};

function addWebp(bytes: Bytes, notes: PictureNotes): void {
  let at = 12;
  for (let count = 0; count < MOST_PARTS; count++) {
    const head = bytes.read(at, 8);
    if (head.length < 8) return;
    const name = head.toString('latin1', 0, 4);
    const size = head.readUInt32LE(4);
    if ((name === 'EXIF' || name === 'XMP ') && size <= MOST_TEXT) {
      const chunk = bytes.read(at + 8, size);
      const skipped = chunk.toString('latin1', 0, EXIF.length) === EXIF ? EXIF.length : 0;
      if (name === 'XMP ') addXmp(chunk.toString('utf8'), notes);
      else notes.attempt(() => addTiff(new MemoryBytes(chunk.subarray(skipped)), notes));
    }
    at += 8 + size + (size % 2);
  }
}
