import { fixed, table } from '../report/table.js';

/** The classes of questions, as the table calls them. */
export const CLASSES = {
  name: 'words of the name',
  'name-partly': 'name, other order or part',
  title: 'title or heading',
  phrase: 'phrase of the text',
  scattered: 'words all over the text',
  photo: 'photo: caption, place, camera',
  music: 'music: artist, album, title',
  mail: 'mail: sender, subject, attachment',
  card: 'contact or event',
  ending: 'other endings',
  typo: 'wrong letters',
  sentence: 'a sentence',
  german: 'German',
  archive: 'inside an archive',
  log: 'in a packed log',
  identifier: 'identifier in code',
  recent: 'the newest of many',
  author: 'document by its author',
};

/** Where the file that was meant stands in the list, counted from 1; 0 when it is not there. */
export const rankOf = (results, file) => results.indexOf(file) + 1;

/** Figures of some ranks: mean reciprocal rank, how many are first, among the first five, there at all. */
export function figures(ranks) {
  const within = (most) => ranks.filter((rank) => rank > 0 && rank <= most).length;
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0);
  return {
    mrr: reciprocal / ranks.length,
    first: within(1),
    five: within(5),
    found: within(Number.POSITIVE_INFINITY),
    all: ranks.length,
  };
}

/** Two Markdown tables: all questions for each peer, then the MRR and the first places of each class. */
export function tables(cases, peers) {
  const whole = peers.map(({ name, ranks, missing }) => {
    if (missing) return [name, missing, '', '', ''];
    const { mrr, first, five, found, all } = figures(ranks);
    return [name, fixed(mrr, 2), `${first}`, `${five}`, `${found} of ${all}`];
  });
  const measured = peers.filter(({ missing }) => !missing);
  const asked = Object.entries(CLASSES).filter(([key]) => cases.some((one) => one.class === key));
  const classes = asked.map(([key, label]) => {
    const cells = measured.map(({ ranks }) => {
      const { mrr, first, five, found } = figures(ranks.filter((_, index) => cases[index].class === key));
      return `${fixed(mrr, 2)} (${first}, ${five}, ${found})`;
    });
    return [`${label} (${cases.filter((one) => one.class === key).length})`, ...cells];
  });
  return [
    table(['', 'MRR', 'first', 'in first five', 'found at all'], whole),
    'MRR of each class, and in brackets how many were first, in the first five, found at all:',
    table(['', ...measured.map(({ name }) => name)], classes),
  ].join('\n\n');
}
