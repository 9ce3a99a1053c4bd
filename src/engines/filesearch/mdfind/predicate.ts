import type { Kind } from '../types/kind.ts';

const MAX_QUERY = 2000;
const MAX_WORDS = 40;
const LAST_MOMENT = Date.UTC(9999, 11, 31);

/**
 * What Spotlight is asked for a text: every file that holds all of its words, in its text or its name. Nothing, when the text is
 * not one that Spotlight can be asked for.
 */
export function textPredicate(query: string): string | undefined {
  const words = query.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0 || words.length > MAX_WORDS || query.length > MAX_QUERY || query.includes('\0'))
    return undefined;
  return words.map(wordPredicate).join(' && ');
}

function wordPredicate(word: string): string {
  const anywhere = `"*${escaped(word)}*"cd`;
  return `(kMDItemTextContent == ${anywhere} || kMDItemFSName == ${anywhere})`;
}

/** Takes the meaning from the characters that have one within a literal. */
function escaped(text: string): string {
  return text.replaceAll(/["'\\*?]/g, String.raw`\$&`);
}

/** Wider than the kinds are: what Spotlight finds is looked at again. */
const TYPES: Readonly<Record<Kind, readonly string[]>> = {
  document: [
    'public.text',
    'public.composite-content',
    'public.presentation',
    'public.spreadsheet',
    'com.adobe.pdf',
    'org.idpf.epub-container',
    'org.openxmlformats.openxml',
    'org.oasis-open.opendocument',
  ],
  image: ['public.image'],
  video: ['public.movie'],
  audio: ['public.audio'],
  pdf: ['com.adobe.pdf'],
  // macOS takes TypeScript for video.
  code: ['public.source-code', 'public.script', 'public.mpeg-2-transport-stream'],
};

export function kindPredicate(kind: Kind): string {
  return TYPES[kind].map((type) => `kMDItemContentTypeTree == "${type}"`).join(' || ');
}

export function recentPredicate(sinceMs: number): string {
  const moment = new Date(Math.min(Math.max(0, sinceMs), LAST_MOMENT)).toISOString().replace(/\.\d+Z$/, 'Z');
  return `kMDItemFSContentChangeDate >= $time.iso(${moment})`;
}
