import { flatten } from './flat-pattern.ts';
import { requiredLiteral } from './required-literal.ts';

/** How a pattern is looked for: by a native expression where that is surely linear and means the same, else by RE2. */
export type Plan =
  | { readonly engine: 'native'; readonly expression: RegExp }
  | { readonly engine: 're2'; readonly pattern: string; readonly literal: string | undefined };

export function planSearch(pattern: string): Plan {
  const expression = flatten(pattern);
  if (expression) return { engine: 'native', expression };
  return { engine: 're2', pattern, literal: requiredLiteral(pattern) };
}
