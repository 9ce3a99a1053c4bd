import MarkdownIt from 'markdown-it';
import { type CodeToken, codeTokens, LONGEST_COLOURED } from '../../../../common/code-languages.ts';
import type { Token } from '../../../../common/markdown-parse.ts';
import { splitFrontMatter } from '../../markdown/front-matter.ts';
import { lessonTokens } from '../book/lesson-facts.ts';
import { escaped, withoutForbidden } from '../book/plain-text.ts';
import { formula } from './formula.ts';

/** What a text needs to know about the page that it is on. */
export interface Surroundings {
  /** Where a link leads; undefined for one that leads nowhere, whose words stay. */
  hrefOf(address: string): string | undefined;
  /** Where a picture is; undefined for one that is elsewhere or nowhere, whose words stay. */
  pictureOf(address: string): string | undefined;
  /** The names of the headings, in their order; undefined leaves them without. */
  readonly anchors?: readonly string[];
  /** How much deeper headings are than they were written. */
  readonly headingsAbove?: number;
}

const OPTIONS = { html: false, xhtmlOut: true, breaks: false } as unknown as Parameters<
  InstanceType<typeof MarkdownIt.Renderer>['render']
>[1];

/**
 * A lesson as markup that is well-formed XML, and HTML as well. Text is never taken for markup: raw HTML in a lesson is shown as it was
 * written. Formulas become MathML.
 */
export async function renderLesson(text: string, page: Surroundings): Promise<string> {
  const tokens = lessonTokens(text);
  if (tokens === undefined) return `<pre class="plain">${escaped(splitFrontMatter(text).markdown)}</pre>\n`;
  await prepare(tokens, page);
  return withoutForbidden(rendererFor(page).render(tokens, OPTIONS, {}));
}

/** Gives tokens the attributes that their markup will have. */
async function prepare(tokens: readonly Token[], page: Surroundings): Promise<void> {
  let heading = 0;
  for (const token of tokens.flatMap((one) => [one, ...(one.children ?? [])])) {
    if (token.type === 'heading_open') {
      const anchor = page.anchors?.[heading++];
      if (anchor !== undefined) token.attrSet('id', anchor);
    }
    if (token.type.startsWith('heading_')) {
      token.tag = `h${Math.min(6, Number(token.tag.slice(1)) + (page.headingsAbove ?? 0))}`;
    }
    const side = token.attrGet('style');
    if (side !== null) token.attrs = [['class', `align-${String(side).replace('text-align:', '')}`]];
    if (token.type === 'maths') token.meta = { markup: await formula(token.content, token.block) };
  }
}

function rendererFor(page: Surroundings) {
  const renderer = new MarkdownIt.Renderer();
  const links: boolean[] = [];
  let coloured = 0;
  const code = ({ content, info }: Token) => {
    coloured += content.length;
    const language = coloured <= LONGEST_COLOURED ? info.split(/\s/, 1)[0] : undefined;
    return `<pre class="code"><code>${codeTokens(content, language).map(codeMarkup).join('')}</code></pre>\n`;
  };
  const at = (make: (token: Token) => string) => (tokens: Token[], index: number) => make(tokens[index] as Token);
  Object.assign(renderer.rules, {
    fence: at(code),
    code_block: at(code),
    maths: at(({ meta }) => String(meta?.markup)),
    table_open: () => '<div class="table"><table>\n',
    table_close: () => '</table></div>\n',
    link_open: at((token) => {
      const href = page.hrefOf(String(token.attrGet('href') ?? ''));
      links.push(href !== undefined);
      return href === undefined ? '' : `<a href="${escaped(href)}">`;
    }),
    link_close: () => (links.pop() ? '</a>' : ''),
    image: at((token) => picture(token, page, links.includes(true))),
  });
  return renderer;
}

/** A picture of the book; of one that is elsewhere only the words, as a link to it where that can be. */
function picture(token: Token, page: Surroundings, isLinked: boolean): string {
  const address = String(token.attrGet('src') ?? '');
  const words = escaped(wordsOf(token));
  const source = page.pictureOf(address);
  if (source !== undefined) return `<img src="${escaped(source)}" alt="${words}" />`;
  const href = isLinked ? undefined : page.hrefOf(address);
  const shown = words || 'picture';
  return href === undefined
    ? `<span class="no-picture">${shown}</span>`
    : `<a class="no-picture" href="${escaped(href)}">${shown}</a>`;
}

function wordsOf({ children, content }: Token): string {
  return children ? children.map(wordsOf).join('') : content;
}

function codeMarkup(token: CodeToken): string {
  if (typeof token === 'string') return escaped(token);
  return `<span class="${escaped(`token ${token.kind}`)}">${token.tokens.map(codeMarkup).join('')}</span>`;
}
