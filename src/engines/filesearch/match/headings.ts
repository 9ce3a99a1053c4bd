import { extensionOf } from '../types/content-type.ts';

// A first line that is longer, or ends like a sentence, is no title.
const LONGEST = 120;
const MOST = 50;
const START = 2000;
const SEARCHED = 1 << 18;
const HTML = new Set(['html', 'htm', 'xhtml']);
const MARKDOWN = new Set(['md', 'markdown', 'mdx']);
const HTML_HEADING = /<(title|h[1-6])\b[^>]{0,200}>([^]{0,300}?)<\/\1/gi;
const MARKDOWN_HEADING = /#{1,6}[ \t]+(.{1,200})/y;
const FRONT_TITLE = /^title:[ \t]*(.{1,200})/m;

/** The title of a text and its headings: its first line, and what Markdown and HTML mark as such. */
export function headingsOf(name: string, text: string): string[] {
  const extension = extensionOf(name.toLowerCase());
  if (HTML.has(extension)) return htmlHeadings(text).map((inner) => inner.replace(/<[^>]*>/g, ' '));
  const first = firstLine(text.slice(0, START));
  if (!MARKDOWN.has(extension)) return first;
  const title = FRONT_TITLE.exec(text.slice(0, START))?.[1];
  return [...(title === undefined ? first : [title]), ...markdownHeadings(text)];
}

function firstLine(start: string): string[] {
  const line = /[^\r\n]*[\p{L}\p{N}][^\r\n]*/u.exec(start)?.[0].trim();
  return line === undefined || line.length > LONGEST || /[.,;:]$/.test(line) ? [] : [line];
}

function markdownHeadings(text: string): string[] {
  const found: string[] = [];
  for (let at = text.startsWith('#') ? 0 : nextHeading(text, 0); at !== -1; at = nextHeading(text, at)) {
    MARKDOWN_HEADING.lastIndex = at;
    const [, heading] = MARKDOWN_HEADING.exec(text) ?? [];
    if (heading !== undefined && found.push(heading) === MOST) break;
  }
  return found;
}

function nextHeading(text: string, from: number): number {
  const before = text.indexOf('\n#', from);
  return before === -1 ? -1 : before + 1;
}

function htmlHeadings(text: string): string[] {
  const found: string[] = [];
  for (const [, , heading] of text.slice(0, SEARCHED).matchAll(HTML_HEADING)) {
    if (heading !== undefined && found.push(heading) === MOST) break;
  }
  return found;
}
