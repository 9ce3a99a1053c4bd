import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { LONGEST_COLOURED } from '../../common/code-languages.ts';
import { shownMarkdown, type Token } from '../../common/markdown-parse.ts';
import { Code } from './code.tsx';
import { Maths } from './maths.tsx';

export interface MarkdownProps {
  readonly text: string;
  /** The place in this page that a link of the text means; undefined when it leads elsewhere. */
  readonly linkTo?: ((href: string) => string | undefined) | undefined;
  /** A picture of the text; only its words are shown where this is absent. */
  readonly image?: ((src: string, alt: string) => ComponentChildren) | undefined;
  /** How many levels of headings the page has above the text: with 1, `# Title` is an h2. */
  readonly headingsAbove?: number;
  /** Whether blocks tell at which line of the text they begin, as `data-line`. */
  readonly lines?: boolean;
}

interface RenderOptions extends MarkdownProps {
  readonly linesBefore: number;
  /** How many characters of code the text may still have with colours. */
  readonly budget: { coloured: number };
}

/** Markdown as elements. No text is ever taken for markup, and nothing is loaded from elsewhere. */
export function Markdown(props: MarkdownProps) {
  const { text } = props;
  const { tokens, isCut, linesBefore } = useMemo(() => shownMarkdown(text), [text]);
  return (
    <div class="markdown">
      {render(tokens, { ...props, linesBefore, budget: { coloured: LONGEST_COLOURED } })}
      {isCut && <p class="muted">The rest of this long text is not shown.</p>}
    </div>
  );
}

interface Element {
  readonly tag: string;
  readonly attributes: object;
  readonly children: ComponentChildren[];
}

/** Turns the flat list of opening and closing tokens into a tree. */
function render(tokens: readonly Token[], props: RenderOptions): ComponentChildren {
  const root: Element = { tag: '', attributes: {}, children: [] };
  const stack = [root];
  for (const token of tokens) {
    const top = stack.at(-1);
    if (token.nesting === 1) {
      stack.push({ tag: tagOf(token, props), attributes: attributesOf(token, props), children: [] });
    } else if (token.nesting === -1 && top && stack.length > 1) {
      stack.pop();
      stack.at(-1)?.children.push(element(top));
    } else if (token.nesting === 0) top?.children.push(leaf(token, props));
  }
  // A text that was cut ends within its blocks.
  for (let top = stack.pop(); top && stack.length > 0; top = stack.pop()) stack.at(-1)?.children.push(element(top));
  return root.children;
}

const TAGS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s a'.split(' '));

function element({ tag, attributes, children }: Element) {
  if (!TAGS.has(tag)) return <>{children}</>;
  const Tag = tag as 'p';
  const made = <Tag {...attributes}>{children}</Tag>;
  return tag === 'table' ? (
    <div class="table-scroll" tabIndex={0}>
      {made}
    </div>
  ) : (
    made
  );
}

function tagOf({ tag, hidden }: Token, { headingsAbove = 0 }: RenderOptions): string {
  // A paragraph in a tight list has no tag of its own.
  if (hidden) return '';
  const level = /^h([1-6])$/.exec(tag)?.[1];
  return level === undefined ? tag : `h${Math.min(6, Number(level) + headingsAbove)}`;
}

function lineOf(token: Token, { lines, linesBefore }: RenderOptions): Record<string, unknown> {
  return lines && token.map ? { 'data-line': token.map[0] + 1 + linesBefore } : {};
}

function attributesOf(token: Token, props: RenderOptions): Record<string, unknown> {
  return { ...lineOf(token, props), ...ownAttributes(token, props) };
}

function ownAttributes(token: Token, { linkTo }: RenderOptions): Record<string, unknown> {
  if (token.type === 'ordered_list_open') return { start: token.attrGet('start') ?? undefined };
  if (token.type === 'th_open' || token.type === 'td_open') {
    const side = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1];
    return side === undefined ? {} : { class: `align-${side}` };
  }
  if (token.type !== 'link_open') return {};
  const href = String(token.attrGet('href') ?? '');
  const inside = linkTo?.(href);
  if (inside !== undefined) return { href: inside };
  return /^https?:\/\//i.test(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : { title: href };
}

function leaf(token: Token, props: RenderOptions): ComponentChildren {
  if (token.type === 'inline') return render(token.children ?? [], props);
  if (token.type === 'text') return token.content;
  if (token.type === 'code_inline') return <code>{token.content}</code>;
  if (token.type === 'fence' || token.type === 'code_block') {
    props.budget.coloured -= token.content.length;
    const language = props.budget.coloured >= 0 ? token.info.split(/\s/, 1)[0] : undefined;
    const code = <Code text={token.content} language={language} />;
    return props.lines ? <div {...lineOf(token, props)}>{code}</div> : code;
  }
  if (token.type === 'maths') return <Maths tex={token.content} display={token.block} />;
  if (token.type === 'image') return image(token, props);
  if (token.type === 'hr') return <hr />;
  if (token.type === 'hardbreak') return <br />;
  return token.type === 'softbreak' ? '\n' : token.content;
}

function image(token: Token, props: RenderOptions): VNode | ComponentChildren {
  const alt = token.content;
  return (
    props.image?.(String(token.attrGet('src') ?? ''), alt) ?? <span class="image-words">[{alt || 'picture'}]</span>
  );
}
