import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as german } from '@orama/stemmers/german';
import type { Language } from './stop-words.ts';

interface Endings {
  stem(word: string): string;
  readonly endings: readonly string[];
}

const list = (text: string) => ['', ...text.split(' ')];

const ENDINGS: Readonly<Record<Language, Endings>> = {
  english: {
    stem: english,
    endings: list(
      's es e ed d ing er ers y ies ied ly al ate ates ated ating ation ations ion ions ive ment ments able ance ances ence ences ness ful ity ities ic ical ist ists or ors',
    ),
  },
  german: {
    stem: german,
    endings: list('e en n er ern es s se sen em ung ungen t te ten lich liche lichen ig ige igen in innen'),
  },
};

const DOUBLING = ['ed', 'er', 'ers', 'ing'];
const OF_Y = ['y', 'ies', 'ied', 'ier', 'ily', 'ying'];
const PLAIN = /^[a-z]{4,30}$/;
// Without a sign of its language a word is taken for German only by an ending that English words rarely have.
const LOOKS_GERMAN = /(?:en|ern|ung|heit|keit|schaft|chen|nisse?)$/;
const SHORTEST = 4;
const SHORTEST_ROOT = 3;
const OF_SHORT = /s$|([bdgmnprt])\1(?:ing|ed|ers?)$/;

/** Other forms of a folded word: those that common endings make of its stem and that have the same stem. */
export function formsOf(word: string, languages: readonly Language[]): ReadonlySet<string> {
  const forms = new Set<string>();
  if (!PLAIN.test(word)) return forms;
  for (const language of languages) {
    if (language === 'german' && languages.length > 1 && !LOOKS_GERMAN.test(word)) continue;
    const { stem, endings } = ENDINGS[language];
    const wanted = stem(word);
    const least = leastOf(word, language, languages.length === 1);
    for (const form of candidatesOf(word, wanted, endings)) {
      // What is left of "archive" without its last letter is no word.
      const isCut = language === 'english' && word.length === form.length + 1 && word === `${form}e`;
      if (form.length >= least && form !== word && !isCut && stem(form) === wanted) forms.add(form);
    }
  }
  return forms;
}

// A short word is in too many others, unless it is asked for in the plural or with its last letter twice; more so when its language is a guess.
function leastOf(word: string, language: Language, isSure: boolean): number {
  if (language === 'english') return OF_SHORT.test(word) ? SHORTEST_ROOT : SHORTEST;
  return isSure ? SHORTEST : SHORTEST + 1;
}

// What the word shares with its stem, with all endings; with its last letter twice ("runn"); and a stem that ends otherwise ("parti" of "party").
function* candidatesOf(word: string, stem: string, endings: readonly string[]): Generator<string> {
  let length = 0;
  while (length < stem.length && word[length] === stem[length]) length++;
  if (length < (OF_SHORT.test(word) ? SHORTEST_ROOT : SHORTEST)) return;
  const shared = word.slice(0, length);
  for (const ending of endings) yield shared + ending;
  for (const ending of DOUBLING) yield shared + shared.slice(-1) + ending;
  if (stem.endsWith('i')) for (const ending of OF_Y) yield stem.slice(0, -1) + ending;
}
