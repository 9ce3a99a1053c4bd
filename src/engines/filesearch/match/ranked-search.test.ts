import { utimesSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Bench, find, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
const engine = bench.engine({ accelerate: false });
afterAll(() => bench.end(), 60_000);

const filler = 'nothing that matters here. '.repeat(20);

/** A folder whose files are the older the later they are listed. */
function aged(files: Readonly<Record<string, string>>): string {
  const folder = bench.folder(files);
  Object.keys(files).forEach((file, index) =>
    utimesSync(join(folder, file), 1_700_000_000, 1_700_000_000 - index * 1000),
  );
  return folder;
}

/** A query, the files of a folder with their texts, the newest first, and what is found in order. */
type Row = readonly [rule: string, query: string, files: Record<string, string>, order: readonly string[]];

describe('the order of hits', () => {
  it.each<Row>([
    [
      'name, folder, title, phrase, words close together, words anywhere',
      'garden budget',
      {
        'f.txt': `x.\ngarden ${filler} budget`,
        'e.txt': 'first.\nthe budget of the garden',
        'd.txt': 'first.\nthe garden budget is due',
        'c.txt': 'Garden budget\nand so on',
        'garden/budget.txt': 'x',
        'Garden_Budget-2.txt': 'x',
      },
      ['Garden_Budget-2.txt', 'garden/budget.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'],
    ],
    [
      'some words in the name, the others in the text: after the phrase, before words close together',
      'boarding pass porto',
      {
        'b.txt': 'x.\nin porto they pass while boarding',
        'a.txt': 'x.\nmy boarding pass porto',
        'boarding pass.txt': 'x.\nHamburg - Porto',
        'passive.txt': 'x.\nboarding to porto',
      },
      ['a.txt', 'boarding pass.txt', 'b.txt', 'passive.txt'],
    ],
    [
      'the name of a folder helps out with words close together',
      'letter landlord mould',
      { 'b.txt': `x.\nletter landlord ${filler} mould`, 'letters/a.txt': 'x.\nour landlord and the mould' },
      ['letters/a.txt', 'b.txt'],
    ],
    [
      'more words in the title come first',
      'flight booking oslo',
      {
        'b.txt': 'Dear you\nbooking of a flight to oslo',
        'a.txt': 'Booking to Oslo\nthe flight',
      },
      ['a.txt', 'b.txt'],
    ],
    [
      'a word for a sort of files is said by the files of that sort, and they come first',
      'photo from lisbon',
      { 'b.txt': 'x.\na photo of lisbon', 'c.jpg': 'porto', 'a.jpg': 'x.\nlisbon' },
      ['a.jpg', 'b.txt'],
    ],
    ['a word for a sort of files alone is a word', 'photos', { 'b.jpg': 'x', 'a.txt': 'our photos' }, ['a.txt']],
    [
      'code is preferred when it is asked for',
      'backoff script',
      { 'notes.txt': 'x.\na script with backoff', 'sync.py': 'x.\n# backoff' },
      ['sync.py', 'notes.txt'],
    ],
    [
      'umlauts may be written out in names, or only there not',
      'Kündigung Miete',
      {
        'b.txt': 'x.\nKündigung der Zeitung, und die Miete',
        'Kuendigungen Miete.txt': 'x',
        'Kuendigung/Miete.txt': 'x',
      },
      ['Kuendigungen Miete.txt', 'Kuendigung/Miete.txt', 'b.txt'],
    ],
    [
      'written out in the query',
      'Mueller Strasse',
      { 'b.txt': 'x.\nMüller', 'Müller Straße.txt': 'x', 'Neue Strasse.txt': 'x' },
      ['Müller Straße.txt'],
    ],
    [
      'the plural of a short word, in names of folders too',
      'tax return 2021',
      { 'b.txt': 'x.\ntax return in 2021', 'Taxes/2021/return.txt': 'x', 'Taxis/2021/return.txt': 'x' },
      ['Taxes/2021/return.txt', 'b.txt', 'Taxis/2021/return.txt'],
    ],
    [
      'a date in figures in any order in a name',
      'journal 2020-11-05',
      { 'Journal 05.11.2020.txt': 'x', 'journal_20201105.txt': 'x', 'Journal 2020-11-06.txt': 'x' },
      ['Journal 05.11.2020.txt', 'journal_20201105.txt'],
    ],
    [
      'a word may be in pieces in a name',
      'kickoff',
      { 'b.txt': 'x.\nthe kickoff', 'offkick.txt': 'x', 'Kick-off Heron.txt': 'x' },
      ['Kick-off Heron.txt', 'b.txt'],
    ],
    [
      'compounds with a hyphen',
      'nebenkostenabrechnung 2024',
      { 'Nebenkosten-Abrechnung_2023.txt': 'x', 'Nebenkosten-Abrechnung_2024.txt': 'x' },
      ['Nebenkosten-Abrechnung_2024.txt', 'Nebenkosten-Abrechnung_2023.txt'],
    ],
    [
      'months in names are numbers beside a year',
      'diary august 2023',
      { 'diary/2023-03-08.txt': 'x', 'diary 08.txt': 'x', 'diary/20230812.txt': 'x', 'diary/2023-08-03.txt': 'x' },
      ['diary/2023-08-03.txt', 'diary/20230812.txt', 'diary/2023-03-08.txt'],
    ],
    [
      'texts may shorten a month',
      'lease march 2024',
      { 'b.txt': 'x.\nlease 12 May 2024', 'a.txt': 'x.\nlease 12 Mar 2024' },
      ['a.txt', 'b.txt'],
    ],
    [
      'numbers without their zeros, years without their century',
      'part 4 24',
      { 'part 14 2024.txt': 'x', 'part_04 of 2024.txt': 'x' },
      ['part_04 of 2024.txt', 'part 14 2024.txt'],
    ],
    [
      'what lies among downloads or backups comes after what fits as well',
      'family budget',
      { 'Downloads/family budget (1).txt': 'x', 'Backups/family budget.txt': 'x', 'own/papers/family budget.txt': 'x' },
      ['own/papers/family budget.txt', 'Downloads/family budget (1).txt', 'Backups/family budget.txt'],
    ],
    [
      'what gives a value or a body to a name defines it',
      'max_size',
      { 'b.py': 'if x > max_size: pass\nif x == max_size: pass', 'a.py': '# limits\nMAX_SIZE = 25' },
      ['a.py', 'b.py'],
    ],
    [
      'methods have no keyword',
      'findOrder',
      {
        'c.swift': 'if findOrder(7) {\n}',
        'b.java': 'return findOrder(7);',
        'a.java': 'x {\n  public static Order findOrder(long id) throws IOException {\n  }\n}',
      },
      ['a.java', 'c.swift', 'b.java'],
    ],
    [
      'names are split at signs, case and digits',
      'tax return 2023',
      { 'other.txt': 'x.\ntax return 2023', 'taxReturn2023.txt': 'x', 'tax.return-2023.txt': 'x' },
      ['taxReturn2023.txt', 'tax.return-2023.txt', 'other.txt'],
    ],
    [
      'a name that holds nothing else comes before a longer one',
      'passport scan',
      { 'passport scan of uncle Bob and aunt Mary.txt': 'x', 'passport scan.txt': 'x' },
      ['passport scan.txt', 'passport scan of uncle Bob and aunt Mary.txt'],
    ],
    [
      'numbers of copies count for nothing: the newest comes first',
      'price list',
      { 'price-list (3).txt': 'x', 'price-list (2).txt': 'x', 'price-list.txt': 'x' },
      ['price-list (3).txt', 'price-list (2).txt', 'price-list.txt'],
    ],
    [
      'a whole word comes before a part of one, in texts and names',
      'art',
      { 'b.txt': 'x.\nthe party', 'party.txt': 'x', 'a.txt': 'x.\nfine art', 'art.txt': 'x' },
      ['art.txt', 'a.txt', 'party.txt', 'b.txt'],
    ],
    [
      'the word itself comes before another form of it',
      'invoices',
      { 'b.txt': 'x.\nan invoice', 'a.txt': 'x.\nthe invoices', 'invoice.txt': 'x' },
      ['invoice.txt', 'a.txt', 'b.txt'],
    ],
    [
      'German endings',
      'Rechnungen',
      { 'Rechnung März.txt': 'x', 'a.txt': 'Eine Rechnung' },
      ['Rechnung März.txt', 'a.txt'],
    ],
    [
      'stop words of a sentence are left out',
      'where is the letter from the landlord about the heating?',
      { 'b.txt': 'where is the\nbus from the town', 'a.txt': 'x.\nThe landlord wrote a letter: heating repairs.' },
      ['a.txt'],
    ],
    ['a query of stop words alone is one of words', 'to be or not', { 'a.txt': 'to be or not to be' }, ['a.txt']],
    [
      'code below documents for plain words',
      'retry window',
      { 'a.ts': '// x\n// the retry window', 'build/c.txt': 'x.\nretry window', 'b.txt': 'x.\nthe retry window' },
      ['b.txt', 'a.ts', 'build/c.txt'],
    ],
    [
      'for an identifier code above documents, and first what defines it',
      'parseConfig',
      {
        'notes.md': 'x.\nask Ines about parseConfig',
        'dist/bundle.js': 'function parseConfig(){}',
        'main.ts': "import { parseConfig } from './config.ts';",
        'config.ts': '\nexport function parseConfig() {}',
      },
      ['config.ts', 'main.ts', 'dist/bundle.js', 'notes.md'],
    ],
    [
      'who asks for the latest gets the newest',
      'latest standup notes',
      { 'standup notes of week 43.txt': 'x', 'standup notes.txt': 'x' },
      ['standup notes of week 43.txt', 'standup notes.txt'],
    ],
    [
      'files with most words, while there are few with all',
      'telescope mirror cleaning',
      { 'c.txt': 'cleaning', 'b.txt': 'x.\nmirror and telescope', 'a.txt': 'x.\ntelescope mirror cleaning' },
      ['a.txt', 'b.txt'],
    ],
    ['of two words the longer one', 'passport zebra', { 'b.txt': 'a zebra', 'a.txt': 'a passport' }, ['a.txt']],
    ['the name of a folder alone is not enough', 'zoo notes', { 'note/a.txt': 'x', 'b.txt': 'notes' }, ['b.txt']],
    ['quotes mean exactly the phrase', '"red fox"', { 'b.txt': 'fox, red', 'a.txt': 'a red\nfox' }, ['a.txt']],
    [
      'Markdown and HTML headings',
      'winter tyres',
      { 'c.txt': 'x.\nwinter tyres', 'b.html': '<p>x</p><h2>Winter tyres</h2>', 'a.md': 'x.\n\n## Winter tyres\n' },
      ['b.html', 'a.md', 'c.txt'],
    ],
  ])('%s', async (_, query, files, order) => {
    const scope = aged(files);
    const found = pathsOf(await find(engine, query, scope)).map((path) => relative(scope, path));
    expect(found).toEqual(order);
  });

  it('says why a hit is where it is', async () => {
    const scope = aged({ 'red fox.txt': 'x', 'a.txt': 'x.\na red fox', 'b.txt': 'x.\nfox, red' });
    const { hits } = await find(engine, 'red fox', scope);
    expect(hits.map(({ why }) => why)).toEqual([
      'all words in the name',
      'phrase in the text',
      'all words close together in the text',
    ]);
    const quoted = await find(engine, '"red fox"', scope);
    expect(quoted.hits.map(({ why }) => why)).toEqual(['phrase in the text', 'phrase in the name']);
  });

  it('weighs files with some of the words in their names even when many newer ones have all in their texts', async () => {
    const newer = Array.from({ length: 130 }, (_, at) => [`${at}.txt`, 'x.\ngrey, a heron'] as const);
    const scope = aged({ ...Object.fromEntries(newer), 'heron.txt': 'x.\ngrey' });
    for (const each of [engine, bench.engine()]) {
      const [first] = pathsOf(await find(each, 'grey heron', scope, 5));
      expect(first).toBe(join(scope, 'heron.txt'));
    }
  });

  it('is the same for any number of threads, with an index and without, when more match than are weighed', async () => {
    const entries = Array.from({ length: 400 }, (_, at) => {
      const text = at % 3 === 0 ? 'a heron, grey' : at % 7 === 0 ? 'Grey heron' : 'the grey heron'.repeat(1 + (at % 4));
      const folder = at % 5 === 0 ? 'src' : 'notes';
      return [`${folder}/${at % 50 === 0 ? 'heron ' : ''}${at}.${at % 5 === 0 ? 'py' : 'txt'}`, `x.\n${text}`] as const;
    });
    const scope = aged(Object.fromEntries(entries));
    const orders = new Set<string>();
    for (const workers of [1, 2, 3]) {
      for (const accelerate of [false, true]) {
        const each = bench.engine({ workers, accelerate });
        for (let round = 0; round < 3; round++)
          orders.add(pathsOf(await find(each, 'grey heron', scope, 20)).join('\n'));
      }
    }
    expect(orders.size).toBe(1);
    expect([...orders][0]?.split('\n')).toHaveLength(20);
  });
});

describe('wrong letters', () => {
  const files = { 'vaccination record.txt': 'x', 'notes/heating.txt': 'x.\nthe landlord and the insurance' };

  it.each([
    ['vacination record', 'vaccination record', 'vaccination record.txt'],
    ['Landlrod inusrance', 'landlord insurance', 'notes/heating.txt'],
    ['heatinf', 'heating', 'notes/heating.txt'],
  ])('%s means %s', async (query, meant, file) => {
    const scope = aged(files);
    for (const each of [engine, bench.engine()]) {
      const { hits, didYouMean } = await find(each, query, scope);
      expect([didYouMean, hits[0] && relative(scope, hits[0].path)]).toEqual([meant, file]);
    }
  });

  it('are no reason to look for another word than the one that is there', async () => {
    const scope = aged({ 'a.txt': 'the heatinf', 'heating.txt': 'x' });
    const { hits, didYouMean } = await find(engine, 'heatinf', scope);
    expect([didYouMean, pathsOf({ hits } as never)]).toEqual([undefined, [join(scope, 'a.txt')]]);
  });

  it.each(['xyz', '"vacination record"', 'heaxxxng'])('%s stays as it is', async (query) => {
    expect((await find(engine, query, aged(files))).didYouMean).toBeUndefined();
  });
});

it('a word longer than any name is looked for in texts', async () => {
  const long = 'harbour'.repeat(100_000);
  const scope = aged({ 'a.txt': `x ${long} y`, 'harbour.txt': 'x' });
  expect(pathsOf(await find(engine, long, scope))).toEqual([join(scope, 'a.txt')]);
});

describe('other ways to write a query', () => {
  const files = {
    'loans.py': 'def compute_amortization_schedule(p):',
    'bank.txt': 'x.\nIBAN DE44 5001 0517 5407 3249 31',
    'bill.txt': 'x.\nin all 1.249,50',
  };

  it.each([
    ['computeAmortization', 'compute Amortization', 'loans.py'],
    ['DE44500105175407324931', '"DE44 5001 0517 5407 3249 31"', 'bank.txt'],
    ['1249.50', '"1.249,50"', 'bill.txt'],
  ])('%s is found as %s', async (query, other, file) => {
    const scope = aged(files);
    const { hits, didYouMean } = await find(engine, query, scope);
    expect([didYouMean, ...hits.map(({ path }) => relative(scope, path))]).toEqual([other, file]);
  });

  it('are not tried where the query is found as it is', async () => {
    const scope = aged({ ...files, 'a.py': 'computeAmortization()' });
    const { hits, didYouMean } = await find(engine, 'computeAmortization', scope);
    expect([didYouMean, ...hits.map(({ path }) => relative(scope, path))]).toEqual([undefined, 'a.py']);
  });
});
