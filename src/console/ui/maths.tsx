import { useEffect, useRef, useState } from 'preact/hooks';

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

/** A formula in TeX. What cannot be read as one stands there as it was written. */
export function Maths({ tex, display = false }: { tex: string; display?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [asText, setAsText] = useState(false);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const { default: katex } = await import('katex');
      if (isGone || place.current === null) return;
      if (tex.length > LONGEST) throw new Error('too long');
      const tree = (katex as unknown as TreeBuilder).__renderToDomTree(tex, { ...LIMITS, displayMode: display });
      withoutStyles(tree);
      place.current.replaceChildren(tree.toNode());
    };
    show().catch(() => !isGone && setAsText(true));
    return () => {
      isGone = true;
    };
  }, [tex, display]);
  if (asText) return <code class="maths-text">{tex}</code>;
  return <span key={tex} ref={place} class={display ? 'maths maths-display' : 'maths'} />;
}

/** What a formula becomes before it is elements. The types of the package do not tell of it. */
interface MathTree {
  readonly attributes?: Record<string, string>;
  readonly children?: readonly MathTree[];
  toNode(): Node;
}

interface TreeBuilder {
  __renderToDomTree(tex: string, options: object): MathTree;
}

/** A few commands, such as `\pmb`, would write style attributes, which the rules of this page forbid. */
function withoutStyles(node: MathTree): void {
  delete node.attributes?.style;
  for (const child of node.children ?? []) withoutStyles(child);
}
