import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf } from './excerpt.ts';
import { parseQuery } from './query.ts';

const excerpt = (text: string, query: string) => excerptOf(text, parseQuery(query));

describe('excerpt', () => {
  it('marks what matches, also phrases, prefixes and plurals, and nothing else', () => {
    const text = 'The brown owl and other\nowls\towlishly watch a brown fox.';
    expect(excerpt(text, 'owl')).toBe('The brown «owl» and other «owls» owlishly watch a brown fox.');
    expect(excerpt(text, '"brown owl"')).toBe('The «brown owl» and other owls owlishly watch a brown fox.');
    expect(excerpt(text, 'owl*')).toBe('The brown «owl» and other «owls» «owlishly» watch a brown fox.');
    expect(excerpt('日本語の全文検索', '検索')).toBe('日本語の全文«検索»');
    expect(excerpt('Die Größe.', 'grosse')).toBe('Die «Größe».');
  });

  it('shows where most of the query is, cut between words', () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(30);
    const text = `${filler}owl ${filler}a fox met an owl ${filler}`;
    expect(excerpt(text, 'owl fox')).toMatch(/^… ?(?:\w+ )+a «fox» met an «owl» (?:\w+ ?)+…$/);
    expect(excerpt(text, 'nothing')).toMatch(/^lorem ipsum.*\w…$/);
    expect(excerpt(text, 'owl').length).toBeLessThan(230);
  });

  it('is short, made of whole characters and in the text, whatever that is', () => {
    const unit = fc.constantFrom('a', 'owl', ' ', '\n', '日', '👩‍👩‍👧', 'e\u0301', '𝒜', '\t', 'x'.repeat(300));
    const anyText = fc.array(unit, { maxLength: 300 }).map((units) => units.join(''));
    const story = fc.property(anyText, fc.constantFrom('owl', '日', 'a owl', 'none', 'x*'), (text, query) => {
      const shown = excerpt(text, query);
      expect(shown).not.toMatch(/\p{Surrogate}|^…?\p{M}/u);
      const plain = shown.replaceAll(/[«»…]/g, '').trim();
      expect(text.replaceAll(/\s+/g, ' ')).toContain(plain);
      expect(plain.length).toBeLessThanOrEqual(200);
    });
    fc.assert(story, { numRuns: 500 });
  });
});
