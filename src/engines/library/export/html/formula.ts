import { type MathTree, mathTree } from '../../../../common/maths-tree.ts';
import { escaped } from '../book/plain-text.ts';

/** A formula as MathML; what cannot be read as one stands there as it was written. */
export async function formula(tex: string, display: boolean): Promise<string> {
  const kind = display ? 'maths maths-display' : 'maths';
  try {
    const math = elementOf(await mathTree(tex, display), 'math');
    conform(math);
    return `<span class="${kind}">${math.toMarkup()}</span>`;
  } catch {
    return `<code class="${kind}">${escaped(tex)}</code>`;
  }
}

function elementOf(tree: MathTree, type: string): MathTree {
  for (const child of [tree, ...(tree.children ?? [])]) if (child.type === type) return child;
  throw new Error('the formula has no MathML');
}

const LETTERS = new Set(['mrow', 'mi', 'mn', 'mtext', undefined]);

/** Browsers take more than the standard allows, readers of books and their checkers do not. */
function conform(node: MathTree): void {
  if (node.type === 'mtd') delete node.attributes?.width;
  const parts = node.children ?? [];
  if (node.type === 'mo' && parts.some(({ type }) => type !== undefined)) {
    // The name of an operator such as \bmod comes letter by letter; anything else in an operator is a row.
    if (parts.every(isLetters)) node.children = [textOf(parts.map((part) => part.toText()).join(''))];
    else Object.assign(node, { type: 'mrow', attributes: {} });
  }
  for (const child of node.children ?? []) conform(child);
}

function isLetters({ type, children }: MathTree): boolean {
  return LETTERS.has(type) && (children ?? []).every(isLetters);
}

function textOf(text: string): MathTree {
  return { toMarkup: () => escaped(text), toText: () => text, toNode: () => undefined };
}
