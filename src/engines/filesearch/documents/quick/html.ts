import { walkXml } from '../xml.ts';
import { Excerpt } from './excerpt.ts';

const WITHIN_A_LINE = new Set(
  'a abbr b big cite code em font i img ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const CLOSING: Readonly<Record<string, RegExp>> = {
  script: /<\/script/gi,
  style: /<\/style/gi,
  template: /<\/template/gi,
};

/** The text that a reader of a page sees, and the page's title. */
export function htmlText(html: string, limit: number): { readonly title: string; readonly text: string } {
  const seen = new Excerpt(limit);
  let title = '';
  let inTitle = false;
  walkXml(withoutUnseen(html), {
    open(name) {
      const lower = name.toLowerCase();
      inTitle = lower === 'title';
      if (!WITHIN_A_LINE.has(lower)) seen.add('\n');
    },
    close(name) {
      inTitle = false;
      if (!WITHIN_A_LINE.has(name.toLowerCase())) seen.add('\n');
    },
    text(text) {
      const flowing = text.replaceAll(/\s+/g, ' ');
      if (inTitle) title += flowing;
      else seen.add(flowing);
    },
  });
  return {
    title: title.trim(),
    text: seen
      .text()
      .replaceAll(/ ?\n[ \n]*/g, '\n')
      .trim(),
  };
}

/** Scripts may hold anything that looks like markup, so they go first. */
function withoutUnseen(html: string): string {
  const parts: string[] = [];
  let from = 0;
  const opening = /<(script|style|template)[\s/>]/gi;
  for (let found = opening.exec(html); found; found = opening.exec(html)) {
    parts.push(html.slice(from, found.index));
    const closing = CLOSING[(found[1] as string).toLowerCase()] as RegExp;
    closing.lastIndex = opening.lastIndex;
    const end = closing.exec(html);
    if (!end) return parts.join('');
    from = end.index;
    opening.lastIndex = end.index;
  }
  parts.push(html.slice(from));
  return parts.join('');
}
