import MarkdownIt, { type Token } from 'markdown-it';

/** Longer texts are cut before they are parsed. */
export const LONGEST_MARKDOWN = 400_000;

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 40 });

// $…$ and $$…$$ within a line; TeX keeps its backslashes, so this comes before the escapes.
parser.inline.ruler.before('escape', 'maths', (state, silent) => {
  if (state.src[state.pos] !== '$') return false;
  const fence = /^\$+/.exec(state.src.slice(state.pos, state.pos + 8))?.[0] ?? '$';
  const start = state.pos + fence.length;
  const end = state.src.indexOf(fence, start);
  const tex = end === -1 ? '' : state.src.slice(start, end);
  if (!isFormula(tex, fence, state.src[end + fence.length])) return false;
  if (!silent) {
    const token = state.push('maths', '', 0);
    token.content = tex.trim();
    token.block = fence.length === 2;
  }
  state.pos = end + fence.length;
  return true;
});

// $$ on a line of its own, up to the next such line.
parser.block.ruler.before('fence', 'maths_block', (state, startLine, endLine, silent) => {
  const lineOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  if (lineOf(startLine).trim() !== '$$') return false;
  let line = startLine + 1;
  while (line < endLine && lineOf(line).trim() !== '$$') line++;
  if (line >= endLine) return false;
  if (silent) return true;
  const token = state.push('maths', '', 0);
  token.content = Array.from({ length: line - startLine - 1 }, (_, at) => lineOf(startLine + 1 + at))
    .join('\n')
    .trim();
  token.block = true;
  state.line = line + 1;
  return true;
});

/** Prices are no formulas: a dollar opens one only before a non-blank, and closes it only after one and before no digit. */
function isFormula(tex: string, fence: string, after: string | undefined): boolean {
  if (tex.trim() === '' || fence.length > 3 || tex.length > 2000) return false;
  return fence.length > 1 || !(/^\s|\s$|\n\s*\n/.test(tex) || /\d/.test(after ?? ''));
}

/** Texts of more parts, such as a table with thousands of cells, are cut: the page must stay quick. A formula counts as many. */
const MOST_PARTS = 40_000;
const PARTS_OF_A_FORMULA = 40;

export interface ShownMarkdown {
  readonly tokens: readonly Token[];
  /** Whether the text goes on. */
  readonly isCut: boolean;
  /** How many lines the front matter has, which is left out. */
  readonly linesBefore: number;
}

/** All parts of a Markdown text that has no front matter, however long it is. */
export function parseWhole(markdown: string): Token[] {
  return parser.parse(markdown, {});
}

/** The parts of a Markdown text, without its front matter. */
export function parseMarkdown(text: string): Token[] {
  return parser.parse(withoutFrontMatter(text).slice(0, LONGEST_MARKDOWN), {});
}

/** As much of a Markdown text as a page can show. */
export function shownMarkdown(text: string): ShownMarkdown {
  const all = parseMarkdown(text);
  const tokens = cut(all);
  const { length } = withoutFrontMatter(text);
  const linesBefore = text.slice(0, text.length - length).split('\n').length - 1;
  return { tokens, isCut: length > LONGEST_MARKDOWN || tokens.length < all.length, linesBefore };
}

function cut(tokens: Token[]): Token[] {
  let parts = 0;
  const end = tokens.findIndex((token) => {
    parts += weight(token) + (token.children ?? []).reduce((sum, child) => sum + weight(child), 0);
    return parts > MOST_PARTS;
  });
  return end === -1 ? tokens : tokens.slice(0, end);
}

function weight({ type }: Token): number {
  return type === 'maths' || type === 'image' ? PARTS_OF_A_FORMULA : 1;
}

export function withoutFrontMatter(text: string): string {
  return text.replace(/^\uFEFF?---\r?\n[^]*?\r?\n---[ \t]*(\r?\n|$)/, '');
}

export type { Token };
