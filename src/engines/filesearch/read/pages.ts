import { htmlText } from '../documents/quick/html.ts';
import type { Passage } from './passages.ts';

const PAGE = /\.x?html?$/i;
const REFERENCE = /&(?:#|[A-Za-z])/;
const MOST_CHARACTERS = 2 << 20;

/** Whether markup and references such as `&uuml;` may hide words of a file. */
export function isPage(name: string): boolean {
  return PAGE.test(name);
}

/** Whether words of a page are written otherwise than they are read. */
export function hasReferences({ text }: Passage): boolean {
  return REFERENCE.test(text);
}

/** What a reader of a page sees. Its source is searched as well: people look for both. */
export function shownPage({ text }: Passage): Passage {
  const page = htmlText(text, MOST_CHARACTERS);
  return { text: `${page.title}\n${page.text}`, ascii: false };
}
