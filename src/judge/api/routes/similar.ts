import type { SearchFilter } from '../../search/searcher.ts';
import { badParameter, HttpProblem } from '../http-problem.ts';
import { findProblem } from '../lookup.ts';
import type { Parameters } from '../parameters.ts';
import type { Route } from '../route.ts';
import { servedSource } from '../sources.ts';

const MAX_RESULTS = 50;
const SHORTEST = 3;
const LONGEST = 2000;

/** `/api/v1/similar` */
export const similarToText: Route = ({ searcher }, { parameters }) => {
  const filter = filterOf(parameters);
  return searcher.byText(queryOf(parameters), filter);
};

/** `/api/v1/similar/{source}/{id}` */
export const similarToProblem: Route = ({ store, searcher }, { segments: [source = '', id = ''], parameters }) => {
  const filter = filterOf(parameters);
  const seed = findProblem(store, servedSource(source), id);
  if (seed === undefined) throw new HttpProblem(404, 'problem not found');
  return searcher.byProblem(seed, filter);
};

function filterOf(parameters: Parameters): SearchFilter {
  const threshold = parameters.number('threshold') ?? 0;
  if (threshold < 0 || threshold > 1) throw badParameter('threshold', 'threshold must lie between 0 and 1');
  return {
    limit: Math.min(MAX_RESULTS, Math.max(1, parameters.count('limit', 10))),
    threshold,
    sources: [...new Set(parameters.list('source').map(servedSource))],
  };
}

/** The text to search; one pair of double quotes around it is taken off. Its length counts characters, not bytes. */
function queryOf(parameters: Parameters): string {
  const given = parameters.text('q') ?? parameters.text('query') ?? '';
  const text = (/^"(.*)"$/s.exec(given)?.[1] ?? given).trim();
  const { length } = [...text];
  if (length >= SHORTEST && length <= LONGEST) return text;
  throw badParameter('q', `q must have ${SHORTEST} to ${LONGEST} characters, not ${length}`);
}
