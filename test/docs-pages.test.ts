import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, it } from 'vitest';
import { shownMarkdown, type Token } from '../src/common/markdown-parse.ts';
import { deadLinksOf, missingFilesOf } from './harness/docs/links.ts';

const FOLDERS = ['.', 'bench', 'docs', 'scripts', 'src', 'test'];
const pages = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: folder !== '.', encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
    .map((name) => join(folder, name).replaceAll(sep, '/')),
);

it.each(pages)('every link of %s leads somewhere', (page) => {
  expect(deadLinksOf(page)).toEqual([]);
});

/** These speak of what was, or of examples. */
const NOT_OF_TODAY = ['CHANGELOG.md', 'bench/RESULTS.md'];

it.each(pages.filter((page) => !NOT_OF_TODAY.includes(page)))(
  'every file of the project that %s names is there',
  (page) => {
    expect(missingFilesOf(page)).toEqual([]);
  },
);

/** CommonMark, tables and struck text: what the console shows as elements. */
const PLAIN =
  /^(heading|paragraph|inline|text|bullet_list|ordered_list|list_item|table|thead|tbody|tr|th|td|fence|code_inline|em|strong|link|image|softbreak)(_open|_close)?$/;

it.each(pages.filter((page) => page.startsWith('docs/')))('the console can show %s, all of it', (page) => {
  const { tokens, isCut } = shownMarkdown(readFileSync(page, 'utf8'));
  const all: Token[] = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  expect(isCut).toBe(false);
  expect(all.filter(({ type }) => !PLAIN.test(type)).map(({ type, content }) => `${type} ${content}`)).toEqual([]);
});
