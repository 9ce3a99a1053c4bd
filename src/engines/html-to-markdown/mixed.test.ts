import { describe, expect, it } from 'vitest';
import { rewriteStrayTags } from './mixed.ts';

describe('rewriteStrayTags', () => {
  it.each([
    ['a break', 'a<br>b<br/>\nc <br> d', 'a\nb\nc\nd'],
    ['a break in a table', '| a | b<br>c |\n|---|---|', '| a | b c |\n|---|---|'],
    ['an image', 'x <img alt="y" src="z.png"> w', 'x ![y](z.png) w'],
    ['powers', '10<sup>5</sup> and a<sub>i+1</sub>', '10^5 and a_(i+1)'],
    ['an index before a letter', 'log<sub>2</sub>n, a<sub>i</sub>', 'log_(2)n, a_i'],
    ['bold and italics', 'x<b> y </b>z, <em>w</em>, <s>v</s>', 'x **y** z, *w*, ~~v~~'],
    ['bold around Markdown', '<b>`a` and $b$</b>', '**`a` and $b$**'],
    ['marks left open', 'a <b>b\n\nc <i>d', 'a b\n\nc d'],
    ['marks never opened', 'a</b> b</a>', 'a b'],
    ['nothing in bold', 'a <b> </b> b', 'a   b'],
    ['code', '<code>a &lt; b</code> `<br>`', '`a < b` `<br>`'],
    ['a link', '<a href="/x y">**z**</a> <a href="javascript:go()">w</a>', '[**z**](/x%20y) w'],
    ['a rule', 'a\n\n<hr>\nb', 'a\n\n---\n\nb'],
    ['wrappers', '<center>a</center><p align="left">b</p> <font color="red">c</font>', 'a\n\nb\n\nc'],
    ['a comment', 'a <!-- b --> c', 'a  c'],
    ['a script', 'a<script>b</script> c', 'a c'],
    ['a list', 'a\n<ul><li>b<ul><li>c</li></ul></li></ul>\nd', 'a\n\n- b\n  - c\n\nd'],
    ['a table', 'a\n\n<table><tr><td>1</td><td>2</td></tr></table>\n\nb', 'a\n\n| 1 | 2 |\n| --- | --- |\n\nb'],
    ['an open list', 'a <ul><li>b', 'a\n\nb'],
    ['code and maths', '```\n<br>\n```\n$a<b>c$', '```\n<br>\n```\n$a<b>c$'],
    ['an unknown element', 'a <int> b<br>c', 'a <int> b\nc'],
  ])('R58: rewrites %s', (_, text, expected) => {
    expect(rewriteStrayTags(text)).toBe(expected);
  });

  it('R58: leaves all other bytes alone', () => {
    const around = '# *Title*  \n\n1) a_b_c\n\n\n> quoted\\_text &amp; more | x\n\n';
    expect(rewriteStrayTags(`${around}<span>y</span>`)).toBe(`${around}y`);
  });
});
