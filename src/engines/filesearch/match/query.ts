import { dateCalled, type NamedDate } from './dates.ts';
import { fold } from './fold.ts';
import { formsOf } from './forms.ts';
import { monthCalled, shortMonths } from './months.ts';
import { type Pattern, patternOf } from './pattern.ts';
import { sortCalled } from './sorts.ts';
import { KEEPING, languagesOf, NEWEST, PAYING, REQUESTS, STOP_WORDS } from './stop-words.ts';

/** A query ready to be matched. */
export interface Query {
  readonly phrase: Pattern;
  /** The words that carry it, distinct, in its order. Each is a part of the phrase. */
  readonly words: readonly Word[];
  /** The longest of the words, which as a rule is the rarest; one that means a sort of files only when all do. */
  readonly longest: Word;
  /** Whether the phrase is its only word. */
  readonly isOneWord: boolean;
  /** Nothing but the phrase itself counts. */
  readonly isLiteral: boolean;
  /** A name out of a program, such as `parseConfig`. */
  readonly isIdentifier: boolean;
  /** It asks for the latest of what it names. */
  readonly isForNewest: boolean;
}

/** A word to look for. */
export interface Word {
  readonly at: number;
  readonly literal: Pattern;
  /** Other words that count as it, as far as they stand alone. */
  readonly forms: ReadonlySet<string>;
  /** What the word and all its forms begin with. */
  readonly root: Pattern;
  /** Texts of which a file must hold one to hold the word or a form of it. */
  readonly needles: readonly string[];
  /** The extensions of the sort of files that it means beside itself: a picture need not say that it is a photo. */
  readonly sort?: ReadonlySet<string> | undefined;
  /** The month that it names, with two digits. */
  readonly month?: string | undefined;
  /** The date that it is. */
  readonly date?: NamedDate | undefined;
}

const QUOTED = /^"([^"]*[^"\s][^"]*)"$/;
const IDENTIFIER = /^[\w$.:]*(?:\p{Ll}\p{Lu}|\w_\w|\w::\w)[\w$.:]*(?:\(\))?$/u;
const HAS_WORD = /[\p{L}\p{N}]/u;
const MOST_WORDS = 30;

/** Prepares a query; undefined when there is nothing in it to look for. */
export function prepare(text: string): Query | undefined {
  const quoted = QUOTED.exec(text.trim())?.[1];
  const folded = fold(quoted ?? text).trim();
  if (folded === '') return undefined;
  const phrase = patternOf(folded);
  const isLiteral = quoted !== undefined;
  const isIdentifier = IDENTIFIER.test(text.trim());
  const isPlain = isLiteral || isIdentifier;
  const { words: carrying, all } = carryingWords(text);
  const isForNewest = !isPlain && all.some((word) => NEWEST.has(word) && !carrying.includes(word));
  const words = isPlain ? [plainWord(phrase)] : wordsOf(text, folded, phrase);
  const longest = words.reduce((best, word) => (weightOf(word) > weightOf(best) ? word : best));
  const isOneWord = words.length === 1 && words[0]?.literal === phrase;
  return { phrase, words, longest, isOneWord, isLiteral, isIdentifier, isForNewest };
}

/** The words of a text as people mean them, folded: with those that carry nothing left out, if others carry it. */
export function carryingWords(text: string): { readonly words: readonly string[]; readonly all: readonly string[] } {
  const all = [...new Set(fold(text).trim().split(' ').flatMap(pieces))];
  const isStop = (word: string | undefined) =>
    word !== undefined && (STOP_WORDS.english.has(word) || STOP_WORDS.german.has(word));
  // Beside a number it is a month.
  const isMonth = (word: string, at: number) =>
    word === 'may' && [all[at - 1], all[at + 1]].some((other) => /^\d/.test(other ?? ''));
  // In a sentence, which has several of them, the verbs of keeping and finding say as little.
  const isSentence = all.filter(isStop).length >= 2;
  const isForAmount = all.includes('much') || all.includes('viel');
  const saysNothing = (word: string, at: number) =>
    isStop(word) ||
    NEWEST.has(word) ||
    (REQUESTS.has(word) && isStop(all[at + 1])) ||
    (isSentence && KEEPING.has(word)) ||
    (isSentence && isForAmount && PAYING.has(word));
  const carrying = all.filter((word, at) => isMonth(word, at) || !saysNothing(word, at));
  return { words: carrying.length > 0 ? carrying : all, all };
}

function wordsOf(text: string, folded: string, phrase: Pattern): Word[] {
  const { words, all } = carryingWords(text);
  const languages = languagesOf(all, /[äöüß]/i.test(text.normalize('NFC')));
  return words.slice(0, MOST_WORDS).map((word, at): Word => {
    const literal = word === folded ? phrase : patternOf(word);
    const forms = new Set([...formsOf(word, languages), ...shortMonths(word)]);
    const meant = { at, sort: sortCalled(word), month: monthCalled(word), date: dateCalled(word) };
    if (forms.size === 0) return { ...plainWord(literal), ...meant };
    const root = [...forms].reduce(sharedStart, word);
    return { ...meant, literal, forms, root: patternOf(root), needles: needlesOf([word, ...forms]) };
  });
}

function plainWord(literal: Pattern): Word {
  return { at: 0, literal, forms: new Set(), root: literal, needles: [literal.folded] };
}

function weightOf({ literal, sort }: Word): number {
  return sort ? 0 : literal.folded.length;
}

// A token without the punctuation of a sentence; its parts, as far as each says something by itself.
function pieces(token: string): string[] {
  if (!HAS_WORD.test(token)) return [token];
  const bare = token.replace(/^["'(,;:]+|["'),.;:!?…]+$/g, '').replace(/['’]s$/, '');
  if (!HAS_WORD.test(bare)) return [token];
  const parts = bare.split(/[-–—_/\\,.;:'’&+]+/).filter(Boolean);
  const saysSomething = (part: string) => /^(?:\p{L}{2,}\p{N}*|\p{N}{4,})$/u.test(part);
  return parts.length > 1 && parts.every(saysSomething) ? parts : [bare];
}

function sharedStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return one.slice(0, length);
}

// Those that hold none of the others.
function needlesOf(texts: readonly string[]): string[] {
  const needles: string[] = [];
  for (const text of [...texts].sort((a, b) => a.length - b.length)) {
    if (!needles.some((needle) => text.includes(needle))) needles.push(text);
  }
  return needles;
}
