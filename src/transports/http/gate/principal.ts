/** The sender of a request: whom its token names, or the one anonymous client of a server without tokens. */
export interface Principal {
  /** Tells principals apart, whatever kind of token they show. */
  readonly key: string;
  /** Absent where nobody has to show a token. */
  readonly subject?: string;
  readonly scopes: ReadonlySet<string>;
}

/** A scope in a token file that stands for all. */
export const EVERY_SCOPE = '*';

/** What a token needs to see the metrics. */
export const METRICS_SCOPE = 'metrics:read';

export const ANONYMOUS: Principal = { key: 'anonymous', scopes: new Set([EVERY_SCOPE]) };
