import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { timeToAnswer, withServer } from '../measurements/books-calls.js';
import { medianOf, tasks } from '../measurements/tasks.js';
import { thousands } from '../report/table.js';
import { atMost } from '../report/targets.js';
import { median } from '../statistics.js';
import { BOOK, libraryOf } from './growth-library.js';

const LESSONS = 5000;
const ROUNDS = 3;
const REPEATS = 21;
const WORDS = {
  'a rare word': 'Zweifelsfall',
  'a phrase in most lessons': '"journal chapter"',
  'a common word': 'python',
};

/** The first search of a book, which indexes it, and later ones, beside grep over the same lessons. */
export async function fullTextGroup() {
  const { root, extras } = await libraryOf(LESSONS);
  const dropIndex = () => {
    for (const part of ['', '-wal', '-shm']) rmSync(join(root, '.quartet', `journal-texts.db${part}`), { force: true });
  };
  const search = (client, query) => timeToAnswer(client, 'search_content', { book_id: BOOK, query });
  const grep = (client, pattern) => timeToAnswer(client, 'grep_search', { book_id: BOOK, pattern });
  const repeated = (ask) => ({
    measure: () =>
      withServer(extras, async (client) => {
        await ask(client);
        const times = [];
        for (let at = 0; at < REPEATS; at++) times.push(await ask(client));
        return median(times);
      }),
  });
  const rows = [
    {
      name: FIRST,
      measure: () => {
        dropIndex();
        return withServer(extras, (client) => search(client, 'Zweifelsfall'));
      },
    },
    { name: RESTARTED, measure: () => withServer(extras, (client) => search(client, 'Zweifelsfall')) },
    ...Object.entries(WORDS).flatMap(([what, query]) => {
      const plain = query.replaceAll('"', '');
      return [
        {
          name: `search_content, ${what}`,
          against: `grep_search, ${what}`,
          ...repeated((client) => search(client, query)),
        },
        { name: `grep_search, ${what}`, ...repeated((client) => grep(client, plain)) },
      ];
    }),
  ];
  return {
    title: FULL_TEXT,
    about: `A book of ${thousands(LESSONS)} lessons of 4 KiB on a folder and SQLite. The first search finds no index and makes it. The first after a start compares the index with the
journal. All others are the median of ${REPEATS} calls after a first one. \`grep_search\` gives the first page of lines, \`search_content\` the ten best sections.`,
    rows,
    measurements: [
      tasks('search', 'Time to the answer', 'In the page cache for all; a new server each round.', ROUNDS),
    ],
    targets: ({ search: results }) => [
      atMost('the first search, which indexes the book, ms', 10_000, medianOf(results, FIRST)),
      ...Object.keys(WORDS).map((what) =>
        atMost(`a later search, ${what}, ms`, 100, medianOf(results, `search_content, ${what}`)),
      ),
    ],
  };
}

export const FULL_TEXT = 'books growth: full text over 5,000 lessons';
const FIRST = 'search_content, the first time';
const RESTARTED = 'search_content, the first after a start';
