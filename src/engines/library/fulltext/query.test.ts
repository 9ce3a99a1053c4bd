import { expect, it } from 'vitest';
import { parseQuery } from './query.ts';

/** A query in one line: alternatives with |, a phrase with _, a prefix with *. */
function inShort(text: string): string {
  const { wanted, unwanted } = parseQuery(text);
  const phrase = ({ words, isPrefix }: { readonly words: readonly string[]; readonly isPrefix: boolean }) =>
    `${words.join('_')}${isPrefix ? '*' : ''}`;
  return [...wanted.map((phrases) => phrases.map(phrase).join('|')), ...unwanted.map((one) => `-${phrase(one)}`)].join(
    ' ',
  );
}

it.each([
  ['owl', 'owl|owls'],
  ['Owls', 'owls|owl'],
  ['boxes', 'boxes|box|boxe'],
  ['box', 'box|boxes'],
  ['query', 'query|queries'],
  ['queries', 'queries|query'],
  ['class', 'class|classes'],
  ['status', 'status|statuses'],
  ['Größe', 'grosse|grosses'],
  ['größer fox', 'grosser|grossers fox|foxes'],
  ['"brown owl"', 'brown_owl'],
  ['“brown owl”', 'brown_owl'],
  ['"brown owl', 'brown_owl'],
  ['"owl"', 'owl'],
  ['ow*', 'ow*'],
  ['-owl fox', 'fox|foxes -owl'],
  ['-"brown owl" fox', 'fox|foxes -brown_owl'],
  ['well-known', 'well_known'],
  ['read_content', 'read_content'],
  ['a AND b', 'a and|ands b'],
  ['日本語', '日_本_語'],
  ['- " * ( ) "" -"" :', ''],
])('%s', (text, expected) => {
  expect(inShort(text)).toBe(expected);
});

it('takes 32 words, and says that there were more', () => {
  const many = Array.from({ length: 40 }, (_, n) => `w${n}`).join(' ');
  expect(parseQuery(many)).toMatchObject({ wanted: { length: 32 }, isCut: true });
  expect(parseQuery(many.split(' ').slice(0, 32).join(' '))).toMatchObject({ wanted: { length: 32 }, isCut: false });
});
