import { describe, expect, it } from 'vitest';
import { detectMarkup } from './detect.ts';

describe('detectMarkup', () => {
  it.each([
    ['plain words', 'nothing special'],
    ['a comparison', 'a<p and p>q'],
    ['two comparisons', 'x<b>y and i<s>t'],
    ['generics', 'vector<int> and Map<String, List<Integer>>'],
    ['an include', '#include <map>'],
    ['a code span', 'the tag `<p>` and ``<b>`</b>``'],
    ['a fence', 'see\n\n```html\n<p>x</p>\n```\n'],
    ['a tilde fence', '~~~\n<p>x</p>\n~~~'],
    ['a fence in a list', '- item\n\n  ```\n  <br>\n  ```\n'],
    ['an open fence', '```\n<p>x</p>'],
    ['inline maths', 'for $a<b>c$ and $i<p$'],
    ['display maths', '$$\na <p> b\n$$ and $$$x<b>y$$$'],
    ['TeX brackets', '\\(a<b>c\\) \\[a<i>c\\]'],
    ['an escape', '\\<b> is bold'],
    ['entities', '1 &lt; 2 &amp; 3'],
    ['an unknown element', '<foo>x</foo>'],
    ['a comment', 'text <!-- <p> -->'],
    ['an address', '<https://example.org/p>'],
  ])('R58: %s is Markdown', (_, text) => {
    expect(detectMarkup(text)).toBe('markdown');
  });

  it.each([
    ['a break', '# Title\n\na<br>b'],
    ['an image', 'one\n\n<img src="a.png">\n\ntwo'],
    ['a power', '- 10<sup>5</sup>'],
    ['a wrapper', '## A\n\n<div align="center">\n\n![x](y)\n\n</div>\n\n## B\n'],
    ['a table', '## A\n\n```\n1\n```\n\n<table><tr><td>1</td><td>2</td></tr></table>\n'],
    ['bold beside code', 'use `x` and <b>y</b>'],
  ])('R58: Markdown with %s is mixed', (_, text) => {
    expect(detectMarkup(text)).toBe('mixed');
  });

  it.each([
    ['bold alone', '<b>bold</b>'],
    ['an attribute', 'a<span class="x">b</span>'],
    ['paragraphs', '<p>one</p>\n\n<p>two</p>'],
    ['upper case', '<P>one</P>'],
    ['an open paragraph', 'one. <p>two'],
    ['Markdown inside pre', '<p>a</p><pre>\n# 1\n- 2\n- 3\n| a | b |\n</pre>'],
    ['code spans in paragraphs', '<p>`a` `b` `c`</p>'],
    ['prices', '<b>$5</b> and <b>$10</b>'],
    ['too many tags', `# Title\n\n${'a<br>'.repeat(1001)}`],
  ])('R58: %s is HTML', (_, text) => {
    expect(detectMarkup(text)).toBe('html');
  });
});
