import { SOURCES } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { badParameter, HttpProblem, shown } from './http-problem.ts';

/** Reads the parameters of a query string; what cannot be used is refused by name. A blank value counts as absent. */
export class Parameters {
  constructor(private readonly query: URLSearchParams) {}

  text(name: string): string | undefined {
    const value = this.query.get(name)?.trim();
    return value === '' ? undefined : value;
  }

  /** A whole number from 0 to 999,999,999. */
  count(name: string, otherwise: number): number {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    if (/^\d{1,9}$/.test(value)) return Number(value);
    throw badParameter(name, `invalid ${name}: ${shown(value)}; use a whole number`);
  }

  number(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i.test(value)) return Number(value);
    throw badParameter(name, `invalid ${name}: ${shown(value)}; use a number`);
  }

  flag(name: string): boolean {
    return this.choice(name, ['true', 'false'] as const) === 'true';
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    throw badParameter(name, `invalid ${name}: ${shown(value)}; use ${choices.join(' or ')}`);
  }

  /** The parts of a comma list that are not blank. */
  list(name: string): string[] {
    const parts = (this.query.get(name) ?? '').split(',').map((part) => part.trim());
    return parts.filter((part) => part !== '');
  }
}

/** The source of a path, if it is one that is served; small and capital letters differ. */
export function servedSource(store: Store, source = ''): string {
  const served = new Set([...SOURCES, ...store.sources()]);
  if (served.has(source)) return source;
  throw new HttpProblem(400, `invalid source: ${shown(source)}; use one of ${[...served].sort().join(', ')}`);
}
