import type { Bytes } from '../bytes.ts';
import { decodeUnknown } from '../charsets.ts';
import { described } from '../described.ts';
import { genreName } from './genres.ts';

const MOST_FRAMES = 300;
const MOST_BYTES = 1 << 16;

/** Frames by their names since version 2.3, and before. */
const TITLE = ['TIT2', 'TT2'];
const NOTES = (
  'TPE1 TP1 TPE2 TP2 TALB TAL TCON TCO TCOM TCM TEXT TXT TPE3 TP3 TIT1 TT1 TIT3 TT3 TPUB TPB TDRC TYER TYE ' +
  'COMM COM USLT ULT'
).split(' ');
const GENRES = new Set(['TCON', 'TCO']);
const WITH_LANGUAGE = new Set(['COMM', 'COM', 'USLT', 'ULT']);

/** What the tags of an MP3 say: those at its beginning, else the old ones at its end. */
export function songText(bytes: Bytes): string {
  let frames = new Map<string, string>();
  try {
    frames = framesOf(bytes);
    if (frames.size === 0) return oldTags(bytes.read(bytes.size - 128, 128));
  } catch {
    // A tag that ends too early: what came before is kept.
  }
  const first = (names: readonly string[]) => names.map((name) => frames.get(name)).find((text) => text !== undefined);
  return described({ title: first(TITLE), notes: NOTES.map((name) => frames.get(name)) });
}

function framesOf(bytes: Bytes): Map<string, string> {
  const frames = new Map<string, string>();
  const head = Buffer.from(bytes.read(0, 14));
  if (head.length < 14 || head.toString('latin1', 0, 3) !== 'ID3') return frames;
  const [version, flags] = [head[3] as number, head[5] as number];
  const end = 10 + sevenBits(head, 6);
  const [nameSize, headSize] = version === 2 ? [3, 6] : [4, 10];
  const extended =
    (flags & 0x40) === 0 || version === 2 ? 0 : version === 4 ? sevenBits(head, 10) : head.readUInt32BE(10) + 4;
  let at = 10 + extended;
  for (let count = 0; count < MOST_FRAMES && at + headSize < end; count++) {
    const frame = Buffer.from(bytes.read(at, headSize));
    if (frame.length < headSize || frame[0] === 0) break;
    const name = frame.toString('latin1', 0, nameSize);
    const size = version === 2 ? frame.readUIntBE(3, 3) : version === 4 ? sevenBits(frame, 4) : frame.readUInt32BE(4);
    if (size > end - at) break;
    if (isText(name))
      frames.set(name, frameText(name, unsynchronised(bytes.read(at + headSize, Math.min(size, MOST_BYTES)), flags)));
    at += headSize + size;
  }
  return frames;
}

function isText(name: string): boolean {
  return TITLE.includes(name) || NOTES.includes(name);
}

/** Numbers of four bytes of which the highest bit is never set. */
function sevenBits(bytes: Buffer, at: number): number {
  let number = 0;
  for (let byte = at; byte < at + 4; byte++) number = (number << 7) | ((bytes[byte] as number) & 0x7f);
  return number;
}

/** Zeros that keep players from taking a tag for sound. */
function unsynchronised(content: Buffer, flags: number): Buffer {
  if ((flags & 0x80) === 0 || !content.includes(0xff)) return content;
  return content.filter((byte, at) => byte !== 0 || content[at - 1] !== 0xff) as Buffer;
}

function frameText(name: string, content: Buffer): string {
  const encoding = content[0] as number;
  const text = decoded(encoding, content.subarray(WITH_LANGUAGE.has(name) ? 4 : 1));
  const values = text.split('\0').map((value) => value.replace(/^\ufeff|^\ufffe/, ''));
  return GENRES.has(name) ? values.map(genreName).join(' ') : values.join(' ');
}

function decoded(encoding: number, bytes: Buffer): string {
  if (encoding === 0 || encoding > 3) return decodeUnknown(bytes);
  if (encoding === 3) return bytes.toString('utf8');
  const isBig = encoding === 2 || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const even = Buffer.from(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  return (isBig ? even.swap16() : even).toString('utf16le');
}

/** Fields of fixed length. */
function oldTags(tag: Buffer): string {
  if (tag.length < 128 || tag.toString('latin1', 0, 3) !== 'TAG') return '';
  const field = (from: number, length: number) => decodeUnknown(tag.subarray(from, from + length)).split('\0', 1)[0];
  const notes = [field(33, 30), field(63, 30), genreName(String(tag[127])), field(93, 4), field(97, 28)];
  return described({ title: field(3, 30), notes });
}
