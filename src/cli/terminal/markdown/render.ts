import { shownMarkdown } from '../../../common/markdown-parse.ts';
import { harmless } from '../../../lib/harmless.ts';
import { readingColumns, type Screen } from '../screen.ts';
import { paintLine, plain, type Span, widthOf, wrapSpans } from '../spans.ts';
import { tableLines } from '../table.ts';
import { displayWidth, fitting } from '../width.ts';
import { inlineSpans } from './inline.ts';
import { texToText } from './tex.ts';
import { type MarkdownNode, treeOf } from './tree.ts';

const LEAST_COLUMNS = 16;
const CODE_INDENT = '    ';

/** Markdown as a terminal can show it. Code and tables keep their lines; nothing in the text can steer the terminal. */
export function renderMarkdown(text: string, screen: Screen): string[] {
  const { tokens, isCut } = shownMarkdown(text);
  const lines = new Renderer(screen).blocks(treeOf(tokens), readingColumns(screen));
  return isCut ? [...lines, '', screen.paint('The rest of this long text is not shown.', 'dim')] : lines;
}

class Renderer {
  constructor(private readonly screen: Screen) {}

  /** Blocks with an empty line between them, if they are not those of a tight list. */
  blocks(nodes: readonly MarkdownNode[], columns: number): string[] {
    return nodes.flatMap((node, at) => {
      const lines = this.#block(node, Math.max(columns, LEAST_COLUMNS));
      const isTight = node.token.hidden || (node.token.type.endsWith('list_open') && nodes[at - 1]?.token.hidden);
      return at > 0 && !isTight ? ['', ...lines] : lines;
    });
  }

  #block(node: MarkdownNode, columns: number): string[] {
    const { token, children } = node;
    switch (token.type) {
      case 'heading_open':
        return this.#heading(children, token.tag, columns);
      case 'bullet_list_open':
        return this.#list(children, columns, () => '• ');
      case 'ordered_list_open': {
        const start = Number(token.attrGet('start') ?? 1);
        const width = String(start + children.length - 1).length;
        return this.#list(children, columns, (at) => `${String(start + at).padStart(width)}. `);
      }
      case 'blockquote_open':
        return this.blocks(children, columns - 2).map((line) => `${this.screen.paint('│', 'dim')} ${line}`.trimEnd());
      case 'fence':
      case 'code_block':
        return codeLines(token.content).flatMap((line) => this.#codeLine(line));
      case 'maths':
        return codeLines(texToText(token.content)).map((line) => `${CODE_INDENT}${this.screen.paint(line, 'yellow')}`);
      case 'table_open':
        return this.#table(children, columns);
      case 'hr':
        return [this.screen.paint('─'.repeat(Math.min(columns, 40)), 'dim')];
      default:
        return this.#lines(inlineSpans(children), columns);
    }
  }

  /** A line that is too long goes on below, further to the right. */
  #codeLine(line: string): string[] {
    const columns = this.screen.columns - CODE_INDENT.length;
    if (displayWidth(line) <= columns) return [`${CODE_INDENT}${line}`.trimEnd()];
    const lines = [fitting(line, columns)];
    for (let rest = line.slice(lines[0]?.length); rest !== ''; ) {
      const part = fitting(rest, columns - 2);
      lines.push(`  ${part}`);
      rest = rest.slice(part.length);
    }
    return lines.map((part) => `${CODE_INDENT}${part}`);
  }

  #lines(spans: readonly Span[], columns: number): string[] {
    return wrapSpans(spans, columns).map((line) => paintLine(line, this.screen.paint));
  }

  /** The two highest levels are underlined, so that they are seen without colours too. */
  #heading(children: readonly MarkdownNode[], tag: string, columns: number): string[] {
    const lines = wrapSpans(inlineSpans(children, 'bold'), columns);
    const rule = { h1: '═', h2: '─' }[tag];
    const text = lines.map((line) => paintLine(line, this.screen.paint));
    return rule === undefined
      ? text
      : [...text, this.screen.paint(rule.repeat(Math.max(...lines.map(widthOf))), 'dim')];
  }

  #list(items: readonly MarkdownNode[], columns: number, markOf: (at: number) => string): string[] {
    return items.flatMap((item, at) => {
      const mark = markOf(at);
      const indent = ' '.repeat(displayWidth(mark));
      const lines = this.blocks(item.children, columns - indent.length);
      const isLoose = at > 0 && item.children.some(({ token }) => token.type === 'paragraph_open' && !token.hidden);
      const shown = (lines.length > 0 ? lines : ['']).map((line, number) =>
        `${number === 0 ? mark : indent}${line}`.trimEnd(),
      );
      return isLoose ? ['', ...shown] : shown;
    });
  }

  #table(parts: readonly MarkdownNode[], columns: number): string[] {
    const [head, ...body] = parts.flatMap((part) => part.children);
    const titles = head?.children ?? [];
    const rows = body.map((row) => row.children.map((cell) => inlineSpans(cell.children)));
    const described = titles.map((cell) => ({
      title: inlineSpans(cell.children)
        .map(({ text }) => text)
        .join(''),
      right: String(cell.token.attrGet('style') ?? '').includes('right'),
    }));
    const width = this.screen.columns - (readingColumns(this.screen) - columns);
    return (
      tableLines(described, rows, width, this.screen.paint) ??
      rows.flatMap((row) =>
        row.flatMap((cell, at) => this.#lines([plain(`${described[at]?.title ?? ''}: `, 'bold'), ...cell], columns)),
      )
    );
  }
}

function codeLines(text: string): string[] {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => harmless(line.replaceAll('\t', '    ')));
}
