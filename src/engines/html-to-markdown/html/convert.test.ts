import { describe, expect, it } from 'vitest';
import { htmlToMarkdown } from './convert.ts';

type Cases = readonly (readonly [what: string, html: string, markdown: string])[];

function check(title: string, cases: Cases): void {
  describe(title, () => {
    it.each(cases)('%s', (_, html, markdown) => {
      expect(htmlToMarkdown(html)).toBe(markdown);
    });
  });
}

check('blocks', [
  ['paragraphs', '<p>a</p><p>b\n c</p>', 'a\n\nb c'],
  ['divisions and sections', '<div>a<div>b</div>c</div><section>d</section>', 'a\n\nb\n\nc\n\nd'],
  ['headings', '<h1>a</h1><h3>b<br>c</h3><h6><div>d</div></h6><h2></h2>', '# a\n\n### b c\n\n###### d'],
  ['a heading that ends in marks', '<h2>C #</h2><h2>C#</h2>', '## C \\#\n\n## C#'],
  ['rules', 'a<hr>b', 'a\n\n---\n\nb'],
  ['line breaks', '<p>a<br>b<br/>\n c</p>', 'a\nb\nc'],
  ['two line breaks', '<p>a<br><br>b<br></p>', 'a\n\nb'],
  ['quotations', '<blockquote>a<p>b</p><blockquote>c</blockquote></blockquote>d', '> a\n>\n> b\n>\n> > c\n\nd'],
  ['a paragraph left open', '<p>a<p>b<div>c', 'a\n\nb\n\nc'],
  ['a paragraph never opened', 'a</p>b', 'a\n\nb'],
  ['blanks', '<p>&nbsp; a &nbsp;\n\t b&nbsp;</p><p>&nbsp;</p>', 'a b'],
]);

check('preformatted text', [
  ['language', '<pre><code class="language-cpp">int x;</code></pre>', '```cpp\nint x;\n```'],
  ['language of the block', '<pre class="a lang-py b">x = 1</pre>', '```py\nx = 1\n```'],
  ['a longer fence', '<pre>a ``` b\n````</pre>', '`````\na ``` b\n````\n`````'],
  ['all blank lines', '<pre>\n\na  \n\n\n  b\n\n</pre>', '```\n\na\n\n\n  b\n\n```'],
  ['the line breaks of the markup are no lines', '<pre>\na\r\n  </pre>', '```\na\n```'],
  [
    'an empty line of a sample',
    '<pre><div class="test-example-line">1</div><div class="test-example-line"></div><div class="test-example-line">2</div></pre>',
    '```\n1\n\n2\n```',
  ],
  ['breaks and divisions', '<pre>a<br>b<div>c</div><div>d</div>e</pre>', '```\na\nb\nc\nd\ne\n```'],
  [
    'entities and angle brackets',
    '<pre>#include <stdio.h>\nmap<int, T> &lt;b&gt;</pre>',
    '```\n#include <stdio.h>\nmap<int, T> <b>\n```',
  ],
  ['an image goes in front', '<pre><img src="a.png">x</pre>', '![](a.png)\n\n```\nx\n```'],
  ['nothing', '<pre> \n </pre>', ''],
  ['in a list', '<ul><li>a<pre>x\n\ny</pre></li></ul>', '- a\n\n  ```\n  x\n\n  y\n  ```'],
  ['in a quotation', '<blockquote><pre>x\n\ny</pre></blockquote>', '> ```\n> x\n>\n> y\n> ```'],
]);

check('lists', [
  ['tight items', '<ul>\n<li>a</li>\n<li><p>b</p></li>\n</ul>', '- a\n- b'],
  ['nesting', '<ul><li>a<ol><li>b<li>c</ol><li>d</ul>', '- a\n  1. b\n  2. c\n- d'],
  ['numbers', '<ol start="9"><li>a<li>b<p>c</p></ol>', '9. a\n10. b\n\n    c'],
  ['a number of its own', '<ol><li>a<li value="5">b<li>c</ol>', '1. a\n5. b\n6. c'],
  ['nested numbers from three', '<ul><li>a<ol start=3><li>b</ol></ul>', '- a\n\n  3. b'],
  ['two lists in a row', '<ol><li>a</ol><ol><li>b</ol><ul><li>c</ul><ul><li>d</ul>', '1. a\n\n1) b\n\n- c\n\n* d'],
  ['empty items', '<ul><li></li><li> </li><li>a</li></ul>', '- a'],
  ['an item of nothing but a list', '<ul><li><ul><li>a</ul></ul>', '- - a'],
  ['no list around', '<li>a<li>b', '- a\n\n- b'],
  ['definitions', '<dl><dt>a<dd>b<dd>c<dt>d<dd>e</dl>', '**a**\n- b\n- c\n\n**d**\n- e'],
  ['text after', 'a<ul><li>b</ul>c', 'a\n\n- b\n\nc'],
]);

