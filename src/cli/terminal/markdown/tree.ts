import type { Token } from '../../../common/markdown-parse.ts';

/** A part of a text with what is inside it. */
export interface MarkdownNode {
  readonly token: Token;
  readonly children: MarkdownNode[];
}

/** Turns the flat list of opening and closing tokens into a tree. */
export function treeOf(tokens: readonly Token[]): MarkdownNode[] {
  const root: MarkdownNode[] = [];
  const open: MarkdownNode[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      if (open.length > 1) open.pop();
      continue;
    }
    const node = { token, children: token.children ? treeOf(token.children) : [] };
    open.at(-1)?.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}
