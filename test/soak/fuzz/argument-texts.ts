import { createHash } from 'node:crypto';
import type { Random } from '../../harness/random.ts';

/** Stands for the folder, whose name differs from run to run. */
export const FOLDER = '/FUZZ-FOLDER';

const LESSONS = ['01-intro', '01-intro', '02-next', '03-other'].map((name) => `content/01-Part/01-Chapter/${name}.md`);
const FILES = ['note.txt', 'note.md', 'a.pdf', 'a.docx', 'a.mp3', 'a.jpg'].map((name) => `${FOLDER}/files/${name}`);
const CONTENTS = [
  '# Intro\n\nHello.\n',
  '# A\n\n## B\n\ntext\n',
  '# Next\n\nSee [intro](01-intro.md).\n',
  '\u202ehidden',
];
const HASHES = CONTENTS.map((content) => createHash('sha256').update(content).digest('hex'));

/** Texts that can be meant. */
const FITTING: Readonly<Record<string, readonly string[]>> = {
  book_id: ['sample', 'sample', 'sample', 'other'],
  path: LESSONS,
  from: LESSONS,
  to: LESSONS,
  pattern: ['**', 'content/**/*.md', 'Hello', '^# .*$', 'a{2,3}', '{a,b}', '[A-Z]\\w+'],
  query: ['needle', 'hello', '"two words"', 'needle OR hay', 'shortest path', 'lighthouse-ledger', 'CF1920A'],
  content: CONTENTS,
  expected_hash: HASHES,
  section_hash: HASHES,
  version: HASHES,
  section: ['Intro', 'A', 'B'],
  filename: ['dot.png', 'dot.png', 'a b.png', 'é.jpg'],
  binary_data: ['aGVsbG8=', 'AAAA'],
  user_id: ['her', 'him'],
  since: ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'],
  until: ['2020-01-01T00:00:00Z', '2999-01-01T00:00:00Z'],
  date: ['20240229', '20230228'],
  picture: ['$$$,$$9.99', 'ZZZ,ZZ9', 'S9(9)V99', '-(9)9.99'],
  currency: ['USD', 'EUR', 'eur'],
  currency_sign: ['€', 'CHF '],
  a: ['1', '-0.5', '1e10', '9'.repeat(60)],
  b: ['2', '0.1', '1e-10'],
  amount: ['1234.89', '-0.005', '1e3'],
  source: ['quartet', 'quartet', 'leetcode'],
  id: ['1', '2', '17', '999999'],
  name: ['*.txt', 'note*', '{note,a}.*'],
  kind: ['document', 'image', 'pdf', 'audio'],
  in: ['name', 'content', 'any'],
  detail: ['brief', 'full'],
};
/** The same arguments mean something else to a search of files. */
const OF_FILES: Readonly<Record<string, readonly string[]>> = {
  path: FILES,
  scope: [`${FOLDER}/files`],
};
const SEARCHES = new Set(['search', 'search_by_kind', 'recent_files', 'get_metadata', 'preview_file']);
const ODD = [
  'a',
  '',
  'one two',
  'é',
  '-1',
  'true',
  '../x',
  '.hidden',
  '(',
  '[a',
  'yesterday',
  '2024-02-29',
  '1e999999',
  'content/01-Part/01-Chapter/01-intro.summary.md',
  'https://leetcode.com/problems/two-sum/',
  FOLDER,
  '~',
];

/** Without them a call seldom says what it wants, though none is required. */
export const USUAL: ReadonlySet<string> = new Set(['book_id', 'binary_data', 'since', 'query', 'content']);
/** Only the answer before tells a right one. */
export const SELDOM: ReadonlySet<string> = new Set(['cursor', 'manifest', 'section_hash', 'size', 'tags']);

/** A text for an argument of a tool, which mostly fits. */
export function textFor(tool: string, name: string, random: Random): string {
  const fitting = (SEARCHES.has(tool) ? OF_FILES[name] : undefined) ?? FITTING[name];
  return random.pick(fitting === undefined || random.below(16) === 0 ? ODD : fitting);
}
