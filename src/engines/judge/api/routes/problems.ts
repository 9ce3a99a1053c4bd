import { type ListFilter, SORT_KEYS, SORT_ORDERS, TAG_MODES } from '../../store/list.ts';
import type { Problem } from '../../store/problem.ts';
import type { Store } from '../../store/store.ts';
import { badParameter, HttpProblem } from '../http-problem.ts';
import { findProblem, resolve } from '../lookup.ts';
import { type Parameters, servedSource } from '../parameters.ts';
import type { PathParts, Route } from '../route.ts';

const MAX_PER_PAGE = 100;

/** `/api/v1/problems/{source}/{id}` */
export const getProblem: Route = ({ store }, path) => storedProblem(store, path);

/** `/api/v1/problems/{source}` */
export const listProblems: Route = ({ store }, { source }, query) => {
  const served = servedSource(store, source);
  const filter = filterOf(query);
  const { page, perPage } = filter;
  const { data, total } = store.list(served, filter);
  return { data, meta: { total, page, per_page: perPage, total_pages: Math.ceil(total / perPage) } };
};

/** `/api/v1/tags/{source}` */
export const listTags: Route = ({ store }, { source }) => store.tags(servedSource(store, source));

/** `/api/v1/resolve/{query}`: the rest of the path is the query, slashes included. */
export const resolveProblem: Route = ({ store }, { query = '' }) => resolve(store, query);

/** The problem that a path names by its source and its id. */
export function storedProblem(store: Store, { source, id = '' }: PathParts): Problem {
  const problem = findProblem(store, servedSource(store, source), id);
  if (problem === undefined) throw new HttpProblem(404, 'problem not found');
  return problem;
}

function filterOf(query: Parameters): ListFilter {
  const filter: ListFilter = {
    page: Math.max(1, query.count('page', 1)),
    perPage: Math.min(MAX_PER_PAGE, Math.max(1, query.count('per_page', 20))),
    difficulty: query.text('difficulty'),
    tags: query.list('tags'),
    tagMode: query.choice('tag_mode', TAG_MODES) ?? 'any',
    search: query.text('search'),
    sortBy: query.choice('sort_by', SORT_KEYS),
    sortOrder: query.choice('sort_order', SORT_ORDERS) ?? 'asc',
    ratingMin: query.number('rating_min'),
    ratingMax: query.number('rating_max'),
  };
  if (filter.ratingMin !== undefined && filter.ratingMax !== undefined && filter.ratingMin > filter.ratingMax)
    throw badParameter('rating_min', 'rating_min must not exceed rating_max');
  return filter;
}
