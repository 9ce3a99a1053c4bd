import { decodeEntities } from '../entities.ts';
import type { PictureNote, PictureNotes } from './picture-notes.ts';

const PROPERTIES = new Map<string, PictureNote>([
  ['title', 'title'],
  ['Headline', 'title'],
  ['description', 'caption'],
  ['UserComment', 'caption'],
  ['subject', 'keyword'],
  ['hierarchicalSubject', 'keyword'],
  ['PersonInImage', 'keyword'],
  ['City', 'place'],
  ['State', 'place'],
  ['Country', 'place'],
  ['Location', 'place'],
  ['Sublocation', 'place'],
  ['CountryName', 'place'],
  ['ProvinceState', 'place'],
  ['LocationName', 'place'],
  ['creator', 'artist'],
  ['Artist', 'artist'],
  ['Make', 'camera'],
  ['Model', 'camera'],
  ['Lens', 'camera'],
]);

const ATTRIBUTES = 'Headline|City|State|Country|Location|Make|Model|Lens';
const ATTRIBUTE = new RegExp(`:(${ATTRIBUTES})\\s{0,9}=\\s{0,9}"([^"<]{1,2000})"`, 'g');
const ELEMENT = new RegExp(`<[\\w-]{1,40}:(${[...PROPERTIES.keys()].join('|')})(?:\\s[^<>]{0,500})?>`, 'g');
const MOST_CHARACTERS = 1 << 18;

/**
 * XMP: properties as elements, with lists in them, or as attributes. By expressions and not by `walkXml`, which takes three times as long
 * as long as it is not yet compiled: that is, for the first few hundred photos.
 */
export function addXmp(whole: string, notes: PictureNotes): void {
  const packet = whole.slice(0, MOST_CHARACTERS);
  const unclosed = new Set<string>();
  ELEMENT.lastIndex = 0;
  for (let opening = ELEMENT.exec(packet); opening; opening = ELEMENT.exec(packet)) {
    const name = opening[1] as string;
    const from = ELEMENT.lastIndex;
    // One that is never closed is looked for once.
    const end = unclosed.has(name) ? -1 : packet.indexOf(`:${name}>`, from);
    if (end === -1) unclosed.add(name);
    else {
      addValues(PROPERTIES.get(name) as PictureNote, packet.slice(from, packet.lastIndexOf('<', end)), notes);
      ELEMENT.lastIndex = end;
    }
  }
  for (const [, name, value] of packet.matchAll(ATTRIBUTE)) {
    notes.add(PROPERTIES.get(name as string) as PictureNote, decodeEntities(value as string));
  }
}

/** A value, or those of a list. */
function addValues(note: PictureNote, content: string, notes: PictureNotes): void {
  for (const value of content.split(/<[^>]*>/)) notes.add(note, decodeEntities(value));
}
