import { byRank, type Findings } from '../engine.ts';
import { carryingWords, prepare } from '../match/query.ts';
import { respelled } from '../match/respelling.ts';
import { bestOf, type Suggestion, toleranceOf } from '../match/spelling.ts';

/** With fewer hits than this, files with most of the words are shown too. */
const HANDFUL = 5;

/** What a search that finds too little is made of. */
export interface SearchSteps {
  /** Files with all words, or with this many of them. */
  search(query: string, least?: number): Promise<Findings>;
  /** What each worker knows that is near to each of the words. */
  suggest(words: readonly string[]): Promise<readonly (readonly (readonly Suggestion[])[])[]>;
  readonly limit: number;
}

/**
 * Files with all words; only when there are none, those with the query as it may also be written, or with all words of it as it was probably
 * meant; and while there are not even a handful, those with most words.
 */
export async function searchWidely(text: string, steps: SearchSteps): Promise<Findings> {
  const first = await steps.search(text);
  const query = prepare(text);
  if (!query || query.isLiteral || first.hits.length >= HANDFUL || isLate(first)) return first;
  if (first.hits.length === 0) {
    const found = (await byOtherSpelling(text, steps)) ?? (await byCorrection(text, steps));
    if (found) return found;
  }
  return withMostWords(text, first, steps);
}

async function byOtherSpelling(text: string, { search }: SearchSteps): Promise<Findings | undefined> {
  for (const didYouMean of respelled(text)) {
    const found = await search(didYouMean);
    if (found.hits.length > 0) return { ...found, didYouMean };
    if (isLate(found)) break;
  }
  return undefined;
}

async function byCorrection(text: string, steps: SearchSteps): Promise<Findings | undefined> {
  const didYouMean = await corrected(text, steps);
  if (didYouMean === undefined) return undefined;
  const found = await withMostWords(didYouMean, await steps.search(didYouMean), steps);
  return found.hits.length > 0 ? { ...found, didYouMean } : undefined;
}

async function withMostWords(text: string, first: Findings, { search, limit }: SearchSteps): Promise<Findings> {
  const count = prepare(text)?.words.length ?? 0;
  const fewest = count === 2 ? 1 : Math.max(2, Math.ceil(count / 2));
  let found = first;
  for (let least = count - 1; least >= fewest && found.hits.length < HANDFUL && !isLate(found); least--) {
    found = joined(found, await search(text, least), limit);
  }
  return found;
}

function joined(first: Findings, more: Findings, limit: number): Findings {
  const known = new Set(first.hits.map(({ path }) => path));
  const hits = [...first.hits, ...more.hits.filter(({ path }) => !known.has(path))].sort(byRank);
  return {
    ...first,
    hits: hits.slice(0, limit),
    complete: first.complete && more.complete,
    truncated: first.truncated || more.truncated || hits.length > limit,
    skipped: Math.max(first.skipped, more.skipped),
    ...(more.note !== undefined && { note: more.note }),
  };
}

// When time has run out, there is none for more.
function isLate({ complete, skipped }: Findings): boolean {
  return !complete && skipped === 0;
}

/** The query with each unknown word as it was probably meant; undefined when nothing is known that is near. */
async function corrected(text: string, { suggest }: SearchSteps): Promise<string | undefined> {
  const asked = prepare(text)?.words ?? [];
  const words = asked.map(({ literal }) => literal.folded).filter((word) => toleranceOf(word) > 0);
  if (words.length === 0) return undefined;
  const known = await suggest(words);
  let query = text;
  words.forEach((word, at) => {
    const meant = bestOf(known.map((lists) => lists[at] ?? []));
    // A form of the word is no other word.
    const isForm = asked.some(({ literal, forms }) => literal.folded === word && forms.has(meant ?? ''));
    if (meant !== undefined && !isForm) query = replaced(query, word, meant);
  });
  return query === text ? undefined : query;
}

// The rest of the query stays as it was written.
function replaced(query: string, word: string, meant: string): string {
  const at = query.toLowerCase().indexOf(word);
  if (at !== -1) return query.slice(0, at) + meant + query.slice(at + word.length);
  return carryingWords(query)
    .words.map((each) => (each === word ? meant : each))
    .join(' ');
}
