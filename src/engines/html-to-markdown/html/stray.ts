import { Closers, isMeant } from '../closers.ts';
import { KNOWN, RAW_TEXT } from '../elements.ts';
import { readTag } from '../tags.ts';

const DECLARATION = /<!(?:doctype\b|\[(?:cdata\[|if\b|endif\b))/iy;
const FOREIGN = /^[a-z]+:[a-z]+$|-/;

/** Turns every `<` that begins no tag into `&lt;`, so that `a<p and p>q` or `vector<int>` keep their text. */
export function escapeStrayAngles(html: string): string {
  const chunks: string[] = [];
  const closers = new Closers(html);
  const lastComment = html.lastIndexOf('-->');
  const lastAngle = html.lastIndexOf('>');
  let copied = 0;
  for (let at = html.indexOf('<'); at >= 0; ) {
    const end = markupEnd(at);
    if (end < 0) {
      chunks.push(html.slice(copied, at), '&lt;');
      copied = at + 1;
    }
    at = html.indexOf('<', end < 0 ? copied : end);
  }
  return copied === 0 ? html : chunks.join('') + html.slice(copied);

  function markupEnd(at: number): number {
    if (at > lastAngle) return -1;
    if (html[at + 1] === '!') return declarationEnd(at);
    const tag = readTag(html, at);
    if (!tag || !(KNOWN.has(tag.name) || FOREIGN.test(tag.name) || closers.has(tag.name))) return -1;
    // A `p` is often left open, a letter in italics is not.
    if (tag.name !== 'p' && !isMeant(html, tag, closers)) return -1;
    if (tag.closing || !RAW_TEXT.has(tag.name)) return tag.end;
    const close = closers.next(tag.name, tag.end);
    return close < 0 ? html.length : close;
  }

  function declarationEnd(at: number): number {
    if (html.startsWith('<!--', at)) return at > lastComment ? -1 : html.indexOf('-->', at + 2) + 3;
    DECLARATION.lastIndex = at;
    return DECLARATION.test(html) ? html.indexOf('>', at) + 1 : -1;
  }
}
