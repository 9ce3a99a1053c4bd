import type { Attributes } from './tokens.ts';

const HIDDEN_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'audio button canvas datalist dialog iframe noembed noframes noscript object script select style svg template ' +
    'title video'
  ).split(' '),
);
// Copy buttons, and the drawn copies of formulas whose source stands beside them.
const HIDDEN_CLASS =
  /(?:^|\s)(?:input-output-copier|btn-copy|div-btn-copy|katex-html|MathJax(?:_Preview|_Display|_SVG|_CHTML)?)(?:\s|$)/;
const HIDDEN_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

/** Tells whether an element and all it holds is not to be read. */
export function isHidden(name: string, attributes: Attributes): boolean {
  if (HIDDEN_ELEMENTS.has(name)) return !(name === 'script' && isFormula(attributes));
  if (attributes.hidden !== undefined) return true;
  if (attributes.style !== undefined && HIDDEN_STYLE.test(attributes.style)) return true;
  return attributes.class !== undefined && HIDDEN_CLASS.test(attributes.class);
}

function isFormula({ type }: Attributes): boolean {
  return type !== undefined && /^\s*math\/tex/i.test(type);
}
