import type { Engine, Findings, SearchRequest } from './engine.ts';
import type { Conditions, FileFilter, Place } from './file-criteria.ts';
import { onlyTagged } from './metadata/tags.ts';

/** What a file must have, all of it; at least one is given. */
export interface Criteria extends FileFilter, Partial<Conditions> {
  readonly query?: string | undefined;
  /** Where the query may be (default: both). */
  readonly place?: Place | undefined;
  /** The query is a regular expression. */
  readonly regex?: boolean | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Also documents that say the same as the query in other words. */
  readonly meaning?: boolean | undefined;
}

type WideRequest = Omit<SearchRequest, 'filter' | 'conditions'> & { readonly snippets?: boolean };

const LONG_AGO = -8.64e15;

/** Finds files by any combination of criteria. Those that a query finds come in its order, others newest first. */
export function filterFiles(engine: Engine, criteria: Criteria, request: WideRequest): Promise<Findings> {
  const { tags = [] } = criteria;
  const search = (wider: WideRequest) => searchBy(engine, criteria, wider);
  // What tags they have is seen last, so nothing can be told before.
  return tags.length === 0 ? search(request) : onlyTagged(tags, { ...request, onHits: undefined }, search);
}

function searchBy(engine: Engine, criteria: Criteria, request: WideRequest): Promise<Findings> {
  const {
    query,
    place,
    regex,
    meaning,
    phrases = [],
    without = [],
    kind,
    name,
    sinceMs,
    untilMs,
    minSize,
    maxSize,
  } = criteria;
  const limits = { name, sinceMs, untilMs, minSize, maxSize };
  const conditions = phrases.length + without.length > 0 ? { phrases, without } : undefined;
  const narrow = { ...request, conditions };
  if (query !== undefined) {
    const { snippets = true } = request;
    return engine.search(query, { ...narrow, filter: { kind, ...limits }, snippets, place, regex, meaning });
  }
  if (kind !== undefined) return engine.byKind(kind, { ...narrow, filter: limits });
  return engine.recent(sinceMs ?? LONG_AGO, { ...narrow, filter: limits });
}
