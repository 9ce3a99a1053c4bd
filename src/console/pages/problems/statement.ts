import { parseMarkdown, type Token } from '../../../common/markdown-parse.ts';

/** A part of a statement: Markdown, or a sample that can be copied. */
export type StatementPart =
  | { readonly kind: 'text'; readonly markdown: string }
  | {
      readonly kind: 'sample';
      readonly label: string;
      /** The heading above it. */
      readonly heading: string;
      readonly text: string;
    };

export interface Statement {
  readonly parts: readonly StatementPart[];
  /** Each as Markdown; whoever reads the parts has seen none of them. */
  readonly hints: readonly string[];
}

/** A paragraph that only says what the block behind it is. */
const LABEL = /^[*_\s]*((?:sample|example)?\s*(?:input|output|输入|输出|入力|出力)\s*#?\d*)\s*[:：]?[*_\s]*$/i;
const HINTS = /^[*_\s]*hints?\s*#?\d*\s*[:：.]?[*_\s]*$/i;
const LONGEST_LABEL = 60;

/** Takes the samples and the hints out of a statement. Nothing else is changed, but that its title is not the page's. */
export function parseStatement(markdown: string): Statement {
  // A statement has no front matter: what looks like it is text.
  const text = `\n${markdown}`;
  const lines = text.split('\n');
  const blocks = parseMarkdown(text).filter((token) => token.level === 0 && token.map !== null && token.nesting >= 0);
  const parts: StatementPart[] = [];
  const hints: string[] = [];
  let [from, heading] = [0, ''];
  const addText = (to: number) => {
    const piece = lines.slice(from, to).join('\n');
    if (piece.trim() !== '') parts.push({ kind: 'text', markdown: piece });
  };
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at] as Token;
    const [start, end] = block.map ?? [0, 0];
    if (block.type === 'heading_open') {
      heading = wordsOf(lines, block);
      demote(lines, block);
      if (HINTS.test(heading)) {
        const next = blocks.findIndex((other, index) => index > at && isHeading(other, block.tag));
        const last = next === -1 ? blocks.length : next;
        addText(start);
        hints.push(...hintsOf(lines, end, blocks.slice(at + 1, last), blocks[last]?.map?.[0] ?? lines.length));
        from = blocks[last]?.map?.[0] ?? lines.length;
        at = last - 1;
      }
    } else if (block.type === 'fence' || block.type === 'code_block') {
      const before = blocks[at - 1];
      const label = before?.type === 'paragraph_open' ? LABEL.exec(wordsOf(lines, before))?.[1] : undefined;
      addText(label === undefined ? start : (before?.map?.[0] ?? start));
      const above = heading.slice(0, LONGEST_LABEL);
      parts.push({ kind: 'sample', label: label?.trim() ?? above, heading: above, text: block.content });
      from = end;
    }
  }
  addText(lines.length);
  return { parts, hints };
}

/** The items of the list that a section is, or else the section as one hint. */
function hintsOf(lines: readonly string[], from: number, blocks: readonly Token[], to: number): string[] {
  const [list] = blocks;
  const section = lines.slice(from, to).join('\n').trim();
  if (blocks.length !== 1 || !/^(bullet|ordered)_list_open$/.test(list?.type ?? ''))
    return section === '' ? [] : [section];
  return parseMarkdown(`\n${section}`)
    .filter((token) => token.type === 'list_item_open' && token.level === 1)
    .map(({ map }) => withoutBullet(`\n${section}`.split('\n').slice(...(map ?? [0, 0]))));
}

function withoutBullet([first = '', ...rest]: readonly string[]): string {
  const bullet = /^\s*(?:[-+*]|\d+[.)])\s*/.exec(first)?.[0] ?? '';
  const indent = new RegExp(`^ {0,${bullet.length}}`);
  return [first.slice(bullet.length), ...rest.map((line) => line.replace(indent, ''))].join('\n').trim();
}

function isHeading({ type, tag }: Token, most: string): boolean {
  return type === 'heading_open' && tag <= most;
}

/** The words of a heading or a paragraph. */
function wordsOf(lines: readonly string[], { map, type }: Token): string {
  const [from, to] = map ?? [0, 0];
  const words = lines.slice(from, to).join(' ');
  return type === 'heading_open' ? words.replace(/^\s*#+|[#=\s-]+$/g, '').trim() : words.trim();
}

/** The page has one title, and it is not in the statement. */
function demote(lines: string[], { tag, markup, map }: Token): void {
  if (tag !== 'h1' || map === null) return;
  if (markup === '#') lines[map[0]] = (lines[map[0]] ?? '').replace('#', '##');
  else lines[map[1] - 1] = '---';
}
