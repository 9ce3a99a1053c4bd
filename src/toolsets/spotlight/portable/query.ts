import { fold } from './fold.ts';
import { type Pattern, patternOf } from './pattern.ts';

/** A query ready to be matched. */
export interface Query {
  readonly phrase: Pattern;
  /** Distinct, in the order of the query. */
  readonly tokens: readonly Pattern[];
  /** The longest of the tokens. */
  readonly longest: Pattern;
  readonly isOneWord: boolean;
}

/** Prepares a query; undefined when there is nothing in it to look for. */
export function prepare(text: string): Query | undefined {
  const folded = fold(text).trim();
  if (folded === '') return undefined;
  const phrase = patternOf(folded);
  const words = [...new Set(folded.split(' '))];
  const isOneWord = words[0] === folded;
  const tokens = isOneWord ? [phrase] : words.map(patternOf);
  const longest = tokens.reduce((best, token) => (token.folded.length > best.folded.length ? token : best));
  return { phrase, tokens, longest, isOneWord };
}
