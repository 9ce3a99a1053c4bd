import { describe, expect, it } from 'vitest';
import { statementToMarkdown } from './index.ts';

const times = (text: string, count: number) => text.repeat(count);

// Generous: each takes a fraction of this, but anything quadratic would take minutes.
const LIMIT_MS = 10_000;

describe('hostile statements', () => {
  it.each([
    ['nested blocks', times('<div>', 100_000)],
    ['nested marks', times('<b>x', 100_000)],
    ['nested quotations', times('<blockquote>x', 50_000)],
    ['nested lists', times('<ul><li>x', 50_000)],
    ['nested tables', times('<table><tr><td>x', 50_000)],
    ['nested powers', `1${times('<sup>', 100_000)}x${times('</sup>', 100_000)}`],
    ['nested code', times('<code>`', 100_000)],
    ['nested preformatted', times('<pre>x', 100_000)],
    ['links left open', times('<a href=x>x', 50_000)],
    ['closing tags of nothing', times('<div>', 50_000) + times('</span>', 100_000)],
    ['entities', `<p>${times('&lt;', 250_000)}`],
    ['entities like tags', `<p>${times('&lt;a', 200_000)}`],
    ['ampersands', `<p>${times('&', 1_000_000)}`],
    ['angle brackets', times('<', 300_000)],
    ['angle brackets in HTML', `<p>${times('<', 300_000)}`],
    ['broken attributes', times('<a x="', 200_000)],
    ['interleaved quotes', `${times(`<a x='<a y="`, 80_000)}>`],
    ['attributes', `<p ${times('a=b ', 250_000)}>x`],
    ['open comments', `<p>${times('<!--', 250_000)}`],
    ['open scripts', times('<script>', 120_000)],
    ['stars', `<p>${times('a*', 500_000)}`],
    ['underscores', `<p>${times(' _a_', 200_000)}`],
    ['touching marks', `<p>${times('<b>a</b><i>b</i>', 50_000)}`],
    ['marks in words', `<p>${times('x<b>.a.</b>', 50_000)}`],
    ['punctuation in bold', `<p>x<b>${times('.', 1_000_000)}</b>x`],
    ['backticks', `# x\n<br>${Array.from({ length: 1400 }, (_, length) => times('`', length)).join(' ')}`],
    ['dollars', `# x\n<br>${times('$a $$b $$$c \\(d \\[e ', 40_000)}`],
    ['fences', `<br>${times('```\n', 250_000)}`],
    ['blanks', `<p>a${times(' ', 1_000_000)}b`],
    ['preformatted blanks', `<pre>a${times(' ', 1_000_000)}b`],
    ['line breaks', times('x<br>', 200_000)],
    ['a wide and tall table', `<table><tr>${times('<td>a', 50_000)}${times('<tr><td>b', 50_000)}`],
    ['column spans', times('<table><tr><td colspan=99999>a', 20_000)],
    ['brackets', `<p>${times('[', 500_000)}${times('](', 200_000)}`],
    ['zeros', `<p>${times('\0', 1_000_000)}x`],
    ['lone surrogates', `<p>${times('\ud800*', 300_000)}`],
    ['stray elements left open', `# x\n\n${times('<ul>', 900)}${times('y ', 400_000)}</ul>`],
    ['blank paragraphs', times('<p></p>', 100_000)],
  ])('R57: %s', (_, html) => {
    const start = performance.now();
    expect(statementToMarkdown(html)).not.toBe('');
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  });

  it('R57: a statement of 1 MB', () => {
    const paragraph =
      '<p>Given <code>n &lt;= 10<sup>5</sup></code> items, <strong>find</strong> the <em>largest</em> one.</p>\n';
    const start = performance.now();
    expect(statementToMarkdown(times(paragraph, Math.ceil(1_000_000 / paragraph.length))).length).toBeGreaterThan(
      500_000,
    );
    expect(performance.now() - start).toBeLessThan(LIMIT_MS);
  });
});
