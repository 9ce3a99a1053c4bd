import { describe, expect, it } from 'vitest';
import { statementToMarkdown } from './index.ts';

describe('statements of other judges', () => {
  it.each([
    '$$$$$$\\sum_{i} a_i *b* _c_ < [d](e)$$$$$$',
    'Let $$$a_*$$$$$$b_*$$$ be and $$$$$$a*b*c\n= d*e*f$$$$$$',
    '$$$$$$a*b*$$$$$$',
  ])('Codeforces: displayed mathematics stays as it is: %j', (formula) => {
    expect(statementToMarkdown(`<p>${formula.replaceAll('<', '&lt;')}</p>`)).toBe(formula.replace('\n', ' '));
    expect(statementToMarkdown(`# Title\n\n${formula}\n\nmore<br>lines`)).toBe(`# Title\n\n${formula}\n\nmore\nlines`);
  });

  it('Codeforces', () => {
    const html = `<div class="problem-statement"><div class="header"><div class="title">B. Quiet Lamps</div><div class="time-limit"><div class="property-title">time limit per test</div>2 seconds</div><div class="input-file"><div class="property-title">input</div>standard input</div></div><div><p>There are $$$n$$$ lamps; lamp $$$i$$$ has power $$$a_i$$$ ($$$1 \\le a_i &lt; 10^9$$$) and <span class="tex-font-style-bf">never</span> more than <span class="tex-font-style-tt">MAX_*</span>.</p><p>Choose <span class="tex-span"><i>k</i></span> of them so that $$$\\sum_{i*j} a_i*b_j$$$ is smallest.</p></div><div class="input-specification"><div class="section-title">Input</div><p>The first line holds $$$t$$$.</p><ul><li> $$$1 \\le t \\le 100$$$; </li><li> all numbers are integers. </li></ul></div><div class="sample-tests"><div class="section-title">Example</div><div class="sample-test"><div class="input"><div class="title">Input<div title="Copy" class="input-output-copier">Copy</div></div><pre><div class="test-example-line test-example-line-even">2</div><div class="test-example-line test-example-line-odd">3 1</div><div class="test-example-line">1 2 3</div></pre></div><div class="output"><div class="title">Output</div><pre>YES<br />NO<br /></pre></div></div></div><div class="note"><div class="section-title">Note</div><p>Lamps are lit one after another.</p></div></div>`;
    expect(statementToMarkdown(html)).toMatchInlineSnapshot(`
      "**B. Quiet Lamps**

      time limit per test: 2 seconds

      input: standard input

      There are $$$n$$$ lamps; lamp $$$i$$$ has power $$$a_i$$$ ($$$1 \\le a_i < 10^9$$$) and **never** more than \`MAX_*\`.

      Choose *k* of them so that $$$\\sum_{i*j} a_i*b_j$$$ is smallest.

      **Input**

      The first line holds $$$t$$$.

      - $$$1 \\le t \\le 100$$$;
      - all numbers are integers.

      **Example**

      **Input**

      \`\`\`
      2
      3 1
      1 2 3
      \`\`\`

      **Output**

      \`\`\`
      YES
      NO
      \`\`\`

      **Note**

      Lamps are lit one after another."
    `);
  });

  it('AtCoder', () => {
    const html = `<span class="lang-en">
<p>Score : <var>300</var> points</p>

<div class="part">
<section>
<h3>Problem Statement</h3><p>Snuke has <var>N</var> cards. The <var>i</var>-th card shows <var>A_i</var>.<br />
He picks cards whose sum is at most <var>10^{18} - 1</var>.</p>
</section>
</div>

<div class="part">
<section>
<h3>Constraints</h3><ul>
<li><var>1 \\leq N \\leq 2 \\times 10^5</var></li>
<li>All values are integers.</li>
</ul>
</section>
</div>

<hr />
<div class="io-style">
<div class="part">
<section>
<h3>Input</h3><p>Input is given from Standard Input in this format:</p>
<pre><var>N</var>
<var>A_1</var> <var>A_2</var> <var>\\ldots</var> <var>A_N</var>
</pre>
</section>
</div>
</div>

<div class="part">
<section>
<h3>Sample Input 1 <span class="btn btn-default btn-sm btn-copy">Copy</span></h3><pre>3
1 4 2
</pre>
</section>
</div>
</span>`;
    expect(statementToMarkdown(html)).toMatchInlineSnapshot(`
      "Score : 300 points

      ### Problem Statement

      Snuke has N cards. The i-th card shows $A_i$.
      He picks cards whose sum is at most $10^{18} - 1$.

      ### Constraints

      - $1 \\leq N \\leq 2 \\times 10^5$
      - All values are integers.

      ---

      ### Input

      Input is given from Standard Input in this format:

      \`\`\`
      N
      A_1 A_2 \\ldots A_N
      \`\`\`

      ### Sample Input 1

      \`\`\`
      3
      1 4 2
      \`\`\`"
    `);
  });

  it('Luogu, in Markdown, passes through unchanged', () => {
    const markdown = `## 题目描述

给定 $n$ 个整数 $a_1,a_2,\\dots,a_n$，求满足 $a_i<a_j$ 且 $j>i$ 的 **有序对** 数量。

## 输入格式

- 第一行一个整数 $n$（$1\\le n\\le 10^5$）。
- 第二行 \`n\` 个整数，例如 \`vector<int>\`。

## 样例

\`\`\`cpp
#include <map>
if (a<p && p>q) puts("<b>");
\`\`\`

| 测试点 | $n$ |
|:-:|:-:|
| $1\\sim 3$ | $<10$ |
`;
    expect(statementToMarkdown(markdown)).toBe(markdown);
  });

  it('Luogu, with a few tags, keeps its Markdown', () => {
    const markdown = `## 题目背景

<center><img src="https://cdn.example.com/x.png" alt="图" width="50%"></center>

第一行<br>第二行，共 10<sup>5</sup> 个 *数*。

## 样例

\`\`\`
<br>
\`\`\`
`;
    expect(statementToMarkdown(markdown)).toMatchInlineSnapshot(`
      "## 题目背景

      ![图](https://cdn.example.com/x.png)

      第一行
      第二行，共 10^5 个 *数*。

      ## 样例

      \`\`\`
      <br>
      \`\`\`"
    `);
  });

  it('an older judge, with its whole page in a table', () => {
    const html = `<HTML><HEAD><TITLE>1000</TITLE><STYLE>td {}</STYLE></HEAD><BODY><TABLE><TR><TD>
<H2>A+B</H2><P>Read a,b (a&lt;b) and print a*b*c.<P>Use #include <stdio.h> or vector<int>.
<TABLE BORDER=1><TR><TH>input<TH>output<TR><TD><PRE>1 5
2 7</PRE><TD><PRE>6</PRE></TABLE>
</TABLE></BODY></HTML>`;
    expect(statementToMarkdown(html)).toMatchInlineSnapshot(`
      "## A+B

      Read a,b (a<b) and print a\\*b\\*c.

      Use #include \\<stdio.h> or vector\\<int>.

      **input**

      \`\`\`
      1 5
      2 7
      \`\`\`

      **output**

      \`\`\`
      6
      \`\`\`"
    `);
  });
});
