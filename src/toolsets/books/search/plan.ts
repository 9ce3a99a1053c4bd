import { flatten } from './flat-pattern.ts';
import { Needle } from './needle.ts';
import { requiredLiterals } from './required-literals.ts';

/** How a pattern is looked for: by a native expression where that is surely linear and means the same, else by RE2. */
export type Plan =
  | { readonly engine: 'native'; readonly expression: RegExp; readonly needles: readonly Needle[] }
  | { readonly engine: 're2'; readonly pattern: string; readonly literal: string | undefined };

const SHORTEST = 3;
const MOST = 8;
const PLAIN = /^[\w ]{3,}$/;

export function planSearch(pattern: string): Plan {
  // Most searches are for words, which need no translation.
  if (PLAIN.test(pattern)) {
    return { engine: 'native', expression: new RegExp(pattern, 'g'), needles: [new Needle(pattern)] };
  }
  const expression = flatten(pattern);
  const literals = requiredLiterals(pattern);
  if (expression) {
    // To look for what is everywhere, or for many things at once, costs more than it saves.
    const rare = literals.length <= MOST && literals.every((literal) => literal.length >= SHORTEST);
    return { engine: 'native', expression, needles: rare ? literals.map((literal) => new Needle(literal)) : [] };
  }
  return { engine: 're2', pattern, literal: literals.length === 1 ? literals[0] : undefined };
}
