import type { NewPassage, Phrase, TextQuery } from '../text-index.ts';

/** So far apart that no phrase goes from one field into the next. */
const BETWEEN_FIELDS = 2;

/** The words of a passage with their places, as PostgreSQL spells it: nothing is left for its own parsers to decide. */
export function vectorOf({ headingWords, aboveWords, textWords }: NewPassage): string {
  const places = new Map<string, string[]>();
  let place = 1;
  for (const [line, weight] of [
    [headingWords, 'A'],
    [aboveWords, 'B'],
    [textWords, ''],
  ] as const) {
    for (const word of line === '' ? [] : line.split(' ')) {
      const known = places.get(word);
      if (known) known.push(`${place}${weight}`);
      else places.set(word, [`${place}${weight}`]);
      place++;
    }
    place += BETWEEN_FIELDS;
  }
  return Array.from(places, ([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

/** A query as PostgreSQL spells it. Words are letters and digits, so that there is nothing to escape in the quotes. */
export function tsqueryOf({ mode, wanted, unwanted }: TextQuery): string {
  const terms = wanted.map((phrases) => `(${phrases.map(phraseOf).join(' | ')})`);
  const all = `(${terms.join(mode === 'all' ? ' & ' : ' | ')})`;
  return unwanted.length === 0 ? all : `${all} & !(${unwanted.map(phraseOf).join(' | ')})`;
}

function phraseOf({ words, isPrefix }: Phrase): string {
  const quoted = words.map((word) => `'${word}'`).join(' <-> ');
  return `(${quoted}${isPrefix ? ':*' : ''})`;
}
