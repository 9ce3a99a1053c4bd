import type { ComponentChildren, VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import { Code } from './code.tsx';
import { LONGEST_MARKDOWN, parseMarkdown, type Token } from './markdown-parse.ts';
import { Maths } from './maths.tsx';

export interface MarkdownProps {
  readonly text: string;
  /** The place in this page that a link of the text means; undefined when it leads elsewhere. */
  readonly linkTo?: ((href: string) => string | undefined) | undefined;
  /** A picture of the text; only its words are shown where this is absent. */
  readonly image?: ((src: string, alt: string) => ComponentChildren) | undefined;
}

/** Markdown as elements. No text is ever taken for markup, and nothing is loaded from elsewhere. */
export function Markdown(props: MarkdownProps) {
  const { text } = props;
  const tokens = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="markdown">
      {render(tokens, props)}
      {text.length > LONGEST_MARKDOWN && <p class="muted">The rest of this long text is not shown.</p>}
    </div>
  );
}

/** Turns the flat list of opening and closing tokens into a tree. */
function render(tokens: readonly Token[], props: MarkdownProps): ComponentChildren {
  const stack: { tag: string; attributes: object; children: ComponentChildren[] }[] = [
    { tag: '', attributes: {}, children: [] },
  ];
  for (const token of tokens) {
    const top = stack.at(-1);
    if (token.nesting === 1) stack.push({ tag: token.tag, attributes: attributesOf(token, props), children: [] });
    else if (token.nesting === -1 && top && stack.length > 1) {
      stack.pop();
      stack.at(-1)?.children.push(element(top));
    } else if (token.nesting === 0) top?.children.push(leaf(token, props));
  }
  return stack[0]?.children;
}

const TAGS = new Set('p h1 h2 h3 h4 h5 h6 ul ol li blockquote table thead tbody tr th td em strong s a'.split(' '));

function element({ tag, attributes, children }: { tag: string; attributes: object; children: ComponentChildren[] }) {
  // A paragraph in a tight list has no tag of its own.
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

function attributesOf(token: Token, { linkTo }: MarkdownProps): Record<string, unknown> {
  if (token.type === 'ordered_list_open') return { start: token.attrGet('start') ?? undefined };
  if (token.type === 'th_open' || token.type === 'td_open') {
    const side = /text-align:(\w+)/.exec(String(token.attrGet('style') ?? ''))?.[1];
    return side === undefined ? {} : { class: `align-${side}` };
  }
  if (token.type !== 'link_open') return token.hidden ? {} : {};
  const href = String(token.attrGet('href') ?? '');
  const inside = linkTo?.(href);
  if (inside !== undefined) return { href: inside };
  return /^https?:\/\//i.test(href) ? { href, rel: 'noopener noreferrer', target: '_blank' } : { title: href };
}

function leaf(token: Token, props: MarkdownProps): ComponentChildren {
  if (token.type === 'inline') return render(token.children ?? [], props);
  if (token.type === 'text') return token.content;
  if (token.type === 'code_inline') return <code>{token.content}</code>;
  if (token.type === 'fence' || token.type === 'code_block') {
    return <Code text={token.content} language={token.info.split(/\s/, 1)[0]} />;
  }
  if (token.type === 'maths') return <Maths tex={token.content} display={token.block} />;
  if (token.type === 'image') return image(token, props);
  if (token.type === 'hr') return <hr />;
  if (token.type === 'hardbreak') return <br />;
  return token.type === 'softbreak' ? '\n' : token.content;
}

function image(token: Token, props: MarkdownProps): VNode | ComponentChildren {
  const alt = token.content;
  return (
    props.image?.(String(token.attrGet('src') ?? ''), alt) ?? <span class="image-words">[{alt || 'picture'}]</span>
  );
}
