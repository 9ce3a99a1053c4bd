/** Who sends a request: whom its token names, or the one anonymous client of a server without tokens. */
export interface Principal {
  /** Tells principals apart, whatever kind of token they show. */
  readonly key: string;
  /** Absent where nobody has to show a token. */
  readonly subject?: string;
  readonly scopes: ReadonlySet<string>;
}

/** A scope in a token file that stands for all. */
export const EVERY_SCOPE = '*';

export const ANONYMOUS: Principal = { key: 'anonymous', scopes: new Set([EVERY_SCOPE]) };

/** Tells whether one of the scopes is held; nothing is needed when there are none. */
export function holdsAny({ scopes }: Principal, wanted: readonly string[]): boolean {
  return wanted.length === 0 || scopes.has(EVERY_SCOPE) || wanted.some((scope) => scopes.has(scope));
}