check('tables', [
  [
    'headings and rows',
    '<table><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
  ],
  ['uneven rows', '<table><tr><td>a<tr><td>1<td>2</table>', '| a |  |\n| --- | --- |\n| 1 | 2 |'],
  [
    'a column span',
    '<table><tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3</table>',
    '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
  ],
  [
    'marks in cells',
    '<table><tr><td>- a<td>#<tr><td><code>x|y</code><td>1. z</table>',
    '| - a | # |\n| --- | --- |\n| `x\\|y` | 1. z |',
  ],
  ['paragraphs in cells', '<table><tr><td><p>a</p><p>b</p><td>c</table>', '| a b | c |\n| --- | --- |'],
  ['a caption', '<table><caption>t</caption><tr><td>a<td>b</table>', 't\n\n| a | b |\n| --- | --- |'],
  ['in a list', '<ul><li>x<table><tr><td>a<td>b</table><li>y</ul>', '- x\n\n  | a | b |\n  | --- | --- |\n- y'],
  [
    'samples keep their lines',
    '<table><tr><th>in<th>out<tr><td><pre>1\n2</pre><td><pre>3</pre></table>',
    '**in**\n\n```\n1\n2\n```\n\n**out**\n\n```\n3\n```',
  ],
  ['a page in a table', '<table><tr><td><h2>a</h2><ul><li>b</ul></table>', '## a\n\n- b'],
  ['one cell', '<table><tr><td>a</table>', 'a'],
  [
    'a table in a table',
    '<table><tr><td>x<table><tr><td>a<td>b</table><td>y</table>',
    'x\n\n| a | b |\n| --- | --- |\n\ny',
  ],
  ['text between cells', '<table>a<tr>b<td>c</td>d</table>', 'a\n\n| b | c | d |\n| --- | --- | --- |'],
  ['nothing', '<table><tr><td></td></tr></table>', ''],
  ['a cell without table', '<td>a</td>b', 'a\n\nb'],
]);

check('phrases', [
  ['marks', '<b>a</b> <strong>b</strong> <i>c</i> <em>d</em> <del>e</del> <s>f</s>', '**a** **b** *c* *d* ~~e~~ ~~f~~'],
  ['blanks move out of marks', 'a<b> b </b>c', 'a **b** c'],
  ['empty marks go', 'a<b></b>b<i> </i>c', 'ab c'],
  ['marks in marks', '<b>a<b>b</b></b> <b><i>c</i></b> <b><i>d</i> e</b>', '**ab** ***c*** ***d* e**'],
  ['marks in a row', '<b>a</b><b>b</b>', '**ab**'],
  ['marks over blocks', '<b><p>a</p><p>b</p></b>c', '**a**\n\n**b**\n\nc'],
  ['marks over line breaks', '<b>a<br></b>b', '**a**\nb'],
  ['punctuation moves out', '<b>Note:</b>a x<b>(y)</b>z', '**Note**:a x(**y**)z'],
  ['Chinese punctuation too', '<b>注意：</b>请', '**注意**：请'],
  ['a mark that cannot be shown', 'a<b>$x$</b>b', 'a$x$b'],
  ['transparent elements', '<font color=red>a</font><u>b</u><x-y>c</x-y><foo>d</foo>', 'abcd'],
  ['quotation marks', '<q>a</q>', '"a"'],
  ['code', '<code>a*b_c</code> <kbd> x </kbd>y <tt></tt>', '`a*b_c` `x` y'],
  ['code in a row', '<code>a</code><code>b</code>', '`ab`'],
  ['backticks in code', '<code>a`b</code> <code>``</code>', '``a`b`` ``` `` ```'],
  ['code of several lines', 'a <code>x<br>y</code> b', 'a\n\n```\nx\ny\n```\n\nb'],
  [
    'powers',
    '2<sup>2<sup>n</sup></sup> 10<sup>-9</sup> a<sub>i</sub><sup>2</sup> i<sup>th</sup>',
    '2^(2^n) 10^-9 a_i^2 i^th',
  ],
  ['a letter behind an index', 'log<sub>2</sub>n', 'log_(2)n'],
  ['a power left open', '<p>2<sup>3</p><p>a', '2^3\n\na'],
  ['hidden text', 'a<span style="color:red; display : none">b</span><p hidden>c</p><button>d</button>', 'a'],
]);

