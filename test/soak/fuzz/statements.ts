import { plainText } from '../../../src/engines/html-to-markdown/fallback.ts';
import { htmlToMarkdown } from '../../../src/engines/html-to-markdown/html/convert.ts';
import { statementToMarkdown } from '../../../src/engines/html-to-markdown/index.ts';
import { rewriteStrayTags } from '../../../src/engines/html-to-markdown/mixed.ts';
import { damagedText, joined } from './mutate.ts';
import { mustHold, type Sort, shown } from './sort.ts';

const NAMES =
  'p b i em strong code pre ul ol li table tr td th thead h1 h3 sup sub a img br hr div span blockquote script style var math svg details'.split(
    ' ',
  );
const PIECES = [
  ...NAMES.flatMap((name) => [`<${name}>`, `</${name}>`]),
  '<a href="x">',
  '<img src=x alt="y">',
  '<td colspan=3>',
  '<pre class="lang-c">',
  '<ol start="7">',
  '<span class="tex-span">',
  '<p style="display:none">',
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<!DOCTYPE',
  '<a href="',
  "'",
  '"',
  '=',
  '&',
  '&lt;',
  '&amp;',
  '&nbsp;',
  '&#0;',
  '&#x10FFFF;',
  '&#999999999;',
  '&bogus;',
  '$',
  '$$',
  '\\(',
  '\\)',
  '\\[',
  '`',
  '```',
  '*',
  '**',
  '_',
  '#',
  '# ',
  '- ',
  '1. ',
  '|',
  '|---|',
  '>',
  '\n',
  '\n\n',
  '    ',
  '\t',
  '\\',
  '[x](y)',
  '![',
  '](',
  'word',
  ' two words ',
  '1 < 2',
  'a<b',
  'é',
  '💶',
  '\0',
  '\ud800',
  '\u202e',
  '\u00a0',
];
const KNOWN = [
  '<p>Given an array <code>nums</code> and <em>an</em> integer <code>k</code>, return <b>the sum</b>.</p>\n<pre><strong>Input:</strong> nums = [1,2]\n</pre>\n<ul><li><code>1 &lt;= n &lt;= 10<sup>5</sup></code></li></ul>',
  '<div class="section"><div class="header"><h3>Input</h3></div><p>The only line contains $$$n$$$ ($$$1 \\le n$$$)</p><table><tr><th>a</th><td>b</td></tr></table></div>',
  '# Title\n\nSome **Markdown** with <b>tags</b> and $a<b$.\n\n```cpp\n#include <vector>\n```\n\n| a | b |\n|---|---|\n| <i>x</i> | 2 |',
];

export const statements: Sort<string> = {
  make: (random) => {
    const text = random.below(2) === 0 ? joined(PIECES, 24, random) : damagedText(random.pick(KNOWN), PIECES, random);
    return random.below(300) === 0 ? text.repeat(1 + random.below(300)) : text;
  },
  run(html) {
    // What `statementToMarkdown` would catch is a bug all the same.
    htmlToMarkdown(html);
    rewriteStrayTags(html);
    plainText(html);
    mustHold(statementToMarkdown(html).trim() !== '', 'a statement is never blank');
  },
  show: shown,
};
