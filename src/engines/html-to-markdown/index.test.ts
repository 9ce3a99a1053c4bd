import { describe, expect, it } from 'vitest';
import { statementToMarkdown } from './index.ts';

const NOTHING = 'No description available.';

describe('statementToMarkdown', () => {
  it.each([null, undefined, '', '   ', '\n\t \u00a0\n'])('R55: %j has no description', (content) => {
    expect(statementToMarkdown(content)).toBe(NOTHING);
  });

  it.each(['<p> </p>', '<p>&nbsp;</p>', '<script>go()</script>', '<style>p{}</style><br><img alt="">'])(
    'R56: %s leaves nothing to show',
    (content) => {
      expect(statementToMarkdown(content)).toBe(NOTHING);
    },
  );

  it('R57: whatever comes in, a text comes out', () => {
    for (const broken of [
      '<',
      '<p',
      '</',
      '<!--',
      '<p class="',
      '&#xD800;<p>&#0;',
      '<p>\0\ud800</p>',
      '<table><td><li></p>',
    ]) {
      expect(statementToMarkdown(broken)).not.toBe('');
    }
  });

  it('R58: Markdown passes through byte for byte', () => {
    const markdown = '# Title\r\n\r\n* a_b_c  \n\n\n\n$$x<y$$ and `<p>`\n\n```html\n<b>x</b>\n```\n&lt; trailing \n\n';
    expect(statementToMarkdown(markdown)).toBe(markdown);
  });

  it('R58: a comparison is not a tag', () => {
    expect(statementToMarkdown('if a<p and p>q then a<b>c')).toBe('if a<p and p>q then a<b>c');
    expect(statementToMarkdown('<p>if a<p and p>q</p>')).toBe('if a\\<p and p>q');
  });

  it('R58: a stray tag does not flatten its Markdown', () => {
    expect(statementToMarkdown('## Input\n\n- one<br>two\n- 10<sup>5</sup>\n')).toBe('## Input\n\n- one\ntwo\n- 10^5');
  });

  it('R59: powers and indices survive, in code too', () => {
    expect(statementToMarkdown('<p>10<sup>5</sup>, 2<sup>31</sup> - 1, a<sub>i</sub>, x<sup>n+1</sup></p>')).toBe(
      '10^5, 2^31 - 1, a_i, x^(n+1)',
    );
    expect(statementToMarkdown('<code>nums[i] &lt;= 10<sup>4</sup></code>')).toBe('`nums[i] <= 10^4`');
  });

  it('R59: preformatted text is fenced and its markup stripped', () => {
    expect(statementToMarkdown('<pre><b>Input:</b> n = 2<sup>3</sup>\n<i>Output:</i> 8</pre>')).toBe(
      '```\nInput: n = 2^3\nOutput: 8\n```',
    );
  });

  it('R59: scripts, styles and comments leave no text', () => {
    expect(statementToMarkdown('<style>p{}</style><p>a<!-- b --></p><script>c</script><template>d</template>')).toBe(
      'a',
    );
  });

  it('R59: formulas are never touched', () => {
    const formulas = '$a_i*b_j$ $$x_1*y_1*z$$ $$$\\frac{a_b}{c*d}*e$$$ \\(p_q*r_s*t\\) \\[u_v*w*\\]';
    expect(statementToMarkdown(`<p>${formulas}</p>`)).toBe(formulas);
    expect(statementToMarkdown('<p>$a_i &lt; b_i$ *x* $5 and $6</p>')).toBe('$a_i < b_i$ \\*x\\* $5 and $6');
  });

  it('R59: images keep their text and their address', () => {
    expect(statementToMarkdown('<p><img src="/a b.png" alt="two\ntrees"></p>')).toBe('![two trees](/a%20b.png)');
  });

  it('R59: tables become pipe tables with escaped cells', () => {
    expect(
      statementToMarkdown('<table><tr><th>a|b</th><th>c</th></tr><tr><td>1<br>2</td><td><b>x</b></td></tr></table>'),
    ).toBe('| a\\|b | c |\n| --- | --- |\n| 1 2 | **x** |');
  });

  it('R59: the Chinese statement stands in for a blank one', () => {
    expect(statementToMarkdown(' ', '<p>两数之和</p>')).toBe('两数之和');
    expect(statementToMarkdown(null, '# 标题')).toBe('# 标题');
    expect(statementToMarkdown('<p>&nbsp;</p>', '题面')).toBe('题面');
    expect(statementToMarkdown('text', '题面')).toBe('text');
    expect(statementToMarkdown('', ' ')).toBe(NOTHING);
  });

  it('C11: the tag of the seed example is gone', () => {
    expect(statementToMarkdown('<b>bold</b>')).toBe('**bold**');
  });

  it('C12: a blank paragraph is stripped, not escaped', () => {
    expect(statementToMarkdown('<p> </p>')).toBe(NOTHING);
  });

  it('gives the same answer the second time', () => {
    const statement = `<p>again ${'and again '.repeat(100)}<b>x</b></p>`;
    const first = statementToMarkdown(statement);
    expect(statementToMarkdown(JSON.parse(JSON.stringify(statement)))).toBe(first);
  });
});
