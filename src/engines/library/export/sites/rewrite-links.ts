import { parseWhole, type Token } from '../../../../common/markdown-parse.ts';

/** How an address is written in Markdown: in a link or picture, or where a name for it is defined. */
const IN_LINK = /(\]\(\s*)(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/g;
const IN_DEFINITION = /^( {0,3}\[[^\]\n]+\]:[ \t]*)(<[^<>\n]*>|\S+)/gm;

/**
 * Markdown with other addresses in it, given by those that the parser reports, and else the same. Undefined when that cannot be done: what
 * comes out is parsed again, and nothing but the addresses may differ.
 */
export function rewriteLinks(markdown: string, changes: ReadonlyMap<string, string>): string | undefined {
  if (changes.size === 0) return markdown;
  const before = parseWhole(markdown);
  const code = codeLines(before);
  const starts = lineStarts(markdown);
  const change = (whole: string, start: string, raw: string, at: number): string => {
    if (code.has(lineAt(starts, at))) return whole;
    const next = changes.get(asParsed(raw));
    return next === undefined ? whole : `${start}${next}`;
  };
  const links = (text: string, form: RegExp) =>
    text.replaceAll(form, (whole, start: string, raw: string, at: number) => change(whole, start, raw, at));
  const changed = links(markdown, IN_LINK);
  // The lines stay, but not the places in them.
  starts.splice(0, starts.length, ...lineStarts(changed));
  const after = links(changed, IN_DEFINITION);
  return shape(before, changes) === shape(parseWhole(after), new Map()) ? after : undefined;
}

/** The address that the parser makes of what is written. */
function asParsed(raw: string): string {
  const [link] = parseWhole(`[x](${raw})`)[1]?.children ?? [];
  return String(link?.attrGet('href') ?? '');
}

function codeLines(tokens: readonly Token[]): Set<number> {
  const lines = new Set<number>();
  for (const { type, map } of tokens) {
    if (type !== 'fence' && type !== 'code_block') continue;
    for (let line = map?.[0] ?? 0; line < (map?.[1] ?? 0); line++) lines.add(line);
  }
  return lines;
}

function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)];
}

function lineAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  return low;
}

/** All that a text says, with some addresses exchanged. */
function shape(tokens: readonly Token[], changes: ReadonlyMap<string, string>): string {
  const told = (token: Token): unknown => {
    const attributes = (token.attrs ?? []).map(([name, value]) => [name, changes.get(String(value)) ?? value]);
    const content = token.type === 'inline' ? '' : token.content;
    return [token.type, token.tag, attributes, content, token.info, (token.children ?? []).map(told)];
  };
  return JSON.stringify(tokens.map(told));
}
