import { expect, test } from 'vitest';
import { loadCatalogue } from '../../src/engines/judge/catalogue/catalogue.ts';
import { wordsOf } from '../../src/engines/judge/search/lexical.ts';
import { temporaryJudge } from '../../src/engines/judge/testing/judge.ts';
import queries from './queries.json' with { type: 'json' };

const problems = new Map((await loadCatalogue()).map((problem) => [problem.slug, problem]));
const ofKind = (kind: string) => queries.filter((query) => query.kind === kind);

test('there are enough queries of each kind, each once', () => {
  expect(ofKind('asked')).toHaveLength(40);
  expect(ofKind('paraphrase').length).toBeGreaterThanOrEqual(60);
  expect(ofKind('terms').length).toBeGreaterThanOrEqual(60);
  expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
});

test.each(queries)('"$query" asks for known problems in other words than their titles', ({ kind, query, expected }) => {
  expect(expected).not.toEqual([]);
  for (const slug of expected) {
    const { title, abstract } = problems.get(slug) ?? expect.fail(`no problem ${slug}`);
    expect(shared(query, title)).toBeLessThan(1);
    if (kind === 'paraphrase') expect(shared(query, abstract)).toBeLessThanOrEqual(0.4);
  }
});

test('search by words alone finds what is named in the usual terms, and half of the paraphrases', async () => {
  const { get, store } = await temporaryJudge();
  const quality = async (kind: string) => {
    let reciprocalRanks = 0;
    for (const { query, expected } of ofKind(kind)) {
      const { body } = await get(`/api/v1/similar?q=${encodeURIComponent(query)}`);
      const slugs = body.results.map(({ id }: { id: string }) => store.find('quartet', id)?.slug);
      const rank = slugs.findIndex((slug: string) => expected.includes(slug));
      reciprocalRanks += rank < 0 ? 0 : 1 / (rank + 1);
    }
    return reciprocalRanks / ofKind(kind).length;
  };
  expect(await quality('terms')).toBeGreaterThan(0.95);
  expect(await quality('paraphrase')).toBeGreaterThan(0.5);
});

/** The part of the telling words of a text that a query has too. */
function shared(query: string, text: string): number {
  const words = wordsOf(text);
  const asked = new Set(wordsOf(query));
  return words.filter((word) => asked.has(word)).length / words.length;
}
