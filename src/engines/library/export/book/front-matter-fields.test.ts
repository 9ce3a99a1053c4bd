import { expect, it } from 'vitest';
import { fieldOf, isPlainMatter } from './front-matter-fields.ts';

const matter = (text: string) => `---\n${text}\n---\n`;

it.each([
  ['title: Plain words # comment', 'Plain words'],
  ['title: "A \\"b\\" \\u00e9"', 'A "b" é'],
  ["title: 'it''s'", "it's"],
  ['title: [a', undefined],
  ['title: |', undefined],
  ['title:', undefined],
  ['other: x', undefined],
])('%s', (text, title) => {
  expect(fieldOf(matter(text), 'title')).toBe(title);
});

it.each([
  ['title: A title\nsidebar_position: 3\ntags: [a, b]\nkeywords:\n  - one\n  - two words\ndraft: false', true],
  ['title: "quoted: yes"\n# a comment\n\nslug: /x/y', true],
  ['title: [unclosed', false],
  ['title: "unclosed', false],
  ['title: a: b', false],
  ['title: x\ntitle: y', false],
  ['- item', false],
  ['  nested: x', false],
  ['title: *alias', false],
  ['title: !!js/function x', false],
  ['\ttitle: x', false],
])('%j is plain: %s', (text, isPlain) => {
  expect(isPlainMatter(matter(text))).toBe(isPlain);
});
