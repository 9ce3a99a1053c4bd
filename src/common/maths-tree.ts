/** Formulas of lessons and statements are foreign text: nothing in them may link, load, or grow without end. */
const LIMITS = {
  output: 'mathml',
  throwOnError: true,
  trust: false,
  strict: false,
  maxExpand: 500,
  maxSize: 20,
} as const;
const LONGEST = 4000;

/** What a formula becomes before it is elements or text. The types of the package do not tell of it. */
export interface MathTree {
  /** The name of its element; a text has none. */
  type?: string;
  attributes?: Record<string, string>;
  children?: readonly MathTree[];
  toNode(): unknown;
  toMarkup(): string;
  toText(): string;
}

interface TreeBuilder {
  __renderToDomTree(tex: string, options: object): MathTree;
}

/** A formula in TeX as MathML, without styles; throws when it cannot be read as one. */
export async function mathTree(tex: string, display: boolean): Promise<MathTree> {
  const { default: katex } = await import('katex');
  if (tex.length > LONGEST) throw new Error('too long');
  const tree = (katex as unknown as TreeBuilder).__renderToDomTree(tex, { ...LIMITS, displayMode: display });
  withoutStyles(tree);
  return tree;
}

/** A few commands, such as `\pmb`, would write style attributes, which the rules of the pages forbid. */
function withoutStyles(node: MathTree): void {
  delete node.attributes?.style;
  for (const child of node.children ?? []) withoutStyles(child);
}
