/** A problem without its statement, as lists and searches tell of it. */
export interface ProblemRow {
  readonly source: string;
  readonly id: string;
  readonly title?: string;
  readonly difficulty?: string;
  readonly tags?: readonly string[];
  readonly rating?: number;
  readonly ac_rate?: number;
  readonly link?: string;
}

export interface Problem extends ProblemRow {
  readonly statement: string;
}

export interface Daily {
  readonly status: 'ready' | 'fetching';
  readonly retry_after?: number;
  readonly problem?: Problem;
}

export interface SimilarProblems {
  readonly rewritten_query?: string;
  readonly note?: string;
  readonly results: readonly (ProblemRow & { readonly similarity: number })[];
}

export interface ProblemPage {
  readonly results: readonly ProblemRow[];
  readonly total: number;
  readonly next_cursor?: string;
}

export interface PlatformStatus {
  readonly version: string;
  readonly platforms: readonly {
    readonly source: string;
    /** Counts are digits: they may be larger than a number. */
    readonly total: string;
    readonly missing_content: string;
    readonly not_embedded: string;
  }[];
}