check('formulas', [
  ['variables', '<var>N</var> and <var>A_{i}</var> of <var>x<sub>1</sub></var>', 'N and $A_{i}$ of $x_1$'],
  ['variables in code', '<pre><var>N</var>\n<var>A_1</var></pre>', '```\nN\nA_1\n```'],
  ['MathJax', '<span class="MathJax_Preview">?</span><script type="math/tex">a_i<b</script>', '$a_i<b$'],
  ['MathJax display', '<script type="math/tex; mode=display">x</script>', '$$x$$'],
  [
    'KaTeX',
    '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math><span class="katex-html">x2</span>',
    '$x^2$',
  ],
  ['MathML alone', '<math><mi>x</mi><mo>+</mo><mn>1</mn></math>', 'x+1'],
]);

check('links', [
  ['plain', '<a href="https://a.b/c?d=e&amp;f">x <b>y</b></a>', '[x **y**](https://a.b/c?d=e&f)'],
  ['relative', '<a href="/p/1">x</a> <a href="#n">y</a>', '[x](/p/1) [y](#n)'],
  ['awkward characters', '<a href="/a (b)|<c>">[x]</a>', '[\\[x\\]](/a%20%28b%29%7C%3Cc%3E)'],
  ['no text, no address', 'a<a href="/x"></a><a>b</a><a href="">c</a>', 'abc'],
  ['around an image', '<a href="/x"><img src="y"></a>', '[![](y)](/x)'],
  ['around blocks', '<a href="/x"><p>a</p><p>b</p></a>', '[a](/x)\n\n[b](/x)'],
  ['after a bang', 'a!<a href="/x">b</a>', 'a\\![b](/x)'],
  [
    'lazy images',
    '<img data-src="a.png" alt="[x]"><img alt="only text"><img src="data:image/png;base64,AA">',
    '![\\[x\\]](a.png)only text',
  ],
]);

describe('links that could run code', () => {
  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java&#115;cript:alert(1)',
    'java&Tab;script&colon;alert(1)',
    'java\nscript:alert(1)',
    '&#1;javascript:alert(1)',
    'java&#x200b;script:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
  ])('defuses %j', (href) => {
    expect(htmlToMarkdown(`<a href="${href}">x</a>`)).toBe('x');
  });

  it('does not let a renderer decode the address into one', () => {
    expect(htmlToMarkdown('<a href="javascript&amp;colon;x">x</a>')).toBe('[x](javascript&amp;colon;x)');
    expect(htmlToMarkdown('<a href="javascript\\:x">x</a>')).toBe('[x](javascript%5C:x)');
    expect(htmlToMarkdown('[x](javascript:y) &lt;javascript:y&gt;')).toBe('[x\\](javascript:y) \\<javascript:y>');
  });
});

check('text that looks like Markdown', [
  ['words with underscores', 'snake_case_word __init__ _x_', 'snake_case_word \\_\\_init\\_\\_ \\_x\\_'],
  ['lone signs', '2 * 3 * 4, a*b, 1~9, x_', '2 * 3 * 4, a*b, 1~9, x_'],
  ['pairs of signs', '*a* b**c**d 1~2 3~4', '\\*a\\* b\\*\\*c\\*\\*d 1\\~2 3\\~4'],
  ['a sign beside a mark', '<b>a</b> 2*n', '**a** 2\\*n'],
  ['backticks', 'a `b` c', 'a \\`b\\` c'],
  ['brackets', 'nums[i] = [1,2](x) ![y]', 'nums[i] = [1,2\\](x) ![y]'],
  ['tags', '&lt;b&gt; i &lt; j, i&lt;j &amp;lt; &amp;', '\\<b> i < j, i<j \\&lt; &'],
  ['backslashes', 'a\\b \\* C:\\ \\', 'a\\b \\\\* C:\\ \\\\'],
  [
    'line starts',
    '<p># a</p><p>- b<br>+ c<br>1. d<br>2) e<br>&gt; f<br>---<br>===</p>',
    '\\# a\n\n\\- b\n\\+ c\n1\\. d\n2\\) e\n\\> f\n\\---\n\\===',
  ],
  ['innocent line starts', '<p>#a</p><p>-1</p><p>1.5</p><p>+x</p>', '#a\n\n-1\n\n1.5\n\n+x'],
  ['definitions and boxes', '<p>[a]: b</p><li>[x] c', '\\[a]: b\n\n- \\[x] c'],
  ['rules of stars', '<p>* * *</p><p>~~~</p>', '\\* * *\n\n\\~\\~\\~'],
  ['angle brackets that begin no tag', 'a<p and p>q vector<int> x<3', 'a\\<p and p>q vector\\<int> x<3'],
  ['letters that begin no tag', 'a<b>c d<a href=x>e <i>f', 'a\\<b>c d[e *f*](x)'],
]);
