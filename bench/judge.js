// An instant judge on loopback: every problem has a statement of 5 kB, and those whose id begins with "new" one of their own.
import { createServer } from 'node:http';

const PARAGRAPH =
  '<p>Given an array of integers <code>nums</code> and an integer <code>target</code>, return <em>indices</em> of the two ' +
  'numbers such that they add up to <strong>target</strong>, where <code>2 &lt;= nums.length &lt;= 10<sup>4</sup></code>.</p>\n';
const EXAMPLE = '<pre><strong>Input:</strong> nums = [2,7,11,15], target = 9\n<strong>Output:</strong> [0,1]\n</pre>\n';
const LIST =
  '<ul><li>Only one valid answer exists.</li><li><code>-10<sup>9</sup> &lt;= nums[i] &lt;= 10<sup>9</sup></code></li></ul>\n';
const STATEMENT = (PARAGRAPH + EXAMPLE + LIST).repeat(11).slice(0, 5120);

let served = 0;
createServer((request, response) => {
  const id = request.url.slice(request.url.lastIndexOf('/') + 1);
  const content = id.startsWith('new') ? `<p>Variant ${served++}</p>\n${STATEMENT}` : STATEMENT;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      id,
      source: 'leetcode',
      slug: 'two-sum',
      title: 'Two Sum',
      title_cn: null,
      difficulty: 'Easy',
      ac_rate: 57.1,
      rating: null,
      contest: null,
      problem_index: null,
      tags: ['Array', 'Hash Table'],
      link: 'https://leetcode.com/problems/two-sum/',
      category: 'Algorithms',
      paid_only: 0,
      content,
      content_cn: null,
      similar_questions: [],
    }),
  );
}).listen(0, '127.0.0.1', function listening() {
  process.stdout.write(`http://127.0.0.1:${this.address().port}\n`);
});
