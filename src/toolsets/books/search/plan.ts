import { flatten } from './flat-pattern.ts';
import { requiredLiterals } from './required-literals.ts';

/**
 * How a pattern is looked for: by a native expression where that is surely linear and means the same, else by RE2. With
 * needles, one of which every line holds that matches, most of a text need not even be looked at as text.
 */
export type Plan =
  | { readonly engine: 'needles'; readonly expression: RegExp; readonly needles: readonly Buffer[] }
  | { readonly engine: 'native'; readonly expression: RegExp }
  | { readonly engine: 're2'; readonly pattern: string; readonly literal: string | undefined };

const SHORTEST = 3;
const MOST = 8;
const PLAIN = /^[\w ]{3,}$/;

export function planSearch(pattern: string): Plan {
  // Most searches are for words, which need no translation.
  if (PLAIN.test(pattern)) {
    return { engine: 'needles', expression: new RegExp(pattern, 'g'), needles: [Buffer.from(pattern)] };
  }
  const expression = flatten(pattern);
  const literals = requiredLiterals(pattern);
  if (expression) {
    // To look for what is everywhere, or for many things at once, costs more than it saves.
    const fewAndRare = literals.length <= MOST && literals.every((literal) => literal.length >= SHORTEST);
    if (literals.length === 0 || !fewAndRare) return { engine: 'native', expression };
    return { engine: 'needles', expression, needles: literals.map((literal) => Buffer.from(literal)) };
  }
  return { engine: 're2', pattern, literal: literals.length === 1 ? literals[0] : undefined };
}
