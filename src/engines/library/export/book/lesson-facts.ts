import { parseWhole, type Token } from '../../../../common/markdown-parse.ts';
import { splitFrontMatter } from '../../markdown/front-matter.ts';
import { fieldOf } from './front-matter-fields.ts';
import { oneLine } from './plain-text.ts';

/** What the rest of a book must know of a lesson. */
export interface LessonFacts {
  /** Of its front matter, or its first heading of the first level; undefined where there is neither. */
  readonly title: string | undefined;
  /** Whether it begins with a heading of the first level. */
  readonly hasHeading: boolean;
  /** The names of its headings, in their order. */
  readonly anchors: readonly string[];
  /** The addresses of its links and pictures, each once, as the parser gives them. */
  readonly addresses: readonly string[];
  /** Those of its pictures alone. */
  readonly pictures: readonly string[];
  readonly hasMaths: boolean;
  /** About what this takes in memory. */
  readonly weight: number;
}

/** A longer text could keep the program busy for long: it is shown as it was written. */
export const LONGEST_LESSON = 1_000_000;

/** The Markdown of a lesson as the parser sees it; undefined for one that is too long to be taken apart. */
export function lessonTokens(text: string): Token[] | undefined {
  const { markdown } = splitFrontMatter(text);
  return markdown.length > LONGEST_LESSON ? undefined : parseWhole(markdown);
}

export function lessonFacts(text: string): LessonFacts {
  const tokens = lessonTokens(text) ?? [];
  const headings = headingsOf(tokens);
  const inlines = tokens.flatMap(({ children }) => children ?? []);
  const pictures = inlines.flatMap((token) => (token.type === 'image' ? String(token.attrGet('src') ?? '') : []));
  const links = inlines.flatMap((token) => (token.type === 'link_open' ? String(token.attrGet('href') ?? '') : []));
  const anchors = anchorsOf(headings);
  const addresses = [...new Set([...links, ...pictures])];
  const title = fieldOf(splitFrontMatter(text).matter, 'title') ?? headings.find(({ level }) => level === 1)?.text;
  return {
    title: oneLine(title ?? '') || undefined,
    hasHeading: tokens[0]?.type === 'heading_open' && tokens[0].tag === 'h1',
    anchors,
    addresses,
    pictures: [...new Set(pictures)],
    hasMaths: [...tokens, ...inlines].some(({ type }) => type === 'maths'),
    weight: 300 + 2 * [...anchors, ...addresses].reduce((sum, { length }) => sum + length + 16, 0),
  };
}

interface Heading {
  readonly level: number;
  readonly text: string;
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token, at) =>
    token.type === 'heading_open' ? { level: Number(token.tag.slice(1)), text: wordsOf(tokens[at + 1]) } : [],
  );
}

/** The words of a line, without what marks them up. */
function wordsOf(inline: Token | undefined): string {
  return (inline?.children ?? []).map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

/** The names that sites give headings: lower case, hyphens for blanks, a number for the second of a name. */
function anchorsOf(headings: readonly Heading[]): string[] {
  const used = new Set<string>();
  return headings.map(({ text }) => {
    const plain = oneLine(text)
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .replaceAll(' ', '-');
    const name = plain || 'section';
    let anchor = name;
    for (let number = 1; used.has(anchor); number++) anchor = `${name}-${number}`;
    used.add(anchor);
    return anchor;
  });
}
