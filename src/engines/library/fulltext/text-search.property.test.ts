import fc from 'fast-check';
import { expect, it } from 'vitest';
import { times } from '../../../../test/harness/books/setup.ts';
import { anyLesson } from '../markdown/testing/lessons.ts';
import { BASE } from '../model/file-key.ts';
import { behind } from '../testing/library.ts';
import { lessonNamed, searching } from './testing/searching.ts';
import { wordsIn } from './words.ts';

const library = searching();
const { names, found, write, remove } = library;

const WORDS = [
  'owl',
  'Größe',
  'größe',
  'ÉCOLE',
  'école',
  'naïve',
  'Łódź',
  'Straße',
  'ΟΔΟΣ',
  'οδός',
  'мой',
  '検索',
  '日本語',
  '語学',
  'かな漢字',
  'ｶﾞｷﾞ',
  '한국어를',
  'ภาษาไทย',
  'हिन्दी',
  'שלום',
  'مرحبا',
  'a1',
  '42',
  'ﬁne',
  '½',
  '①',
  'ﷺ',
  'x\u0301y',
  'so\u00adft',
  '𝒜𝓑',
  '𠮷野',
  'İstanbul',
  'don’t',
  'snake_case',
  'C++',
];
const anyWord = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }));
const anyText = fc
  .array(fc.tuple(anyWord, fc.constantFrom(' ', '\n', '\n\n# ', ', ', '`', '"', '-', '**')), { maxLength: 30 })
  .map((parts) => parts.flat().join('').replaceAll('\0', ''));

it('any query is answered', async () => {
  await write(lessonNamed('a'), '# Owl\n\nan owl and a fox\n');
  const operators = [
    '"',
    '-',
    '*',
    '(',
    ')',
    'AND',
    'OR',
    'NOT',
    'NEAR(',
    ':',
    '^',
    '{',
    '}',
    '+',
    '&',
    '|',
    '!',
    '<->',
    "'",
    '\\',
    ';',
    'owl',
    'fox',
    ' ',
    'heading:',
    '日本',
    '\0',
    '\ud800',
    '%',
  ];
  const anyQuery = fc.oneof(
    fc.array(fc.constantFrom(...operators), { minLength: 1, maxLength: 40 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  );
  const story = fc.asyncProperty(anyQuery, fc.constantFrom('all' as const, 'any' as const), async (query, mode) => {
    const { hits } = await found(query, { mode });
    for (const { path } of hits) expect(path).toBe(lessonNamed('a').path);
  });
  await fc.assert(story, { numRuns: times(300) });
});

it('every word of any lesson finds that lesson', async () => {
  let lessons = 0;
  const story = fc.asyncProperty(fc.oneof(anyText, anyLesson), fc.nat(), async (text, pick) => {
    const words = [...wordsIn(text)];
    const word = words[pick % Math.max(1, words.length)];
    if (word === undefined) return;
    const book = `book-${++lessons}`;
    await write(lessonNamed('a', BASE, book), text);
    const written = text.slice(word.start, word.end);
    for (const query of [written, `"${written}"`, word.folded]) {
      const { hits } = await found(query, { books: [book] });
      expect(hits.length, query).toBeGreaterThan(0);
      for (const { excerpt } of hits) expect(excerpt).not.toMatch(/\p{Surrogate}/u);
    }
  });
  await fc.assert(story, { numRuns: times(150) });
});

it('after any changes the search tells the truth to everybody', async () => {
  const anyChange = fc.record({
    name: fc.constantFrom('a', 'b', 'c'),
    user: fc.constantFrom(BASE, BASE, 'ann', 'bob'),
    kind: fc.constantFrom('write', 'write', 'write', 'remove', 'search', 'reopen', 'clear'),
    words: fc.subarray(['owl', 'fox', 'cat']),
  });
  const story = fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 12 }), async (changes) => {
    for (const key of behind(library.root).keys('books/')) {
      const user = /users\/(\w+)\//.exec(key)?.[1] ?? BASE;
      await remove(lessonNamed(/01-(\w)\.md$/.exec(key)?.[1] ?? '', user));
    }
    const lessons = new Map<string, readonly string[]>();
    for (const { name, user, kind, words } of changes) {
      const key = `${user} ${name}`;
      if (kind === 'write') {
        await write(lessonNamed(name, user), `# Lesson\n\n${words.join('\n')}\n`);
        lessons.set(key, words);
      } else if (kind === 'remove') {
        await remove(lessonNamed(name, user));
        lessons.delete(key);
      } else if (kind === 'search') await names('owl', { user });
      else if (kind === 'reopen') await library.reopen();
      else await library.library.journal.texts.clear();
    }
    for (const user of [BASE, 'ann', 'bob']) {
      for (const word of ['owl', 'fox', 'cat']) {
        const seen = ['a', 'b', 'c'].filter((name) =>
          (lessons.get(`${user} ${name}`) ?? lessons.get(`${BASE} ${name}`))?.includes(word),
        );
        expect((await names(word, { user })).sort()).toEqual(seen.map((name) => `${name}: Lesson`));
      }
    }
  });
  await fc.assert(story, { numRuns: times(40) });
});
