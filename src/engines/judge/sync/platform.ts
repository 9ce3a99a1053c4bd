import type { Problem } from '../store/problem.ts';
import type { Web } from './web.ts';

/** A part of a platform's list. */
export interface ListedProblems {
  readonly problems: readonly Problem[];
  /** From where the list goes on; undefined at its end. */
  readonly next: string | undefined;
  readonly done: number;
  readonly total: number;
  /** The problems are known, and only what stands here is new about them. */
  readonly adds?: true;
}

/** A public source of problems. */
export interface Platform {
  readonly source: string;
  /** The least time between two requests that the platform asks for. */
  readonly gapMs: number;
  /** All problems without their statements, from a cursor on. */
  list(web: Web, cursor: string | undefined, known: FindStored): AsyncIterable<ListedProblems>;
  /** What its own page tells about a problem; undefined when it has no statement for us. */
  statement(web: Web, problem: Problem): Promise<Problem | undefined>;
}

/** The stored problem with a slug. */
export type FindStored = (slug: string) => Problem | undefined;

/** A problem of which nothing is known but these fields. */
export function bare(fields: Pick<Problem, 'source' | 'id' | 'slug' | 'title' | 'link'> & Partial<Problem>): Problem {
  return {
    title_cn: null,
    difficulty: null,
    ac_rate: null,
    rating: null,
    contest: null,
    problem_index: null,
    tags: [],
    category: null,
    paid_only: null,
    content: null,
    content_cn: null,
    similar_questions: [],
    ...fields,
  };
}

/** Accepted submissions in percent. */
export function acceptance(accepted: number, submitted: number): number | null {
  return submitted > 0 ? (accepted * 100) / submitted : null;
}
