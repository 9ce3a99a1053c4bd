import { fold } from './fold.ts';

/** A query ready to be matched; every string in it is folded. */
export interface Query {
  readonly phrase: string;
  /** Distinct, in the order of the query. */
  readonly tokens: readonly string[];
  readonly isOneWord: boolean;
  /** Finds the longest token in text of plain ASCII; undefined when such text cannot hold them all. */
  readonly asciiSieve: RegExp | undefined;
}

const LONGEST_SIEVE = 200;
const ASCII = /^[\x20-\x7e]*$/;

/** Prepares a query; undefined when there is nothing in it to look for. */
export function prepare(text: string): Query | undefined {
  const phrase = fold(text).trim();
  if (phrase === '') return undefined;
  const tokens = [...new Set(phrase.split(' '))];
  return { phrase, tokens, isOneWord: phrase === tokens[0], asciiSieve: sieve(tokens) };
}

function sieve(tokens: readonly string[]): RegExp | undefined {
  if (!tokens.every((token) => ASCII.test(token))) return undefined;
  const longest = tokens.reduce((best, token) => (token.length > best.length ? token : best));
  return new RegExp(longest.slice(0, LONGEST_SIEVE).replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'), 'i');
}
