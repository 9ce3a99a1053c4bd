import type { Problem, SimilarProblem } from '../store/problem.ts';
import type { Store } from '../store/store.ts';
import type { SearchAnswer, Searcher, SearchFilter } from './searcher.ts';

const WORDS_OF_STATEMENT = 20;
// What is longer is no piece of a name, and looking for it would take long.
const WORDS_OF_NAME = 7;

const MAX_WORDS = 40;

// Words that nearly every statement or question has.
const COMMON = new Set(
  `a about add after all also an and any are as at be been but by can do does each every find first for from get give
  given has have holds how if in input into is it its last line lines lower many may more most much no not number numbers
  of on one only or other out output print second so such than that the their them then there these they this to two up
  upper use what when where which who whose with you`.split(/\s+/),
);

/** What was found in each of three ways, the best first. */
export interface Rankings {
  readonly meaning: readonly SimilarProblem[];
  readonly words: readonly SimilarProblem[];
  readonly names: readonly SimilarProblem[];
}

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
      words: this.store.words.sharing(wordsOf(text), sources, limit),
      names: text.trim().split(/\s+/).length > WORDS_OF_NAME ? [] : this.store.words.inName(text, sources, limit),
    };
  }

  /** What shares words with a problem; it is among them itself. */
  rankingsOf(seed: Problem, { sources, limit }: SearchFilter, mostWords?: number): LexicalRankings {
    const abstract = this.store.words.abstract(seed.source, seed.id);
    // The beginning of a statement is a poor abstract, but one.
    const about = abstract ?? wordsOf(seed.content ?? seed.content_cn ?? '', WORDS_OF_STATEMENT).join(' ');
    const words = wordsOf([seed.title, ...seed.tags, about].join(' '), mostWords);
    return { words: this.store.words.sharing(words, sources, limit), names: [] };
  }
}

function best({ words, names }: LexicalRankings, { limit, threshold }: SearchFilter): SearchAnswer {
  const found = new Map<string, SimilarProblem>();
  for (const hit of [...words, ...names]) {
    const known = found.get(keyOf(hit));
    if (known === undefined || known.similarity < hit.similarity) found.set(keyOf(hit), hit);
  }
  const results = [...found.values()].filter(({ similarity }) => similarity >= threshold);
  results.sort((a, b) => b.similarity - a.similarity);
  return { rewritten_query: null, results: results.slice(0, limit) };
}

/** The telling words of a text, each once, in their order. */
export function wordsOf(text: string, limit = MAX_WORDS): string[] {
  const plain = text.replace(/\\[a-z]+/gi, ' ').toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length > 1 && !COMMON.has(word));
  return [...new Set(telling.length > 0 ? telling : words)].slice(0, limit);
}

export const keyOf = ({ source, id }: Pick<SimilarProblem, 'source' | 'id'>) => `${source}\n${id}`;
