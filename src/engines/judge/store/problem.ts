/** The platforms that are served even when nothing of them is stored; an import may bring others. */
export const SOURCES = ['atcoder', 'codeforces', 'leetcode', 'luogu', 'quartet', 'spoj'] as const;

/** A problem as the judge keeps it and as its API gives it. */
export interface Problem {
  readonly source: string;
  readonly id: string;
  readonly slug: string;
  readonly title: string | null;
  readonly title_cn: string | null;
  readonly difficulty: string | null;
  readonly ac_rate: number | null;
  readonly rating: number | null;
  readonly contest: string | null;
  readonly problem_index: string | null;
  readonly tags: readonly string[];
  readonly link: string | null;
  readonly category: string | null;
  readonly paid_only: number | null;
  readonly content: string | null;
  readonly content_cn: string | null;
  readonly similar_questions: readonly string[];
}

/** A problem that was found. The similarity lies between 0 and 1. */
export interface SimilarProblem extends Pick<Problem, 'source' | 'id' | 'title' | 'difficulty' | 'link'> {
  readonly similarity: number;
}

/** What a list shows of a problem. */
export type ProblemSummary = Omit<Problem, 'category' | 'paid_only' | 'content' | 'content_cn' | 'similar_questions'>;

/** A problem of the day: all of a problem but its source, which is the platform of the domain. */
export type Daily = Omit<Problem, 'source'> & { readonly date: string; readonly domain: string };

/** The columns of a problem, in the order of the tables. */
export const COLUMNS = [
  'source',
  'id',
  'slug',
  'title',
  'title_cn',
  'difficulty',
  'ac_rate',
  'rating',
  'contest',
  'problem_index',
  'tags',
  'link',
  'category',
  'paid_only',
  'content',
  'content_cn',
  'similar_questions',
] as const satisfies readonly (keyof Problem)[];

const LEFT_OUT = new Set<string>(['category', 'paid_only', 'content', 'content_cn', 'similar_questions']);

export const SUMMARY_COLUMNS = COLUMNS.filter((column) => !LEFT_OUT.has(column));

/** A row with its lists unpacked. */
export function unpacked<Fields>(row: Record<string, unknown>): Fields {
  const fields: Record<string, unknown> = { ...row };
  for (const name of ['tags', 'similar_questions'])
    if (name in fields) fields[name] = JSON.parse(fields[name] as string);
  return fields as Fields;
}

/** A value as its column takes it. */
export function packed(value: Problem[keyof Problem]): string | number | null {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}
