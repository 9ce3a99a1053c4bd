import { describe, expect, it } from 'vitest';
import { statementToMarkdown } from './index.ts';

describe('LeetCode statements', () => {
  it('old style', () => {
    const html = `<p>You are given a list of integers <code>heights</code>&nbsp;and a number <code>limit</code>. Return <em>the largest gap that stays below <code>limit</code></em>.</p>

<p>Each list has <strong><em>at least</em> one</strong> such gap, and the i<sup>th</sup> height belongs to the i<sup>th</sup> tower.</p>

<p>&nbsp;</p>
<p><strong class="example">Example 1:</strong></p>
<img alt="three towers" src="https://assets.example.com/uploads/towers (1).png" style="width: 300px;" />
<pre>
<strong>Input:</strong> heights = [3,9,4], limit = 7
<strong>Output:</strong> 6
<strong>Explanation:</strong> 9 - 3 = 6 &lt; 7, and 2<sup>3</sup> is not needed.
</pre>

<p>&nbsp;</p>
<p><strong>Constraints:</strong></p>

<ul>
	<li><code>2 &lt;= heights.length &lt;= 10<sup>5</sup></code></li>
	<li><code>-2<sup>31</sup> &lt;= heights[i] &lt;= 2<sup>31</sup> - 1</code></li>
	<li><strong>One</strong> answer always exists.</li>
</ul>

<p>&nbsp;</p>
<strong>Follow-up:&nbsp;</strong>Can you do it in&nbsp;less than&nbsp;<code>O(n<sup>2</sup>)</code>&nbsp;time?`;
    expect(statementToMarkdown(html)).toMatchInlineSnapshot(`
      "You are given a list of integers \`heights\` and a number \`limit\`. Return *the largest gap that stays below \`limit\`*.

      Each list has ***at least* one** such gap, and the i^th height belongs to the i^th tower.

      **Example 1:**

      ![three towers](https://assets.example.com/uploads/towers%20%281%29.png)

      \`\`\`
      Input: heights = [3,9,4], limit = 7
      Output: 6
      Explanation: 9 - 3 = 6 < 7, and 2^3 is not needed.
      \`\`\`

      **Constraints:**

      - \`2 <= heights.length <= 10^5\`
      - \`-2^31 <= heights[i] <= 2^31 - 1\`
      - **One** answer always exists.

      **Follow-up:** Can you do it in less than \`O(n^2)\` time?"
    `);
  });

  it('new style', () => {
    const html = `<p>Count the pairs <code>(i, j)</code> with <code>nums[i] * nums[j] == k</code>.</p>

<p>A pair is <strong>good</strong> if:</p>

<ul>
	<li><code>i &lt; j</code>, and</li>
	<li>either:
	<ol>
		<li><code>nums[i]</code> is even, or</li>
		<li><code>nums[j]</code> is.</li>
	</ol>
	</li>
</ul>

<p><strong class="example">Example 1:</strong></p>

<div class="example-block">
<p><strong>Input:</strong> <span class="example-io">nums = [2,3,6], k = 12</span></p>

<p><strong>Output:</strong> <span class="example-io">1</span></p>

<p><strong>Explanation:</strong></p>

<table border="1">
	<tbody>
		<tr><th>i</th><th>j</th><th>product</th></tr>
		<tr><td>0</td><td>2</td><td><code>2 * 6</code></td></tr>
	</tbody>
</table>
</div>

<p><strong>Note:</strong>&nbsp;the answer fits into <code>10<sup>9</sup> + 7</code>.</p>`;
    expect(statementToMarkdown(html)).toMatchInlineSnapshot(`
      "Count the pairs \`(i, j)\` with \`nums[i] * nums[j] == k\`.

      A pair is **good** if:

      - \`i < j\`, and
      - either:
        1. \`nums[i]\` is even, or
        2. \`nums[j]\` is.

      **Example 1:**

      **Input:** nums = [2,3,6], k = 12

      **Output:** 1

      **Explanation:**

      | i | j | product |
      | --- | --- | --- |
      | 0 | 2 | \`2 * 6\` |

      **Note:** the answer fits into \`10^9 + 7\`."
    `);
  });
});
