import { type ProblemSummary, SUMMARY_COLUMNS, unpacked } from './problem.ts';
import type { Sqlite } from './sqlite.ts';

export const SORT_KEYS = ['id', 'difficulty', 'rating', 'ac_rate'] as const;
export const SORT_ORDERS = ['asc', 'desc'] as const;
export const TAG_MODES = ['any', 'all'] as const;

export interface ListFilter {
  readonly page: number;
  readonly perPage: number;
  readonly difficulty?: string | undefined;
  readonly tags: readonly string[];
  readonly tagMode: (typeof TAG_MODES)[number];
  readonly search?: string | undefined;
  readonly sortBy?: (typeof SORT_KEYS)[number] | undefined;
  readonly sortOrder: (typeof SORT_ORDERS)[number];
  readonly ratingMin?: number | undefined;
  readonly ratingMax?: number | undefined;
}

export interface ProblemPage {
  readonly data: ProblemSummary[];
  readonly total: number;
}

/** The problems of a source that pass the filter, one page of them. */
export function listProblems(db: Sqlite, source: string, filter: ListFilter): ProblemPage {
  const { sql, values } = conditionsOf(source, filter);
  const total = db.get<{ total: number }>(`select count(*) as total from problems where ${sql}`, ...values)?.total ?? 0;
  const order = orderOf(filter);
  const page = `select key from problems where ${sql} order by ${order} limit ? offset ?`;
  const rows = db.all<Record<string, unknown>>(
    `select ${SUMMARY_COLUMNS.join(', ')} from problems where key in (${page}) order by ${order}`,
    ...values,
    filter.perPage,
    (filter.page - 1) * filter.perPage,
  );
  return { data: rows.map((row) => unpacked<ProblemSummary>(row)), total };
}

/** The tags of a source: each once, small and sorted. */
export function listTags(db: Sqlite, source: string): string[] {
  const query = 'select distinct tag from problem_tags where source = ? order by tag';
  return db.all<{ tag: string }>(query, source).map(({ tag }) => tag);
}

function conditionsOf(source: string, filter: ListFilter): { sql: string; values: (string | number)[] } {
  const conditions = ['source = ?'];
  const values: (string | number)[] = [source];
  const where = (condition: string, ...given: (string | number)[]) => {
    conditions.push(condition);
    values.push(...given);
  };
  if (filter.difficulty !== undefined) where('difficulty = ? collate nocase', filter.difficulty);
  if (filter.tags.length > 0) {
    const tags = [...new Set(filter.tags.map(smallLetters))];
    const enough = filter.tagMode === 'all' ? tags.length : 1;
    // One statement for any number of tags, as statements are kept.
    const wanted = 'tag in (select value from json_each(?))';
    const tagged = `select problem from problem_tags where source = ? and ${wanted} group by problem`;
    where(`key in (${tagged} having count(*) >= ?)`, source, JSON.stringify(tags), enough);
  }
  if (filter.search !== undefined) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, '\\$&')}%`;
    const like = ['id', 'title', 'title_cn'].map((column) => `${column} like ? escape '\\'`).join(' or ');
    where(`(${like})`, pattern, pattern, pattern);
  }
  if (filter.ratingMin !== undefined) where('rating >= ?', filter.ratingMin);
  if (filter.ratingMax !== undefined) where('rating <= ?', filter.ratingMax);
  return { sql: conditions.join(' and '), values };
}

/** As `lower` of SQLite does it, which the stored tags went through: only the letters from A to Z. */
const smallLetters = (tag: string) => tag.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

const DIFFICULTY = "case lower(difficulty) when 'easy' then 1 when 'medium' then 2 when 'hard' then 3 else 4 end";

function orderOf({ sortBy, sortOrder }: ListFilter): string {
  switch (sortBy) {
    case undefined:
      return 'sort_key asc';
    case 'id':
      return `sort_key ${sortOrder}`;
    case 'difficulty':
      return `${DIFFICULTY} ${sortOrder}, sort_key ${sortOrder}`;
    default:
      return `${sortBy} ${sortOrder} nulls last, sort_key ${sortOrder}`;
  }
}
