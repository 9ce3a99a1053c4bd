import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Library } from '../commit/library.ts';
import { bookId } from '../model/names.ts';
import { closeLibrary, openLibrary, sampleLesson, temporaryFolder } from '../testing/library.ts';
import { findBrokenReferences } from './book-references.ts';
import { FactsReader } from './lesson-facts.ts';
import { MarkdownParser } from './markdown-parser.ts';

const actor = { agentId: 'ada', operation: 'write_content' };
const asked = { book: bookId('sample'), originals: new Map<string, string>(), signal: AbortSignal.timeout(100_000) };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let library: Library;
let parser: MarkdownParser;

beforeEach(async () => {
  folder = await temporaryFolder();
  library = await openLibrary(folder.root);
  parser = new MarkdownParser();
});

afterEach(async () => {
  await parser.close();
  await closeLibrary(library);
  await folder.remove();
});

function write(name: string, text: string) {
  return library.write(sampleLesson(name), Buffer.from(text), undefined, actor);
}

/** A parser that counts what it is given, and gives up on some texts. */
class CountingParser extends MarkdownParser {
  parsed = 0;

  override async links(texts: readonly string[]) {
    this.parsed += texts.length;
    if (texts.some((text) => text.includes('too much'))) await this.sections('x'.repeat(1_000_001));
    return parser.links(texts);
  }
}

it('what there is no time for is left to the next call, which goes on where this one was', async () => {
  for (let n = 10; n < 40; n++) await write(`${n}-a${n}`, `[none](${n}-none.md)\n${'x'.repeat(20_000)}`);
  const counting = new CountingParser();
  const reader = new FactsReader(library, counting);
  const [left, ...rest] = await findBrokenReferences(library, reader, asked, -1);
  expect(rest).toEqual([]);
  expect(left?.issue).toMatch(/^The links of 30 lessons, this one first, were not checked/);
  expect(await findBrokenReferences(library, reader, asked)).toHaveLength(30);
  expect(await findBrokenReferences(library, reader, asked, -1)).toHaveLength(30);
  expect(counting.parsed).toBe(30);
});

it('a lesson that is too much for the parser does not keep the others from being checked', async () => {
  await write('01-a', '[none](none.md)');
  await write('02-b', 'too much');
  await write('03-c', '[none](none.md)');
  const findings = await findBrokenReferences(library, new FactsReader(library, new CountingParser()), asked);
  expect(findings.map(({ path }) => path.split('/').at(-1))).toEqual(['01-a.md', '03-c.md', '02-b.md']);
});

it('ends when its caller has gone', async () => {
  await write('01-a', '[none](none.md)');
  const signal = AbortSignal.abort(new Error('gone'));
  const ended = findBrokenReferences(library, new FactsReader(library, parser), { ...asked, signal });
  await expect(ended).rejects.toThrow('gone');
});
