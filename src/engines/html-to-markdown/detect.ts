import { Closers, isMeant } from './closers.ts';
import { BLOCKS, RAW_TEXT } from './elements.ts';
import { scanMarkdown } from './scan.ts';
import type { TagSpan } from './tags.ts';

/** What a statement is written in: `mixed` is Markdown with a few tags in it. */
type Markup = 'markdown' | 'mixed' | 'html';

const MAX_STRAY_TAGS = 1000;
const PARTS = new Set(['body', 'html', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot', 'caption']);
const STRONG_SIGN = /[ ]{0,3}#{1,6}[ \t]+\S/y;
const WEAK_SIGN = /[ ]{0,3}(?:[-*+][ \t]+\S|\d{1,9}[.)][ \t]+\S|>[ \t]*\S|\|[^\n]*\|[ \t]*$|\*\*\S)/my;

const ANY_SIGN = /^[ ]{0,3}(?:#{1,6}[ \t]|```|~~~|[-*+][ \t]|\d{1,9}[.)][ \t]|>|\||\*\*)/m;
const FIRST_TAG = /^\s*<(?:p|div|section|h[1-6]|span|ul|ol|pre|table|html|!doctype)(?=[\s>])/i;

/** Decides whether a text is Markdown, Markdown with stray tags, or HTML (R58). */
export function detectMarkup(text: string): Markup {
  // The usual page, told at a glance.
  if (FIRST_TAG.test(text) && !ANY_SIGN.test(text)) return 'html';
  const closers = new Closers(text);
  let tags = 0;
  let blocks = 0;
  let signs = 0;
  let spans = 0;
  scanMarkdown(text, {
    tag(tag) {
      if (!isMeant(text, tag, closers)) return tag.start + 1;
      if (tag.name === '!--') return tag.end;
      tags++;
      if (BLOCKS.has(tag.name) && !tag.closing && !PARTS.has(tag.name)) blocks++;
      if (tags > MAX_STRAY_TAGS) return text.length;
      return tag.closing ? tag.end : verbatimEnd(tag, closers);
    },
    line(start) {
      if (isSign(STRONG_SIGN, text, start)) signs += 3;
      else if (isSign(WEAK_SIGN, text, start)) signs++;
    },
    code(start) {
      if (isFence(text, start)) signs += 3;
      else spans++;
    },
  });
  if (tags === 0) return 'markdown';
  if (tags > MAX_STRAY_TAGS) return 'html';
  if (blocks > 0) return signs > blocks ? 'mixed' : 'html';
  return signs + spans > 0 || /\S[ \t]*\n[ \t]*\n\s*\S/.test(text) ? 'mixed' : 'html';
}

// What a `pre` holds says nothing about the text around it.
function verbatimEnd({ name, end }: TagSpan, closers: Closers): number {
  if (name !== 'pre' && !RAW_TEXT.has(name)) return end;
  return Math.max(end, closers.next(name, end));
}

function isFence(text: string, at: number): boolean {
  return text.startsWith('```', at) || text.startsWith('~~~', at);
}

function isSign(sign: RegExp, text: string, at: number): boolean {
  sign.lastIndex = at;
  return sign.test(text);
}
