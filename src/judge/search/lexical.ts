import type { Problem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import { keyOf, type Rankings } from './fusion.ts';
import type { SearchAnswer, Searcher, SearchFilter, Similar } from './searcher.ts';
import { wordsOf } from './words.ts';

const WORDS_OF_STATEMENT = 20;
// What is longer is no piece of a name, and looking for it would take long.
const WORDS_OF_NAME = 7;

type LexicalRankings = Omit<Rankings, 'meaning'>;

/** Searches by the words of title, tags and statement, and by pieces of the title: needs no model and no network. */
export class LexicalSearcher implements Searcher {
  constructor(private readonly store: Store) {}

  async byText(text: string, filter: SearchFilter): Promise<SearchAnswer> {
    return best(this.rankings(text, filter), filter);
  }

  async byProblem(seed: Problem, filter: SearchFilter): Promise<SearchAnswer> {
    const more = { ...filter, limit: filter.limit + 1 };
    const { results, ...rest } = best(this.rankingsOf(seed, more), more);
    const others = results.filter((hit) => keyOf(hit) !== keyOf(seed));
    return { ...rest, results: others.slice(0, filter.limit) };
  }

  /** What shares words with a text, and what has the text in its name. */
  rankings(text: string, { sources, limit }: SearchFilter): LexicalRankings {
    return {
      words: this.store.byWords(wordsOf(text), sources, limit),
      names: text.trim().split(/\s+/).length > WORDS_OF_NAME ? [] : this.store.byPiece(text, sources, limit),
    };
  }

  /** What shares words with a problem; it is among them itself. */
  rankingsOf(seed: Problem, { sources, limit }: SearchFilter, mostWords?: number): LexicalRankings {
    const abstract = this.store.abstract(seed.source, seed.id);
    // The beginning of a statement is a poor abstract, but one.
    const about = abstract ?? wordsOf(seed.content ?? seed.content_cn ?? '', WORDS_OF_STATEMENT).join(' ');
    const words = wordsOf([seed.title, ...seed.tags, about].join(' '), mostWords);
    return { words: this.store.byWords(words, sources, limit), names: [] };
  }
}

function best({ words, names }: LexicalRankings, { limit, threshold }: SearchFilter): SearchAnswer {
  const found = new Map<string, Similar>();
  for (const hit of [...words, ...names]) {
    const known = found.get(keyOf(hit));
    if (known === undefined || known.similarity < hit.similarity) found.set(keyOf(hit), hit);
  }
  const results = [...found.values()].filter(({ similarity }) => similarity >= threshold);
  results.sort((a, b) => b.similarity - a.similarity);
  return { rewritten_query: null, results: results.slice(0, limit) };
}
