import type { Bytes } from '../bytes.ts';
import { decodeUnknown } from '../charsets.ts';
import { spokenDay } from '../months.ts';
import { addIptc } from './iptc.ts';
import type { PictureNote, PictureNotes } from './picture-notes.ts';
import { addXmp } from './xmp.ts';

const MOST_TAGS = 500;
const MOST_BYTES = 1 << 18;

const TEXTS: Readonly<Record<number, PictureNote>> = {
  0x010e: 'caption',
  0x010f: 'camera',
  0x0110: 'camera',
  0x013b: 'artist',
  0x8298: 'artist',
  0x9003: 'date',
  0xa433: 'camera',
  0xa434: 'camera',
};

/** What Windows adds, in UTF-16. */
const WINDOWS_TEXTS: Readonly<Record<number, PictureNote>> = {
  0x9c9b: 'title',
  0x9c9c: 'caption',
  0x9c9d: 'artist',
  0x9c9e: 'keyword',
  0x9c9f: 'caption',
};

const XMP = 0x02bc;
const IPTC = 0x83bb;
const SHOT = 0x8769;
const PLACE = 0x8825;
const COMMENT = 0x9286;

const WANTED = new Set([
  ...Object.keys({ ...TEXTS, ...WINDOWS_TEXTS }).map(Number),
  XMP,
  IPTC,
  SHOT,
  PLACE,
  COMMENT,
  // Latitude and longitude, each with its side.
  1,
  2,
  3,
  4,
]);

/** Bytes of a value of each type. */
const SIZES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];

interface Tag {
  readonly number: number;
  readonly value: Buffer;
}

/** A TIFF, which is also what cameras put into other pictures: three directories at most are read, in no other order than this. */
export function addTiff(bytes: Bytes, notes: PictureNotes): void {
  const head = Buffer.from(bytes.read(0, 8));
  const little = head[0] === 0x49;
  const uint16 = (from: Buffer, at: number) => (little ? from.readUInt16LE(at) : from.readUInt16BE(at));
  const uint32 = (from: Buffer, at: number) => (little ? from.readUInt32LE(at) : from.readUInt32BE(at));
  if (uint16(head, 2) !== 42) return;

  function tagsAt(place: number): Tag[] {
    const count = Math.min(uint16(bytes.read(place, 2), 0), MOST_TAGS);
    const table = Buffer.from(bytes.read(place + 2, count * 12));
    const tags: Tag[] = [];
    for (let at = 0; at + 12 <= table.length; at += 12) {
      const number = uint16(table, at);
      if (!WANTED.has(number)) continue;
      const size = (SIZES[uint16(table, at + 2)] ?? 0) * uint32(table, at + 4);
      const isNear = size <= 4;
      tags.push({
        number,
        value: isNear ? table.subarray(at + 8, at + 8 + size) : distant(uint32(table, at + 8), size),
      });
    }
    return tags;
  }

  function distant(place: number, size: number): Buffer {
    return size > MOST_BYTES ? Buffer.alloc(0) : Buffer.from(bytes.read(place, size));
  }

  const below = { [SHOT]: 0, [PLACE]: 0 };
  const take = ({ number, value }: Tag) => {
    const [text, windowsText] = [TEXTS[number], WINDOWS_TEXTS[number]];
    if (text === 'date') {
      const date = value.toString('latin1').replace(/^(\d{4}):(\d\d):(\d\d)/, '$1-$2-$3');
      notes.add('date', date);
      notes.add('date', spokenDay(date) ?? '');
    } else if (text) notes.add(text, decodeUnknown(value));
    else if (windowsText) notes.add(windowsText, value.toString('utf16le'));
    else if (number === XMP) addXmp(value.toString('utf8'), notes);
    else if (number === IPTC) addIptc(value, notes);
    else if (number === COMMENT) addComment(value, little, notes);
    else if ((number === SHOT || number === PLACE) && value.length >= 4) below[number] = uint32(value, 0);
  };
  tagsAt(uint32(head, 4)).forEach(take);
  if (below[SHOT] > 0) notes.attempt(() => tagsAt(below[SHOT]).forEach(take));
  if (below[PLACE] > 0) notes.attempt(() => addPosition(tagsAt(below[PLACE]), uint32, notes));
}

/** Eight bytes name the encoding. */
function addComment(value: Buffer, little: boolean, notes: PictureNotes): void {
  const rest = value.subarray(8);
  if (value.toString('latin1', 0, 7) !== 'UNICODE') return notes.add('caption', decodeUnknown(rest));
  const even = Buffer.from(rest.subarray(0, rest.length - (rest.length % 2)));
  notes.add('caption', (little ? even : even.swap16()).toString('utf16le'));
}

/** Degrees, minutes and seconds, a fraction each, become degrees. */
function addPosition(tags: readonly Tag[], uint32: (from: Buffer, at: number) => number, notes: PictureNotes): void {
  const valueOf = (number: number) => tags.find((tag) => tag.number === number)?.value ?? Buffer.alloc(0);
  const degrees = (number: number, negative: string) => {
    const value = valueOf(number);
    const part = (at: number) => uint32(value, at) / uint32(value, at + 4);
    const sum = part(0) + part(8) / 60 + (uint32(value, 20) === 0 ? 0 : part(16) / 3600);
    return valueOf(number - 1).toString('latin1', 0, 1) === negative ? -sum : sum;
  };
  const [latitude, longitude] = [degrees(2, 'S'), degrees(4, 'W')];
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) {
    notes.add('position', `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`);
  }
}
