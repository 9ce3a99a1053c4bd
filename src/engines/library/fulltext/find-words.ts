import { parseQuery } from './query.ts';
import type { UpdateOptions } from './text-indexer.ts';
import type { SearchResult, SearchScope, TextSearch } from './text-search.ts';

/** What a search for words as somebody has typed them gives. */
export interface FoundWords extends SearchResult {
  /** Whether these sections have only some of the words, since none has all of them. */
  readonly any: boolean;
  /** What to tell people about it; empty when there is nothing to tell. */
  readonly remark: string;
}

const NOTHING: SearchResult = { hits: [], hasMore: false, waiting: 0, unreadable: [], tooLong: [], isUnknown: false };
const NO_WORDS =
  'The query holds no word to look for. Give at least one word without a minus; grep_search finds signs.';
const NOT_FOUND = 'No section has any of the words. Try others, begin* for words that begin so, or grep_search.';
const NO_BOOK = 'There is no such book. List the books with list_books.';

/** Looks for sections with all words of a query, or with some of them when no section has all: also when `any` says that it was so before. */
export async function findWords(
  search: TextSearch,
  text: string,
  scope: SearchScope & { readonly any?: boolean | undefined },
  options: UpdateOptions,
): Promise<FoundWords> {
  const query = parseQuery(text);
  if (query.wanted.length === 0) return { ...NOTHING, any: false, remark: NO_WORDS };
  let any = scope.any ?? false;
  let found = await search.search({ ...query, mode: any ? 'any' : 'all' }, scope, options);
  if (found.hits.length === 0 && scope.offset === 0 && query.wanted.length > 1) {
    any = true;
    found = await search.search({ ...query, mode: 'any' }, scope, options);
  }
  const isNothing = found.hits.length === 0 && scope.offset === 0 && found.waiting === 0;
  const remarks = [
    isNothing && (found.isUnknown ? NO_BOOK : NOT_FOUND),
    any && found.hits.length > 0 && 'No section has all of the words; these have some of them.',
    query.isCut && 'Only the first 32 words of the query were looked for.',
    found.waiting > 0 && `${found.waiting} lessons are still to be indexed: search again to find what is in them.`,
  ];
  return { ...found, any, remark: remarks.filter(Boolean).join(' ') };
}
