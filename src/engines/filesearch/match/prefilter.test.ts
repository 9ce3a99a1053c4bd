import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Folder } from '../../../lib/in-place.ts';
import { CandidateList } from '../index/candidate-list.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { Prefilter, type PrefilterOptions } from './prefilter.ts';
import { prepare, type Query } from './query.ts';

const scope = temporaryFolder();
const held: Folder[] = [];
afterAll(() => {
  for (const folder of held) folder.close();
});

function filter(query: string, options: Partial<PrefilterOptions> = {}): Prefilter {
  const untilMs = Number.POSITIVE_INFINITY;
  return new Prefilter({ query: prepare(query) as Query, scope, least: undefined, limit: 1000, untilMs, ...options });
}

/** Whether a file with this content is ruled out. */
function isOut(prefilter: Prefilter, name: string, content: string | Buffer, below = ''): boolean {
  const directory = join(scope, below);
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), content);
  const folder = Folder.open(directory);
  held.push(folder);
  return prefilter.rulesOut(new CandidateList().add(`${directory}/`, name), folder);
}

describe('a look at the bytes', () => {
  it.each([
    ['text without the word', 'a.txt', 'something else', true],
    ['text with the word', 'a.txt', 'green HARBOUR', false],
    ['a form of it', 'a.txt', 'two harbours', false],
    ['accents in it', 'a.txt', 'h\u00e4rb\u00f6ur', false],
    ['the word in UTF-16', 'a.txt', Buffer.from('\ufeffharbour', 'utf16le'), false],
    ['a binary that holds it', 'a.bin', 'harbour\0', true],
    ['an empty file', 'a.txt', '', true],
    ['more than is read at once', 'a.txt', ' '.repeat(1 << 20), false],
    ['a page that hides it', 'a.html', 'h&auml;rbour', false],
    ['a page without references', 'a.html', '<p>other', true],
    ['a mail that encodes it', 'a.eml', 'Subject: =?utf-8?B?aGFyYm91cg==?=\n\nx', false],
    ['a mail without it', 'a.eml', 'Subject: x\n\nother', true],
    ['a document for other threads', 'a.pdf', 'other', false],
    ['a picture that is none', 'a.jpg', 'harbour', false],
  ])('%s', (_case, name, content, expected) => {
    expect(isOut(filter('harbour'), name, content)).toBe(expected);
  });

  it('rules out nothing that names hold, as long as other words can be in the text', () => {
    expect(isOut(filter('tea harbour'), 'a.txt', 'tea', 'harbour')).toBe(false);
    expect(isOut(filter('tea harbour'), 'harbour.txt', 'tea')).toBe(false);
    expect(isOut(filter('tea harbour'), 'b.txt', 'tea')).toBe(true);
    expect(isOut(filter('harbour'), 'harbour.txt', 'tea')).toBe(true);
    expect(isOut(filter('tea kickoff'), 'Kick-off.txt', 'tea')).toBe(false);
    expect(isOut(filter('tea september'), '2024-09 plan.txt', 'tea')).toBe(false);
    expect(isOut(filter('photo song'), 'a.jpg', 'song')).toBe(false);
  });

  it('is for queries that need their longest word', () => {
    expect(isOut(filter('tea green harbour', { least: 2 }), 'a.txt', 'tea green')).toBe(false);
    expect(isOut(filter('tea harbour', { least: 1 }), 'a.txt', 'tea')).toBe(true);
  });

  it('ends when too many files hold the query', () => {
    const prefilter = filter('harbour', { limit: 1 });
    for (let count = 0; count < 4; count++) expect(isOut(prefilter, 'a.txt', 'harbour')).toBe(false);
    expect(isOut(prefilter, 'a.txt', 'other')).toBe(false);
  });

  it('goes on in a scope of many files, as long as there is time', () => {
    const prefilter = filter('harbour');
    expect(isOut(prefilter, 'many.txt', 'other')).toBe(true);
    const [folder, entry] = [held.at(-1) as Folder, new CandidateList().add(`${scope}/`, 'many.txt')];
    for (let count = 0; count < 60_000; count++) prefilter.rulesOut(entry, folder);
    expect(prefilter.rulesOut(entry, folder)).toBe(true);
  });

  it('ends when its time is over', () => {
    const prefilter = filter('harbour', { untilMs: 0 });
    for (let count = 0; count < 64; count++) expect(isOut(prefilter, 'a.txt', 'other')).toBe(true);
    expect(isOut(prefilter, 'a.txt', 'other')).toBe(false);
  });
});
