import { claimsWhatItHolds } from './exif-counts.ts';
import { exifOfHeif } from './heif.ts';
import type { RegularFile } from './regular-file.ts';
import { type Attributes, moment, present } from './values.ts';

/** Cameras write what is asked for here into the beginning of a file. */
const HEAD_BYTES = 1024 * 1024;

const EXIF_OPTIONS = {
  tiff: true,
  exif: true,
  gps: true,
  interop: false,
  iptc: false,
  xmp: false,
  icc: false,
  jfif: false,
  ihdr: false,
  translateValues: false,
  reviveValues: false,
};

/** Size, colour space and what the camera noted. */
export async function imageAttributes(file: RegularFile): Promise<Attributes> {
  const head = await file.read(0, HEAD_BYTES);
  return { ...(await pixels(head).catch(() => ({}))), ...(await exif(file, head).catch(() => ({}))) };
}

async function pixels(head: Buffer): Promise<Attributes> {
  const { imageSize } = await import('image-size');
  const { width, height } = imageSize(head);
  return present({ kMDItemPixelWidth: width, kMDItemPixelHeight: height, kMDItemColorSpace: colourSpace(head) });
}

const PNG_COLOURS: Readonly<Record<number, string>> = { 0: 'Gray', 2: 'RGB', 3: 'RGB', 4: 'Gray', 6: 'RGB' };
const JPEG_COLOURS: Readonly<Record<number, string>> = { 1: 'Gray', 3: 'RGB', 4: 'CMYK' };

function colourSpace(head: Buffer): string | undefined {
  if (head.toString('latin1', 1, 4) === 'PNG') return PNG_COLOURS[head[25] ?? -1];
  if (head.toString('latin1', 0, 3) === 'GIF') return 'RGB';
  return head.readUInt16BE(0) === 0xffd8 ? JPEG_COLOURS[jpegComponents(head)] : undefined;
}

/** Goes from segment to segment to the one that describes the picture. */
function jpegComponents(head: Buffer): number {
  for (let at = 2; at + 10 <= head.length; ) {
    const marker = head.readUInt16BE(at);
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return head[at + 9] ?? 0;
    at += 2 + head.readUInt16BE(at + 2);
  }
  return 0;
}

async function exif(file: RegularFile, head: Buffer): Promise<Attributes> {
  const notes = isHeif(head) ? exifOfHeif(file.bytes) : (exifOfWebp(head) ?? head);
  if (notes === undefined || isHeif(notes) || !claimsWhatItHolds(notes)) return {};
  const { default: exifr } = await import('exifr');
  const tags = ((await exifr.parse(notes, EXIF_OPTIONS)) ?? {}) as Readonly<Record<string, unknown>>;
  return present({
    kMDItemAcquisitionMake: tags.Make,
    kMDItemAcquisitionModel: tags.Model,
    kMDItemLatitude: tags.latitude,
    kMDItemLongitude: tags.longitude,
    kMDItemContentCreationDate: taken(tags.DateTimeOriginal ?? tags.CreateDate, tags.OffsetTimeOriginal),
    ...(tags.ColorSpace === 1 && { kMDItemColorSpace: 'RGB' }),
  });
}

/** What the library takes for HEIC and AVIF, in which a part of no length makes it go round for ever. */
function isHeif(bytes: Buffer): boolean {
  return bytes[0] === 0 && bytes[1] === 0;
}

/** The library does not know WebP, whose chunks are easily gone through. */
function exifOfWebp(head: Buffer): Buffer | undefined {
  if (head.toString('latin1', 8, 12) !== 'WEBP') return undefined;
  for (let at = 12; at + 8 <= head.length; ) {
    const size = head.readUInt32LE(at + 4);
    const chunk = head.subarray(at + 8, at + 8 + size);
    if (head.toString('latin1', at, at + 4) === 'EXIF') return chunk.subarray(chunk.indexOf('Exif\0\0') === 0 ? 6 : 0);
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** Cameras note the local time, newer ones also its distance from UTC; without that it is taken for this machine's. */
function taken(written: unknown, offset: unknown): string | undefined {
  const [, date, time] = /^(\d{4}:\d\d:\d\d) (\d\d:\d\d:\d\d)/.exec(String(written)) ?? [];
  if (date === undefined) return undefined;
  const zone = /^[+-]\d\d:\d\d$/.exec(String(offset))?.[0] ?? '';
  return moment(new Date(`${date.replaceAll(':', '-')}T${time}${zone}`));
}
