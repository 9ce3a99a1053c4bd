import { walkXml } from '../xml.ts';
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

const ATTRIBUTES = ['Headline', 'City', 'State', 'Country', 'Location', 'Make', 'Model', 'Lens'];
const MOST_CHARACTERS = 1 << 18;

/** XMP: properties as elements, with lists in them, or as attributes of a description. */
export function addXmp(packet: string, notes: PictureNotes): void {
  let within: PictureNote | undefined;
  let text = '';
  const end = () => {
    if (within) notes.add(within, text);
    text = '';
  };
  walkXml(packet.slice(0, MOST_CHARACTERS), {
    open(name, attribute) {
      if (name === 'Description') {
        for (const each of ATTRIBUTES) notes.add(PROPERTIES.get(each) as PictureNote, attribute(each) ?? '');
      }
      const property = PROPERTIES.get(name);
      if (!property) return;
      within = property;
      text = '';
    },
    text(more) {
      if (within) text += more;
    },
    close(name) {
      if (name === 'li') end();
      if (!PROPERTIES.has(name)) return;
      end();
      within = undefined;
    },
  });
}
