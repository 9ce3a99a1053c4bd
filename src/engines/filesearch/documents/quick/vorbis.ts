import type { Bytes } from '../bytes.ts';
import { described } from '../described.ts';

const MOST_BYTES = 1 << 16;
const MOST_BLOCKS = 100;
const MOST_COMMENTS = 500;
const COMMENTS = 4;

const NOTES = [
  'artist',
  'albumartist',
  'album',
  'genre',
  'composer',
  'performer',
  'date',
  'comment',
  'description',
  'lyrics',
];

/** What the comments of FLAC, Ogg and Opus say. */
export function vorbisText(bytes: Bytes): string {
  const tags = new Map<string, string[]>();
  try {
    const comments = bytes.read(0, 4).toString('latin1') === 'fLaC' ? inFlac(bytes) : inOgg(bytes);
    if (comments) addTags(comments, tags);
  } catch {
    // Reading beyond the end of the comments throws; those before are kept.
  }
  const all = (name: string) => tags.get(name)?.join(' ');
  return described({ title: all('title'), notes: NOTES.map(all) });
}

function inFlac(bytes: Bytes): Buffer | undefined {
  let at = 4;
  for (let count = 0; count < MOST_BLOCKS; count++) {
    const head = bytes.read(at, 4);
    if (head.length < 4) return undefined;
    const [type, size] = [(head[0] as number) & 0x7f, head.readUIntBE(1, 3)];
    if (type === COMMENTS) return bytes.read(at + 4, Math.min(size, MOST_BYTES));
    if ((head[0] as number) > 0x7f) return undefined;
    at += 4 + size;
  }
  return undefined;
}

/** The comments are the second packet: pages are put together without their heads, and it is looked for by its name. */
function inOgg(bytes: Bytes): Buffer | undefined {
  const head = Buffer.from(bytes.read(0, MOST_BYTES));
  const parts: Buffer[] = [];
  for (let at = 0; at + 27 <= head.length && head.toString('latin1', at, at + 4) === 'OggS'; ) {
    const lacing = head.subarray(at + 27, at + 27 + (head[at + 26] as number));
    const start = at + 27 + lacing.length;
    at = start + lacing.reduce((sum, size) => sum + size, 0);
    parts.push(head.subarray(start, at));
  }
  const packets = Buffer.concat(parts);
  for (const name of ['OpusTags', '\x03vorbis']) {
    const found = packets.indexOf(name, 0, 'latin1');
    if (found !== -1) return packets.subarray(found + name.length);
  }
  return undefined;
}

/** The name of the program, then `NAME=value`, each with its length before it. */
function addTags(comments: Buffer, tags: Map<string, string[]>): void {
  let at = 4 + comments.readUInt32LE(0);
  const count = Math.min(comments.readUInt32LE(at), MOST_COMMENTS);
  at += 4;
  for (let index = 0; index < count; index++) {
    const size = comments.readUInt32LE(at);
    const [, name = '', value = ''] =
      /^([^=]{1,40})=(.*)$/s.exec(comments.toString('utf8', at + 4, at + 4 + size)) ?? [];
    const key = name.toLowerCase();
    tags.set(key, [...(tags.get(key) ?? []), value]);
    at += 4 + size;
  }
}
