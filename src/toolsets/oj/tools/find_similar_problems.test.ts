import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { oj } from '../index.ts';
import { ask, refusedWith } from './testing/call.ts';

const NONE = { body: { rewritten_query: null, results: [] } };
const TOO_SHORT = 'Argument "query" is too short: expected 3 to 2000 characters.';
const TOO_LONG = 'Argument "query" is too long: expected 3 to 2000 characters.';
const NEITHER = 'Give either "query", or both "source" and "id" of a known problem.';
const find = (args: unknown) => ask('find_similar_problems', args, NONE);

describe('R39: limit and threshold', () => {
  it.each<[string, string]>([
    ['"limit":0', 'Invalid argument "limit": received 0; expected number to be >=1.'],
    ['"limit":51', 'Invalid argument "limit": received 51; expected number to be <=50.'],
    ['"limit":-1', 'Invalid argument "limit": received -1; expected number to be >=1.'],
    ['"limit":5.5', 'Invalid argument "limit": received 5.5; expected an integer.'],
    ['"limit":4294967296', 'Invalid argument "limit": received 4294967296; expected number to be <=50.'],
    ['"limit":"5"', 'Invalid argument "limit": received "5"; expected a number.'],
    ['"threshold":-0.1', 'Invalid argument "threshold": received -0.1; expected number to be >=0.'],
    ['"threshold":1.0001', 'Invalid argument "threshold": received 1.0001; expected number to be <=1.'],
    ['"threshold":"high"', 'Invalid argument "threshold": received "high"; expected a number.'],
  ])('R39, C10, T3: %s is refused', async (member, text) => {
    expect(await find(`{"query":"graphs",${member}}`)).toEqual(refusedWith(text));
    expect(await find(`{"source":"leetcode","id":"1",${member}}`)).toEqual(refusedWith(text));
  });

  it('R39, T3: is checked before the query is looked at', async () => {
    expect(await find({ query: 'ab', limit: 0 })).toEqual(
      refusedWith('Invalid argument "limit": received 0; expected number to be >=1.'),
    );
    expect(await find({ threshold: 2 })).toEqual(
      refusedWith('Invalid argument "threshold": received 2; expected number to be <=1.'),
    );
    const both = (await find({ query: 'ab', threshold: 2, limit: 51 })).result.content[0]?.text ?? '';
    expect(both.indexOf('"limit"')).toBeLessThan(both.indexOf('"threshold"'));
  });

  it('R39: exactly the numbers within bounds pass', async () => {
    const limits = fc.oneof(fc.integer({ min: -5, max: 60 }), fc.double({ min: 0, max: 51, noNaN: true }));
    const thresholds = fc.double({ min: -0.5, max: 1.5, noNaN: true });
    await fc.assert(
      fc.asyncProperty(limits, thresholds, async (limit, threshold) => {
        const { result, paths } = await find({ query: 'graphs', limit, threshold });
        const good = Number.isInteger(limit) && limit >= 1 && limit <= 50 && threshold >= 0 && threshold <= 1;
        expect(result.isError === undefined).toBe(good);
        expect(paths).toHaveLength(good ? 1 : 0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('R40: the query', () => {
  it.each<[string, string, string]>([
    ['two letters', 'ab', TOO_SHORT],
    ['one letter and blanks', '  a  ', TOO_SHORT],
    ['two emoji, four code units', '😀😀', TOO_SHORT],
    ['2001 letters', 'x'.repeat(2001), TOO_LONG],
    ['2001 emoji', '😀'.repeat(2001), TOO_LONG],
    ['a million letters', 'x'.repeat(1_000_000), TOO_LONG],
  ])('R40, T3: %s are refused, and never replaced by source and id', async (_, query, text) => {
    expect(await find({ query })).toEqual(refusedWith(text));
    expect(await find({ query, source: 'leetcode', id: '1' })).toEqual(refusedWith(text));
  });

  it('R40, T3: any length is judged by its characters after trimming', async () => {
    const length = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1997, max: 2003 }));
    const character = fc.constantFrom('x', 'é', '日', '😀', '.');
    await fc.assert(
      fc.asyncProperty(length, character, fc.constantFrom('', ' ', '\n\t'), async (count, unit, blank) => {
        const { paths } = await find({ query: blank + unit.repeat(count) + blank });
        const good = count >= 3 && count <= 2000;
        expect(paths).toEqual(
          good ? [`/api/v1/similar?q=${encodeURIComponent(unit.repeat(count))}&limit=10&threshold=0`] : [],
        );
      }),
    );
  });
});

describe('R41: source and id', () => {
  it.each<[object]>([
    [{}],
    [{ query: '' }],
    [{ query: ' ', source: 'leetcode' }],
    [{ source: 'leetcode', id: '' }],
    [{ source: '', id: '1' }],
    [{ source: ' ', id: ' ' }],
    [{ source: null, id: null, query: null }],
    [{ id: '1' }],
  ])('R41, T3: %j is refused', async (args) => {
    expect(await find(args)).toEqual(refusedWith(NEITHER));
  });

  it.each<[object, string]>([
    [{ source: '..', id: '1' }, 'Argument "source" cannot be "..".'],
    [{ source: 'a', id: '.' }, 'Argument "id" cannot be ".".'],
  ])('R32: %j is refused', async (args, text) => {
    expect(await find(args)).toEqual(refusedWith(text));
  });

  it('C20: a wrong type is refused', async () => {
    expect(await find({ query: 5 })).toEqual(refusedWith('Invalid argument "query": received 5; expected a string.'));
  });
});

describe('what is nearest need not be near', () => {
  const found = async (similarities: number[]) => {
    const results = similarities.map((similarity, id) => ({ source: 'a', id: String(id), title: 'T', similarity }));
    const { result } = await ask('find_similar_problems', { query: 'abc' }, { body: { results } });
    return { text: result.content[0]?.text ?? '', note: result.structuredContent?.note };
  };
  const NOTE =
    'Nothing similar was found: the best of these has a similarity of only 24.9%. Describe the task itself, in English.';

  it('a best hit below 0.25 is said to be none, in text and structure', async () => {
    const { text, note } = await found([0.249, 0.1]);
    expect(note).toBe(NOTE);
    expect(text.endsWith(`| 2 | a | 1 | T | N/A | 10.0% | N/A |\n\n${NOTE}\n`)).toBe(true);
  });

  it.each([[[0.25]], [[0.1, 0.9]], [[]]])('%j: nothing is said', async (similarities) => {
    const { text, note } = await found(similarities);
    expect(note).toBeUndefined();
    expect(text).not.toContain('Nothing similar');
  });
});

describe('what the tools say of the judge is true of any', () => {
  it('no platform, no token, and the language of queries', () => {
    const [daily, , similar, , status] = oj.tools;
    expect(`${oj.instructions}${daily?.description}`).not.toMatch(/leetcode/i);
    expect(`${oj.instructions}${status?.description}`).not.toMatch(/token/i);
    expect(similar?.input.shape.query?.description).toContain('in English');
  });
});
