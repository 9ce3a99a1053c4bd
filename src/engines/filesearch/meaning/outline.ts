import { basename } from 'node:path';
import { wordsOfName } from '../match/word-edges.ts';
import { type PreviewTools, previewOf } from '../preview/preview.ts';
import { extensionOf } from '../types/content-type.ts';

/** What a document is about: its name, its title and its first passage. */
export interface Outline {
  /** What the model reads. */
  readonly text: string;
  /** What people are shown. */
  readonly passage: string;
}

/** About sixty tokens: the model takes time for each. */
const LONGEST_TEXT = 256;
const LONGEST_PASSAGE = 160;
const MARKUP = /<(?:script|style)\b[^]*?<\/(?:script|style)>|<[^>]*>/gi;
const SPACE = /[\s\p{Cc}]+/gu;
const IS_HTML = /^(?:x?html?|mhtml)$/i;

/** The outline of a file; its name alone where no text can be read. Rejects when the file is gone. */
export async function outlineOf(path: string, documents: PreviewTools['documents']): Promise<Outline> {
  const preview = await previewOf(path, { documents, reserve: async () => {} });
  const whole = preview.kind === 'text' ? preview.text : '';
  const name = basename(path);
  const isHtml = IS_HTML.test(extensionOf(name));
  const text = (isHtml ? whole.replace(MARKUP, ' ') : whole).replace(SPACE, ' ').trim();
  return { text: outlineText(name, text), passage: text.slice(0, LONGEST_PASSAGE).trim() };
}

/** The words of a name as a sentence, and the beginning of the text. */
export function outlineText(name: string, text: string): string {
  const extension = extensionOf(name);
  const words = wordsOfName(extension === '' ? name : name.slice(0, -extension.length - 1)).join(' ');
  return `${words}. ${text}`.slice(0, LONGEST_TEXT).trim();
}
