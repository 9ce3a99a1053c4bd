const SIGNS: Readonly<Record<string, string>> = {
  le: '≤',
  leq: '≤',
  ge: '≥',
  geq: '≥',
  ne: '≠',
  neq: '≠',
  times: '×',
  cdot: '·',
  ldots: '…',
  dots: '…',
  cdots: '…',
  infty: '∞',
  to: '→',
  rightarrow: '→',
  in: '∈',
  sum: 'Σ',
  pm: '±',
  approx: '≈',
  equiv: '≡',
  lfloor: '⌊',
  rfloor: '⌋',
  lceil: '⌈',
  rceil: '⌉',
  oplus: '⊕',
  mid: '|',
  quad: ' ',
  alpha: 'α',
  beta: 'β',
  pi: 'π',
};

/** A formula for a terminal: signs where there are some, TeX where there are none. */
export function texToText(tex: string): string {
  return tex
    .replace(/\\(?:text|mathrm|mathit|operatorname|textbf|texttt)\{([^{}]*)\}/g, '$1')
    .replace(/\\frac\{([^{}]*)\}\{([^{}]*)\}/g, '($1)/($2)')
    .replace(/\\sqrt\{([^{}]*)\}/g, '√($1)')
    .replace(/\\(?:left|right|[bB]ig[lr]?)(?![a-zA-Z])/g, '')
    .replace(/\\([a-zA-Z]+)/g, (whole, name: string) => (Object.hasOwn(SIGNS, name) ? (SIGNS[name] ?? whole) : whole))
    .replace(/\\([{}%$&#_])/g, '$1')
    .replace(/\\[,;: ]/g, ' ')
    .replace(/([_^])\{([^{}]{1})\}/g, '$1$2');
}
