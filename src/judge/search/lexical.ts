import type { Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import type { SearchAnswer, Searcher, SearchFilter, Similar } from './searcher.ts';
import { wordsOf } from './words.ts';

const WORDS_OF_STATEMENT = 20;

/** Searches by the words of title, tags and statement, and by pieces of the title: needs no model and no network. */
export class LexicalSearcher implements Searcher {
  constructor(private readonly store: Store) {}

  async byText(text: string, filter: SearchFilter): Promise<SearchAnswer> {
    return this.#search(wordsOf(text), text, filter);
  }

  async byProblem(seed: Problem, filter: SearchFilter): Promise<SearchAnswer> {
    const abstract = this.store.abstract(seed.source, seed.id);
    // The beginning of a statement is a poor abstract, but one.
    const about = abstract ?? wordsOf(seed.content ?? seed.content_cn ?? '', WORDS_OF_STATEMENT).join(' ');
    const words = wordsOf([seed.title, ...seed.tags, about].join(' '));
    const { results, ...rest } = this.#search(words, '', { ...filter, limit: filter.limit + 1 });
    const others = results.filter(({ source, id }) => source !== seed.source || id !== seed.id);
    return { ...rest, results: others.slice(0, filter.limit) };
  }

  #search(words: readonly string[], piece: string, { sources, limit, threshold }: SearchFilter): SearchAnswer {
    const found = new Map<string, Similar>();
    for (const hit of [...this.store.byWords(words, sources, limit), ...this.store.byPiece(piece, sources, limit)]) {
      const key = `${hit.source}\n${hit.id}`;
      const known = found.get(key);
      if (known === undefined || known.similarity < hit.similarity) found.set(key, hit);
    }
    const results = [...found.values()].filter(({ similarity }) => similarity >= threshold);
    results.sort((a, b) => b.similarity - a.similarity);
    return { rewritten_query: null, results: results.slice(0, limit) };
  }
}
