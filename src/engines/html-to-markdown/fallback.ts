import { RAW_TEXT } from './elements.ts';

const COMMENT = /<!--[^]*?(?:-->|$)/g;
const ENTITIES: Readonly<Record<string, string>> = { '&nbsp;': ' ', '&quot;': '"', '&#39;': "'", '&amp;': '&' };

/** Converts a text, or strips it of its tags when the conversion fails or leaves nothing (R56). */
export function withFallback(html: string, convert: (html: string) => string): string {
  let markdown = '';
  try {
    markdown = convert(html);
  } catch {
    // The text without its tags still serves the reader.
  }
  return markdown.trim() === '' ? plainText(html) : markdown;
}

/** The text of an HTML document without any tag; what a failed conversion falls back on (R56). */
export function plainText(html: string): string {
  return stripTags(html.replace(COMMENT, ''))
    .replace(/&(?:nbsp|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? entity)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

function stripTags(html: string): string {
  const chunks: string[] = [];
  const lastClose = html.lastIndexOf('>');
  let copied = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', copied)) {
    // A kept `<` is always followed by what cannot begin a tag.
    const isText = /[\s\d=]/.test(html[at + 1] ?? '');
    chunks.push(html.slice(copied, isText ? at + 1 : at), isText ? '' : ' ');
    copied = isText || at > lastClose ? at + 1 : contentEnd(html, at);
  }
  chunks.push(html.slice(copied));
  return chunks.join('');
}

function contentEnd(html: string, at: number): number {
  const end = html.indexOf('>', at) + 1;
  const name = /^<([a-z]+)/i.exec(html.slice(at, at + 12))?.[1]?.toLowerCase() ?? '';
  if (!RAW_TEXT.has(name)) return end;
  const closer = new RegExp(`</${name}[^>]*>`, 'gi');
  closer.lastIndex = end;
  return closer.test(html) ? closer.lastIndex : html.length;
}
