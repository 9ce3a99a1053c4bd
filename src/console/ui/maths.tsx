import { useEffect, useRef, useState } from 'preact/hooks';
import { mathTree } from '../../common/maths-tree.ts';

/** A formula in TeX. What cannot be read as one stands there as it was written. */
export function Maths({ tex, display = false }: { tex: string; display?: boolean }) {
  const place = useRef<HTMLSpanElement>(null);
  const [asText, setAsText] = useState(false);
  useEffect(() => {
    let isGone = false;
    const show = async () => {
      const tree = await mathTree(tex, display);
      if (!isGone) place.current?.replaceChildren(tree.toNode() as Node);
    };
    show().catch(() => !isGone && setAsText(true));
    return () => {
      isGone = true;
    };
  }, [tex, display]);
  if (asText) return <code class="maths-text">{tex}</code>;
  return <span key={tex} ref={place} class={display ? 'maths maths-display' : 'maths'} />;
}
