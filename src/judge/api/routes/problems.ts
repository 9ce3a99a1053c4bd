import { type ListFilter, SORT_KEYS, SORT_ORDERS, TAG_MODES } from '../../store/list.ts';
import { badParameter, HttpProblem } from '../http-problem.ts';
import { findProblem } from '../lookup.ts';
import type { Parameters } from '../parameters.ts';
import type { Route } from '../route.ts';
import { servedSource } from '../sources.ts';

const MAX_PER_PAGE = 100;

/** `/api/v1/problems/{source}/{id}` */
export const getProblem: Route = ({ store }, { segments: [source = '', id = ''] }) => {
  const problem = findProblem(store, servedSource(source), id);
  if (problem === undefined) throw new HttpProblem(404, 'problem not found');
  return problem;
};

/** `/api/v1/problems/{source}` */
export const listProblems: Route = ({ store }, { segments: [source = ''], parameters }) => {
  const served = servedSource(source);
  const filter = filterOf(parameters);
  const { page, perPage } = filter;
  const { data, total } = store.list(served, filter);
  return { data, meta: { total, page, per_page: perPage, total_pages: Math.ceil(total / perPage) } };
};

/** `/api/v1/tags/{source}` */
export const listTags: Route = ({ store }, { segments: [source = ''] }) => store.tags(servedSource(source));

function filterOf(parameters: Parameters): ListFilter {
  const filter: ListFilter = {
    page: Math.max(1, parameters.count('page', 1)),
    perPage: Math.min(MAX_PER_PAGE, Math.max(1, parameters.count('per_page', 20))),
    difficulty: parameters.text('difficulty'),
    tags: parameters.list('tags'),
    tagMode: parameters.choice('tag_mode', TAG_MODES) ?? 'any',
    search: parameters.text('search'),
    sortBy: parameters.choice('sort_by', SORT_KEYS),
    sortOrder: parameters.choice('sort_order', SORT_ORDERS) ?? 'asc',
    ratingMin: parameters.number('rating_min'),
    ratingMax: parameters.number('rating_max'),
  };
  if (filter.ratingMin !== undefined && filter.ratingMax !== undefined && filter.ratingMin > filter.ratingMax)
    throw badParameter('rating_min', 'rating_min must not exceed rating_max');
  return filter;
}
