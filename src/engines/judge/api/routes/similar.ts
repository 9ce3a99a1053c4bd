import type { SearchFilter } from '../../search/searcher.ts';
import type { Store } from '../../store/store.ts';
import { badParameter } from '../http-problem.ts';
import { type Parameters, servedSource } from '../parameters.ts';
import type { Route } from '../route.ts';
import { storedProblem } from './problems.ts';

const MAX_RESULTS = 50;
const SHORTEST = 3;
const LONGEST = 2000;

/** `/api/v1/similar` */
export const similarToText: Route = ({ store, searcher }, _, query) => {
  const filter = filterOf(store, query);
  return searcher.byText(textOf(query), filter);
};

/** `/api/v1/similar/{source}/{id}` */
export const similarToProblem: Route = ({ store, searcher }, path, query) => {
  const filter = filterOf(store, query);
  return searcher.byProblem(storedProblem(store, path), filter);
};

function filterOf(store: Store, query: Parameters): SearchFilter {
  const threshold = query.number('threshold') ?? 0;
  if (threshold < 0 || threshold > 1) throw badParameter('threshold', 'threshold must lie between 0 and 1');
  return {
    limit: Math.min(MAX_RESULTS, Math.max(1, query.count('limit', 10))),
    threshold,
    sources: [...new Set(query.list('source').map((source) => servedSource(store, source)))],
  };
}

/** The text to search; one pair of double quotes around it is taken off. Its length counts characters, not bytes. */
function textOf(query: Parameters): string {
  const given = query.text('q') ?? query.text('query') ?? '';
  const text = (/^"(.*)"$/s.exec(given)?.[1] ?? given).trim();
  const { length } = [...text];
  if (length >= SHORTEST && length <= LONGEST) return text;
  throw badParameter('q', `q must have ${SHORTEST} to ${LONGEST} characters, not ${length}`);
}
