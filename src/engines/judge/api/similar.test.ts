import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problem } from '../store/testing/problems.ts';
import { temporaryJudge } from '../testing/judge.ts';

const TEXT = '/api/v1/similar?q=';

interface Result {
  source: string;
  id: string;
  similarity: number;
}
const namesOf = (body: { results: Result[] }) => body.results.map(({ source, id }) => `${source}:${id}`);

describe('B4 /api/v1/similar', () => {
  const stored = [
    problem({ id: '1', title: 'Counting Wombats', content: 'How many wombats are there?', link: 'https://x.test/1' }),
    problem({ id: '2', title: 'Feeding', content: 'Feed each wombat once.', difficulty: 'Easy' }),
    problem({ source: 'luogu', id: 'P1', title: 'Wombat Wall', title_cn: '袋熊的墙' }),
  ];

  test('B4 finds words in any form, the best first, with what a list needs', async () => {
    const { get } = await temporaryJudge(stored);
    const { status, body } = await get(`${TEXT}wombats`);
    expect(status).toBe(200);
    expect(body.rewritten_query).toBeNull();
    expect(namesOf(body).sort()).toEqual(['leetcode:1', 'leetcode:2', 'luogu:P1']);
    const similarities = body.results.map(({ similarity }: Result) => similarity);
    expect(similarities).toEqual([...similarities].sort((a: number, b: number) => b - a));
    for (const similarity of similarities) expect(similarity).toBeGreaterThan(0);
    for (const similarity of similarities) expect(similarity).toBeLessThanOrEqual(1);
    expect(body.results.find(({ id }: Result) => id === '1')).toEqual({
      source: 'leetcode',
      id: '1',
      title: 'Counting Wombats',
      difficulty: null,
      link: 'https://x.test/1',
      similarity: expect.any(Number),
    });
  });

  test('B4 finds pieces of a name, also in Chinese', async () => {
    const { get } = await temporaryJudge(stored);
    expect(namesOf((await get(`${TEXT}ombat%20wal`)).body)).toEqual(['luogu:P1']);
    expect(namesOf((await get(`${TEXT}${encodeURIComponent('袋熊的墙')}`)).body)).toEqual(['luogu:P1']);
  });

  test('B4 filters by source before it takes the best', async () => {
    const many = Array.from({ length: 60 }, (_, i) => problem({ id: String(i + 10), title: 'Wombat' }));
    const { get } = await temporaryJudge([...stored, ...many]);
    expect(namesOf((await get(`${TEXT}wombats&limit=1&source=luogu,spoj`)).body)).toEqual(['luogu:P1']);
    expect((await get(`${TEXT}wombats&source=uva`)).status).toBe(400);
    expect((await get(`${TEXT}wombats&source=`)).body.results).toHaveLength(10);
  });

  test('B4 limit is 10 by default and at most 50', async () => {
    const many = Array.from({ length: 60 }, (_, i) => problem({ id: String(i), title: 'Wombat' }));
    const { get } = await temporaryJudge(many);
    expect((await get(`${TEXT}wombat`)).body.results).toHaveLength(10);
    expect((await get(`${TEXT}wombat&limit=3`)).body.results).toHaveLength(3);
    expect((await get(`${TEXT}wombat&limit=99`)).body.results).toHaveLength(50);
    expect((await get(`${TEXT}wombat&limit=few`)).status).toBe(400);
  });

  test('B4 leaves out what is below the threshold', async () => {
    const { get } = await temporaryJudge(stored);
    const all: Result[] = (await get(`${TEXT}wombats`)).body.results;
    const between = ((all[0]?.similarity ?? 0) + (all[2]?.similarity ?? 0)) / 2;
    const { body } = await get(`${TEXT}wombats&threshold=${between}`);
    expect(body.results).toEqual(all.filter(({ similarity }) => similarity >= between));
    for (const wrong of ['-0.1', '1.1', 'high'])
      expect((await get(`${TEXT}wombats&threshold=${wrong}`)).status).toBe(400);
  });

  test('B4 a query has 3 to 2000 characters, without one pair of quotes around it', async () => {
    const { get } = await temporaryJudge(stored);
    const ask = (query: string) => get(TEXT + encodeURIComponent(query));
    expect((await ask('"wombats"')).body.results).toHaveLength(3);
    expect((await ask('"ab"')).body.detail).toBe('q must have 3 to 2000 characters, not 2');
    expect((await ask('字'.repeat(2000))).status).toBe(200);
    expect((await ask('😀'.repeat(2001))).body.detail).toBe('q must have 3 to 2000 characters, not 2001');
    expect((await get('/api/v1/similar')).status).toBe(400);
    expect((await get('/api/v1/similar?query=wombats')).body.results).toHaveLength(3);
  });

  test('B4 any text is only text, whatever a query language would make of it', async () => {
    const { get } = await temporaryJudge(stored);
    const ask = async (query: string) => (await get(TEXT + encodeURIComponent(query))).status;
    for (const query of ['"a"b"c', 'a" OR *', 'NEAR(a b', 'title:x AND', '***', '^-:()', 'a\u0000\u0001b', '..." --'])
      expect(await ask(query), query).toBe(200);
    const anyText = fc
      .string({ unit: 'grapheme', minLength: 5, maxLength: 60 })
      .filter((text) => text.trim().length > 4);
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        expect(await ask(text)).toBe(200);
      }),
    );
  });
});

describe('B4 /api/v1/similar/{source}/{id}', () => {
  test('B4 finds problems like a known one, without itself', async () => {
    const { get, store } = await temporaryJudge();
    const seed = store.bySlug('quartet', 'ascending-melody');
    const { body } = await get(`/api/v1/similar/quartet/${seed?.id}?limit=5`);
    expect(body.results).toHaveLength(5);
    expect(namesOf(body)).not.toContain(`quartet:${seed?.id}`);
    const slugs = body.results.map(({ source, id }: Result) => store.find(source, id)?.slug);
    expect(slugs).toContain('rising-choices');
  });

  test('B4 an unknown problem is a 404', async () => {
    const { get } = await temporaryJudge();
    expect((await get('/api/v1/similar/quartet/9999')).body.detail).toBe('problem not found');
    expect((await get('/api/v1/similar/nowhere/1')).status).toBe(400);
  });
});
