import type { Phrase, TextQuery } from '../journal/text-index.ts';
import { type Word, wordsIn } from './words.ts';

/** How much of a passage is shown. */
const LENGTH = 200;
/** How much of that comes before the first match. */
const BEFORE = 50;
/** So far a cut is moved to come between two words. */
const TO_WORD_END = 30;

interface Match {
  readonly start: number;
  readonly end: number;
  /** Which of the terms it is about. */
  readonly term: number;
}

/** The part of a text in which most of a query is, on one line, what matches in « and ». */
export function excerptOf(text: string, query: TextQuery): string {
  const matches = matchesIn(text, query);
  const first = bestOf(matches)?.start ?? text.length - text.trimStart().length;
  const start = first <= BEFORE ? 0 : startNear(text, first - BEFORE, first);
  const end = endNear(text, start + LENGTH, matches);
  const parts: string[] = [];
  let at = start;
  for (const match of matches) {
    if (match.start < at || match.end > end) continue;
    parts.push(text.slice(at, match.start), '«', text.slice(match.start, match.end), '»');
    at = match.end;
  }
  parts.push(text.slice(at, end));
  const line = parts
    .join('')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  return `${start > 0 ? '…' : ''}${line}${text.slice(end).trim() === '' ? '' : '…'}`;
}

/** What of a text is looked for, in its order; nothing twice. */
function matchesIn(text: string, { wanted }: TextQuery): Match[] {
  const words = [...wordsIn(text)];
  const matches: Match[] = [];
  for (let at = 0; at < words.length; ) {
    const found = longestAt(words, at, wanted);
    if (found) matches.push(found.match);
    at += found?.words ?? 1;
  }
  return matches;
}

function longestAt(words: readonly Word[], at: number, wanted: TextQuery['wanted']) {
  let longest: { match: Match; words: number } | undefined;
  for (const [term, phrases] of wanted.entries()) {
    for (const phrase of phrases) {
      const count = phrase.words.length;
      if (count <= (longest?.words ?? 0) || !isAt(words, at, phrase)) continue;
      const [start, end] = [words[at]?.start ?? 0, words[at + count - 1]?.end ?? 0];
      longest = { match: { start, end, term }, words: count };
    }
  }
  return longest;
}

function isAt(words: readonly Word[], at: number, { words: wanted, isPrefix }: Phrase): boolean {
  return wanted.every((word, n) => {
    const folded = words[at + n]?.folded;
    return isPrefix && n === wanted.length - 1 ? folded?.startsWith(word) : folded === word;
  });
}

/** The match with which the part begins that has most of the terms, then most matches. */
function bestOf(matches: readonly Match[]): Match | undefined {
  let best: { match: Match; score: number } | undefined;
  for (const [at, match] of matches.entries()) {
    const terms = new Set<number>();
    let count = 0;
    for (let next = at; next < matches.length; next++, count++) {
      const other = matches[next] as Match;
      if (other.end > match.start + LENGTH - BEFORE) break;
      terms.add(other.term);
    }
    const score = terms.size * LENGTH + count;
    if (score > (best?.score ?? 0)) best = { match, score };
  }
  return best?.match;
}

function startNear(text: string, wish: number, most: number): number {
  const space = text.slice(wish, Math.min(most, wish + TO_WORD_END)).search(/\s/);
  return space < 0 ? wholeFrom(text, wish) : wish + space;
}

/** Never within a match. */
function endNear(text: string, wish: number, matches: readonly Match[]): number {
  if (wish >= text.length) return text.length;
  const cut = matches.find(({ start, end }) => start < wish && wish < end);
  if (cut) return cut.start > wish - LENGTH / 2 ? cut.start : wholeFrom(text, wish);
  const near = wish - TO_WORD_END;
  const space = /\s\S*$/.exec(text.slice(near, wish + 1));
  return space ? near + space.index : wholeFrom(text, wish);
}

/** The place itself, or the beginning of the character in the middle of which it is. */
function wholeFrom(text: string, at: number): number {
  let place = at;
  while (place > 0 && /^(?:[\udc00-\udfff]|\p{M}|\u200d)/u.test(text.slice(place, place + 2))) place--;
  return place;
}
