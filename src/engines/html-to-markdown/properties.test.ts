import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectMarkup } from './detect.ts';
import { withFallback } from './fallback.ts';
import { htmlToMarkdown } from './html/convert.ts';
import { statementToMarkdown } from './index.ts';
import { rewriteStrayTags } from './mixed.ts';

const NAMES = (
  'a abbr b big blockquote center cite code dd del details div dl dt em fieldset figure font h1 h3 h6 i kbd li ol p ' +
  'pre q s samp section small span strike strong sub summary sup table tbody td th tr tt u ul var'
).split(' ');
const KNOWN_TAG = new RegExp(`(?<!\\\\)</?(?:${NAMES.join('|')})(?=[\\s/>])`, 'i');

// A column's heading moves to each of its cells when these are blocks, so `th` is left out where order counts.
const ORDERED = NAMES.filter((name) => name !== 'th');

const word = fc.stringMatching(/^[a-z]{2,6}[0-9]{1,2}$/);
const SIGNS = '< > & &lt; &#x " \' = * _ ` ``` $ $$ \\ | [ ]( ! # - 1. word 中 \0 \ud800'.split(' ');
const ODDITIES =
  '<br>~<hr/>~<img src="a">~<a href="javascript:x">~<!--~-->~<script>~</script>~<p class="x" hidden>~<ol start=3>~' +
  '<td colspan=2>~<pre class="language-c">~<int>~<p a b>~ ~\n';
const fragment = fc.constantFrom(
  ...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]),
  ...SIGNS,
  ...ODDITIES.split('~'),
);

interface Nest {
  readonly html: string;
  readonly words: readonly string[];
}

const nest = fc.letrec<{ node: Nest }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    word.map((text) => ({ html: text, words: [text] })),
    fc
      .tuple(
        fc.constantFrom(...ORDERED),
        fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' ', '\n'),
      )
      .map(([name, inner, gap]) => ({
        html: `<${name}>${inner.map(({ html }) => html).join(gap)}</${name}>`,
        words: inner.flatMap(({ words }) => words),
      })),
  ),
})).node;

describe('any statement', () => {
  it('R57: never throws and is never blank', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        expect(statementToMarkdown(text).trim()).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });

  it('R57: broken HTML neither, and its Markdown is tidy', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 60 }), (parts) => {
        const html = parts.join('');
        expect(statementToMarkdown(html).trim()).not.toBe('');
        expect(rewriteStrayTags(html)).toBeTypeOf('string');
        const markdown = htmlToMarkdown(html);
        expect(markdown).not.toMatch(/[ \t]$/m);
        expect(markdown).not.toMatch(/^\n|\n$/);
        if (!html.includes('<pre')) expect(markdown).not.toMatch(/\n\n\n/);
      }),
      { numRuns: 2000, seed: 20_240_917 },
    );
  });

  it('R58: without angle bracket and ampersand it passes through unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const plain = text.replace(/[<&]/g, '');
        expect(statementToMarkdown(plain)).toBe(plain.trim() === '' ? 'No description available.' : plain);
      }),
      { numRuns: 500 },
    );
  });

  it('R59: the words of nested elements appear in order, and no tag does', () => {
    fc.assert(
      fc.property(nest, ({ html, words }) => {
        const markdown = statementToMarkdown(html);
        let at = 0;
        for (const expected of words) {
          const found = markdown.indexOf(expected, at);
          expect(found, `${expected} in ${markdown}`).toBeGreaterThanOrEqual(0);
          at = found + expected.length;
        }
        expect(markdown).not.toMatch(KNOWN_TAG);
      }),
      { numRuns: 1500 },
    );
  });

  it('answers from memory as it did the first time', () => {
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 30 }), (parts) => {
        const html = `<p>${parts.join('')}</p>`;
        const cold = withFallback(html, (text) => {
          const markup = detectMarkup(text);
          return markup === 'markdown' ? text : markup === 'mixed' ? rewriteStrayTags(text) : htmlToMarkdown(text);
        });
        const expected = cold === '' ? 'No description available.' : cold;
        expect([statementToMarkdown(html), statementToMarkdown(html)]).toEqual([expected, expected]);
      }),
      { numRuns: 500 },
    );
  });
});
