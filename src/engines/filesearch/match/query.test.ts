import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { prepare } from './query.ts';

const wordsOf = (text: string) => prepare(text)?.words.map(({ literal }) => literal.folded);

describe('the words of a query', () => {
  it.each([
    ['where is the letter from the landlord', ['letter', 'landlord']],
    ['find my tax return', ['tax', 'return']],
    ['find command', ['find', 'command']],
    ['search engine', ['search', 'engine']],
    ['where did I put the passport', ['passport']],
    ['wo ist der Brief vom Vermieter?', ['brief', 'vermieter']],
    ['the who', ['the', 'who']],
    ["landlord's letter, please", ['landlord', 'letter']],
    ['tax-return 2023', ['tax', 'return', '2023']],
    ['2023-01-15 e-mail', ['2023-01-15', 'e-mail']],
    ['latest report', ['report']],
    ['what may help', ['help']],
    ['how much did we pay for the piano tuning', ['piano', 'tuning']],
    ['wie viel haben wir für das Klavier bezahlt', ['klavier']],
    ['where is my pay slip', ['pay', 'slip']],
    ['Brief vom Finanzamt wegen Einspruch', ['brief', 'finanzamt', 'einspruch']],
    ['statement of may 2024', ['statement', 'may', '2024']],
    ['trip on 3 may', ['trip', '3', 'may']],
    ['latest', ['latest']],
    ['c++ *', ['c++', '*']],
    ['"the who"', ['the who']],
    ['parseConfig', ['parseconfig']],
    ['foo_bar', ['foo_bar']],
  ])('%s', (text, words) => expect(wordsOf(text)).toEqual(words));

  it.each([
    ['parseConfig', true],
    ['MAX_RETRIES', true],
    ['foo_bar()', true],
    ['std::vector', true],
    ['NASA', false],
    ['budget', false],
    ['iPhone photos', false],
  ])('%s is a name out of a program: %s', (text, is) => expect(prepare(text)?.isIdentifier).toBe(is));

  it.each([
    ['"a"', true],
    ['"a b"', true],
    ['"', false],
    ['""', false],
    ['"a" b', false],
    ['"a" "b"', false],
  ])('%s means exactly this phrase: %s', (text, is) => expect(prepare(text)?.isLiteral).toBe(is));

  it('for any text are parts of it, so that no file with all of it is lost', () => {
    const unit = fc.constantFrom('a', 'Bc', 'the', 'my', 'find', ' ', '-', '.', "'s", '_', '12', 'é', '?', '*');
    const text = fc.array(unit, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const query = prepare(given);
        for (const { literal, root, forms } of query?.words ?? []) {
          expect(query?.phrase.folded).toContain(literal.folded);
          for (const form of [literal.folded, ...forms]) expect(form.startsWith(root.folded)).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('forms of a word', () => {
  const formsOf = (text: string) => [...(prepare(text)?.words[0]?.forms ?? [])];

  it.each([
    ['invoices', ['invoice']],
    ['party', ['parties']],
    ['parties', ['party']],
    ['archive', ['archives', 'archiving']],
    ['cars', ['car']],
    ['insured', ['insurance']],
    ['Rechnungen', ['rechnung']],
    ['Häuser', ['haus']],
    ['meine Briefe', ['brief']],
    ['Zeugnisse', ['zeugnis']],
    ['Zeugnis der Schule', ['zeugnisse']],
    ['große Straßen', ['gross']],
    ['cutting', ['cut']],
    ['running', ['run']],
  ])('%s may be %j', (text, some) => expect(formsOf(text)).toEqual(expect.arrayContaining(some)));

  it.each(['udge', 'xyz', '2026', 'e-mail'])('%s has none that are short', (text) => {
    expect(formsOf(text).filter((form) => form.length < 4)).toEqual([]);
  });
});
