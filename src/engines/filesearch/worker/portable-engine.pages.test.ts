import { basename } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { aWhile, Bench, find, pathsOf } from '../testing/engine.ts';

const bench = new Bench();
const engine = bench.engine();
afterAll(() => bench.end(), 60_000);

describe('pages', () => {
  const scope = bench.folder({
    'page.html': '<title>K&ouml;ln</title>\n<p>The <b>annual</b>\n<i>report</i> of AT&amp;T</p>',
    'other.htm': '<p>report, annual</p>',
  });

  it.each([
    ['Köln', ['page.html']],
    ['K&ouml;ln', ['page.html']],
    // Most of its words are enough where so few files have all.
    ['annual report of at&t', ['page.html', 'other.htm']],
    ['annual report', ['page.html', 'other.htm']],
    ['<b>annual</b>', ['page.html']],
  ])('%s is found in what they show and in their source, before and after signatures', async (query, names) => {
    const found = async () => pathsOf(await find(engine, query, scope)).map((path) => basename(path));
    expect(await found()).toEqual(names);
    await aWhile();
    expect(await found()).toEqual(names);
  });

  it('tell the line of what is in the source alone', async () => {
    const lineOf = async (query: string) => (await find(engine, query, scope)).hits[0]?.snippet;
    expect(await lineOf('AT&amp;T')).toMatchObject({ line: 3 });
    expect(await lineOf('annual report')).toEqual({
      text: expect.stringContaining('annual report'),
      start: 4,
      end: 17,
    });
  });
});
