import { heifText } from '../../metadata/heif.ts';
import type { DocumentFormat } from '../../types/document-format.ts';
import type { Bytes } from '../bytes.ts';
import { cardText } from './card.ts';
import { filmText } from './film.ts';
import { songText } from './id3.ts';
import { mailText } from './mail.ts';
import { mboxText } from './mbox.ts';
import { notebookText } from './notebook.ts';
import { pictureText } from './picture.ts';
import { rtfText } from './rtf.ts';
import { vorbisText } from './vorbis.ts';

/** Their readers go over the bytes once, or look at a few places of a file, and hold little: they need no thread of their own. */
const READERS = {
  picture: pictureText,
  heif: heifText,
  mp3: songText,
  film: filmText,
  vorbis: vorbisText,
  mail: mailText,
  mbox: mboxText,
  rtf: rtfText,
  card: cardText,
  notebook: notebookText,
} satisfies Partial<Record<DocumentFormat, (bytes: Bytes) => string | undefined>>;

export type QuickFormat = keyof typeof READERS;

export function isQuick(format: DocumentFormat): format is QuickFormat {
  return Object.hasOwn(READERS, format);
}

const LOOKED_INTO: ReadonlySet<QuickFormat> = new Set(['picture', 'heif', 'mp3', 'film', 'vorbis']);

/** Whether only a few places of a file are looked at, however large it is. */
export function isLookedInto(format: QuickFormat): boolean {
  return LOOKED_INTO.has(format);
}

/** The text of a file of such a format; undefined when it is none. */
export function quickText(format: QuickFormat, bytes: Bytes): string | undefined {
  return READERS[format](bytes);
}
