import { Buffer } from 'node:buffer';
import { basename } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { pdf } from '../documents/testing/pdf.ts';
import type { TextRequest } from '../engine.ts';
import { aWhile, Bench, never } from '../testing/engine.ts';
import { compileRegex, LONGEST_LINE } from './regex.ts';

const bench = new Bench();
const walking = bench.engine({ accelerate: false });
const indexed = bench.engine();
afterAll(() => bench.end(), 60_000);

async function find(pattern: string, scope: string, more: Partial<TextRequest> = {}, engine = walking) {
  const { hits } = await engine.search(pattern, {
    scope,
    limit: 1000,
    signal: never,
    snippets: true,
    regex: true,
    ...more,
  });
  return hits.map(({ path, snippet }): [name: string, line: number, match: string | undefined] => [
    basename(path),
    snippet?.line ?? 0,
    snippet?.text.slice(snippet.start, snippet.end),
  ]);
}

const LARGE = 3 << 20;

describe('a search by a regular expression', () => {
  const folder = bench.folder({
    'invoice-2024.txt': 'Total: 17.50\r\nNo. 4711',
    'notes.md': 'first\n\ninvoice no 4712\n',
    'report.pdf': pdf(['Invoice 4713 of the year']),
    'photo 4714.bin': Buffer.from('\0 4715'),
  });

  it('finds lines and names, those that match in both first', async () => {
    expect((await find('471\\d', folder)).sort(([a], [b]) => (a < b ? -1 : 1))).toEqual([
      ['invoice-2024.txt', 2, '4711'],
      ['notes.md', 3, '4712'],
      ['photo 4714.bin', 0, undefined],
      ['report.pdf', 0, '4713'],
    ]);
    expect((await find('^[iN]\\w+.*\\d', folder))[0]).toEqual(['invoice-2024.txt', 2, 'No. 4711']);
  });

  it('looks at one line at a time, and minds the case unless told', async () => {
    expect(await find('17.50.No', folder)).toEqual([]);
    expect(await find('50$', folder)).toEqual([['invoice-2024.txt', 1, '50']]);
    expect(await find('^INVOICE', folder)).toEqual([]);
    expect((await find('(?i)^INVOICE', folder)).map(([name]) => name).sort()).toEqual([
      'invoice-2024.txt',
      'notes.md',
      'report.pdf',
    ]);
  });

  it('looks in names or in texts alone', async () => {
    expect((await find('471\\d', folder, { place: 'names' })).map(([name]) => name)).toEqual(['photo 4714.bin']);
    expect(await find('2024', folder, { place: 'text' })).toEqual([]);
  });

  it('takes the files that a filter lets through, and as many as are wanted', async () => {
    expect(await find('4\\d{3}', folder, { filter: { name: '*.md' } })).toEqual([['notes.md', 3, '4712']]);
    const findings = await walking.search('\\d', {
      scope: folder,
      limit: 2,
      signal: never,
      snippets: false,
      regex: true,
    });
    expect([findings.hits.length, findings.truncated]).toEqual([2, true]);
  });

  it('finds a line wherever the windows of a large file end', async () => {
    const filler = `${'-'.repeat(99)}\n`.repeat(LARGE / 100);
    const borders = [0, (1 << 20) - 7, (1 << 20) - (1 << 16) - 4, (1 << 20) - (1 << 16), LARGE - 5];
    for (const at of borders) {
      const start = Math.floor(at / 100) * 100;
      const large = bench.folder({
        'a.log': `${filler.slice(0, start)}key=${'é'.repeat(20)}!\n${filler.slice(start)}`,
      });
      expect(await find('^key=é{20}!$', large)).toEqual([['a.log', start / 100 + 1, `key=${'é'.repeat(20)}!`]]);
      expect(await find('^é+!$', large)).toEqual([]);
    }
  });

  it('looks at the beginning of a long line only', async () => {
    const long = bench.folder({
      'a.txt': `${'x'.repeat(LONGEST_LINE - 1)}ab`,
      'b.txt': `x${'y'.repeat(3 << 20)}\nend`,
    });
    expect((await find('xa', long)).map(([name]) => name)).toEqual(['a.txt']);
    expect(await find('ab', long)).toEqual([]);
    expect((await find('^xy', long)).map(([name]) => name)).toEqual(['b.txt']);
    expect(await find('^end$', long)).toEqual([['b.txt', 2, 'end']]);
  });

  it('finds the same with signatures as without', { timeout: 120_000 }, async () => {
    const word = fc.constantFrom('alpha', 'Beta', 'a.b', 'x9', 'naïve', ' ');
    const files = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join('')),
      { minLength: 1, maxLength: 8 },
    );
    const patterns = ['alpha|Beta', '(?i)BETA', 'a\\.b', 'x\\d', 'na.ve', 'alpha +Beta', '^a', 'naïve', 'a?lpha'];
    await fc.assert(
      fc.asyncProperty(files, async (texts) => {
        const scope = bench.folder(Object.fromEntries(texts.map((text, at) => [`${at}.txt`, text])));
        await find('x', scope, {}, indexed);
        await aWhile();
        for (const pattern of patterns)
          expect(await find(pattern, scope, {}, indexed)).toEqual(await find(pattern, scope));
        const expected = texts.flatMap((text, at) => (/alpha|Beta/.test(text) ? [`${at}.txt`] : []));
        expect((await find('alpha|Beta', scope)).map(([name]) => name).sort()).toEqual(expected.sort());
      }),
      { numRuns: 25 },
    );
  });
});

describe('an expression', () => {
  it.each(['(', 'a(?=b)', '(a)\\1', '(?:(?:a{100}){100}){100}', '((a{90}){90})', 'x'.repeat(1001)])(
    '%s is refused',
    async (pattern) => {
      await expect(compileRegex(pattern)).rejects.toThrow(/./);
    },
  );

  it('takes linear time where others take for ever', async () => {
    const { test } = await compileRegex('(a*)*b');
    expect(test('a'.repeat(LONGEST_LINE))).toBe(false);
  });
});
