import type { Phrase, TextQuery } from '../journal/text-index.ts';
import { wordsIn } from './words.ts';

/** What somebody has typed. */
export interface ParsedQuery extends TextQuery {
  /** What was left out because there was too much of it. */
  readonly isCut: boolean;
}

const MOST_TERMS = 32;
const TERM = /(-?)(?:["“”]([^"“”]*)["“”]?|([^\s"“”]+))/g;

/** Takes a query apart: words, "phrases", `begin*`, `-without`. Whatever is typed means something, if only nothing. */
export function parseQuery(text: string): ParsedQuery {
  const wanted: Phrase[][] = [];
  const unwanted: Phrase[] = [];
  let isCut = false;
  for (const { 1: minus, 2: quoted, 3: plain = '' } of text.matchAll(TERM)) {
    const words = Array.from(wordsIn(quoted ?? plain), ({ folded }) => folded);
    if (words.length === 0) continue;
    if (wanted.length + unwanted.length === MOST_TERMS) {
      isCut = true;
      break;
    }
    const phrase = { words, isPrefix: quoted === undefined && plain.endsWith('*') };
    if (minus === '-') unwanted.push(phrase);
    else wanted.push(quoted === undefined ? alternatives(phrase) : [phrase]);
  }
  return { mode: 'all', wanted, unwanted, isCut };
}

/** A word finds its English plural too, and the other way round. There is no other stemming: it would be wrong in most languages. */
function alternatives(phrase: Phrase): Phrase[] {
  const [word = ''] = phrase.words;
  if (phrase.isPrefix || phrase.words.length > 1 || !/^[a-z]{3,}$/.test(word)) return [phrase];
  return [word, ...otherNumber(word)].map((form) => ({ words: [form], isPrefix: false }));
}

function otherNumber(word: string): string[] {
  if (/[^aeiou]ies$/.test(word)) return [`${word.slice(0, -3)}y`];
  if (/(?:[sxz]|[cs]h)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  if (/[^siu]s$/.test(word)) return [word.slice(0, -1)];
  if (/[^aeiou]y$/.test(word)) return [`${word.slice(0, -1)}ies`];
  return [/(?:[sxz]|[cs]h)$/.test(word) ? `${word}es` : `${word}s`];
}
