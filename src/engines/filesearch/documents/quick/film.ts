import { type Atom, atoms, firstAtom } from '../../metadata/atoms.ts';
import type { Bytes } from '../bytes.ts';
import { decodeUnknown } from '../charsets.ts';
import { described } from '../described.ts';

const MOST_BYTES = 1 << 16;

/** Names of tags, first as players write them, then as phones do. */
const TITLE = ['\xa9nam', 'com.apple.quicktime.title', 'com.apple.quicktime.displayname'];
const NOTES = [
  ...'\xa9ART aART \xa9alb \xa9gen \xa9wrt \xa9day \xa9cmt desc ldes keyw \xa9lyr tvsh catg \xa9mak \xa9mod \xa9xyz \xa9inf'.split(
    ' ',
  ),
  ...'artist album genre author comment description keywords information make model creationdate location.ISO6709'
    .split(' ')
    .map((name) => `com.apple.quicktime.${name}`),
];
const WANTED = new Set([...TITLE, ...NOTES]);

/** What MP4 and QuickTime files say: tags of songs and films, and what phones note of their videos. */
export function filmText(bytes: Bytes): string {
  const tags = new Map<string, string>();
  try {
    const movie = firstAtom(bytes, { start: 0, end: bytes.size }, 'moov');
    for (const atom of movie ? atoms(bytes, movie) : []) {
      if (atom.name === 'udta') addUserData(bytes, atom, tags);
      else if (atom.name === 'meta') addMeta(bytes, atom, tags);
    }
  } catch {
    // What was read before it broke is kept.
  }
  const title = TITLE.map((name) => tags.get(name)).find((text) => text !== undefined);
  return described({ title, notes: NOTES.map((name) => tags.get(name)) });
}

/** QuickTime's texts, which have their length and language before them, and where MP4 has its tags. */
function addUserData(bytes: Bytes, userData: Atom, tags: Map<string, string>): void {
  for (const atom of atoms(bytes, userData)) {
    if (atom.name === 'meta') addMeta(bytes, atom, tags);
    else if (WANTED.has(atom.name))
      tags.set(atom.name, decodeUnknown(content(bytes, { ...atom, start: atom.start + 4 })));
  }
}

/** MP4 has a version and flags before the first atom, QuickTime has not. */
function addMeta(bytes: Bytes, meta: Atom, tags: Map<string, string>): void {
  const isBare = bytes.read(meta.start + 4, 4).toString('latin1') === 'hdlr';
  const inside = { start: meta.start + (isBare ? 0 : 4), end: meta.end };
  const keys = firstAtom(bytes, inside, 'keys');
  const names = keys ? keyNames(content(bytes, keys)) : [];
  const list = firstAtom(bytes, inside, 'ilst');
  for (const item of list ? atoms(bytes, list) : []) {
    // A name, or the number of one that is listed.
    const name = names[Buffer.from(item.name, 'latin1').readUInt32BE(0) - 1] ?? item.name;
    const data = WANTED.has(name) ? firstAtom(bytes, item, 'data') : undefined;
    if (data) tags.set(name, decodeUnknown(content(bytes, { ...data, start: data.start + 8 })));
  }
}

function keyNames(keys: Buffer): string[] {
  const names: string[] = [];
  for (let at = 8; at + 8 <= keys.length; ) {
    const size = keys.readUInt32BE(at);
    if (size < 8) break;
    names.push(keys.toString('utf8', at + 8, at + size));
    at += size;
  }
  return names;
}

function content(bytes: Bytes, { start, end }: { readonly start: number; readonly end: number }): Buffer {
  return Buffer.from(bytes.read(start, Math.min(end - start, MOST_BYTES)));
}
