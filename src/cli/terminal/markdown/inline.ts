import { harmless } from '../../../lib/harmless.ts';
import { type Look, plain, type Span } from '../spans.ts';
import { texToText } from './tex.ts';
import type { MarkdownNode } from './tree.ts';

const LOOKS: Readonly<Record<string, Look>> = { strong_open: 'bold', em_open: 'italic', s_open: 'dim' };

/** The words within a block. Whatever is not ours is made harmless here. */
export function inlineSpans(nodes: readonly MarkdownNode[], look?: Look): Span[] {
  return nodes.flatMap((node) => spansOf(node, look));
}

function spansOf({ token, children }: MarkdownNode, look: Look | undefined): Span[] {
  const content = harmless(token.content);
  switch (token.type) {
    case 'inline':
      return inlineSpans(children, look);
    case 'code_inline':
      return [plain(content, 'cyan')];
    case 'maths':
      return [plain(harmless(texToText(token.content)), 'yellow')];
    case 'image':
      return [plain(`[picture${content === '' ? '' : `: ${content}`}]`, 'dim')];
    case 'softbreak':
      return [plain(' ')];
    case 'hardbreak':
      return [plain('\n')];
    case 'link_open':
      return linkSpans(children, harmless(String(token.attrGet('href') ?? '')));
    default:
      return children.length > 0
        ? inlineSpans(children, LOOKS[token.type] ?? look)
        : content === ''
          ? []
          : [plain(content, look)];
  }
}

/** A link within a book is found by its words; one that leads elsewhere shows where. */
function linkSpans(children: readonly MarkdownNode[], href: string): Span[] {
  const words = inlineSpans(children, 'underline');
  const isTold = words.map(({ text }) => text).join('') === href;
  return isTold || !/^https?:/i.test(href) ? words : [...words, plain(' '), plain(`(${href})`, 'dim')];
}
