import { LiteralSearch } from './literal-search.ts';
import { RankedSearch } from './ranked-search.ts';
import type { TextSearch, TextSearchOptions } from './search-options.ts';

/** A search as its query wants it: by what it means, or in quotes by exactly what it says. */
export function createTextSearch(options: TextSearchOptions): TextSearch {
  return options.query.isLiteral ? new LiteralSearch(options) : new RankedSearch(options);
}
