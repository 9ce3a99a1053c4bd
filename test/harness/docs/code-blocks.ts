import MarkdownIt, { type Token } from 'markdown-it';

/** A code block of a page, and what invisible comments right before it say about it. */
export interface CodeBlock {
  readonly language: string;
  /** What follows the language: `title="tokens"` is the file that the block shows. */
  readonly title: string | undefined;
  /** A file of the clone that the block changes: it is put below a line, or in its place. */
  readonly below: string | undefined;
  readonly replaces: string | undefined;
  readonly text: string;
  readonly line: number;
  /** `<!-- not run: REASON -->`, or `not-run="REASON"` behind the language where comments would be shown, as in lessons. */
  readonly notRun: string | undefined;
  /** `<!-- given: COMMAND -->`: what every reader has already, and the test has not. */
  readonly given: string | undefined;
}

const markdown = new MarkdownIt({ html: true });

export function codeBlocksOf(page: string): CodeBlock[] {
  const tokens = markdown.parse(page, {});
  return tokens.flatMap((token, at) => (token.type === 'fence' ? [blockOf(token, commentsBefore(tokens, at))] : []));
}

function blockOf({ info, content, map }: Token, comments: string): CodeBlock {
  const [language = ''] = info.split(' ');
  const attribute = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(info)?.[1];
  const comment = (name: string) => new RegExp(`<!-- ${name}: ([\\s\\S]+?) -->`).exec(comments)?.[1];
  return {
    language,
    title: attribute('title'),
    below: attribute('below'),
    replaces: attribute('replaces'),
    text: content,
    line: (map?.[0] ?? 0) + 1,
    notRun: comment('not run') ?? attribute('not-run'),
    given: comment('given'),
  };
}

function commentsBefore(tokens: readonly Token[], at: number): string {
  let comments = '';
  for (let before = at - 1; tokens[before]?.type === 'html_block'; before--) comments += tokens[before]?.content;
  return comments;
}
