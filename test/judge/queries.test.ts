import { expect, test } from 'vitest';
import { loadCatalogue } from '../../src/judge/catalogue/catalogue.ts';
import queries from './queries.json' with { type: 'json' };

const problems = new Map((await loadCatalogue()).map((problem) => [problem.slug, problem]));

test('there are at least 60 labelled queries, each once', () => {
  expect(queries.length).toBeGreaterThanOrEqual(60);
  expect(new Set(queries.map(({ query }) => query)).size).toBe(queries.length);
});

test.each(queries)('"$query" asks for known problems in other words than their titles', ({ query, expected }) => {
  expect(expected).not.toEqual([]);
  for (const slug of expected) {
    const title = problems.get(slug)?.title ?? expect.fail(`no problem ${slug}`);
    const words = title.toLowerCase().match(/[a-z]{4,}/g) ?? [];
    const shared = words.filter((word) => query.toLowerCase().split(/\W+/).includes(word));
    expect(shared.length, `${title}: ${shared.join()}`).toBeLessThan(words.length);
  }
});
