/** A problem as the judge sends it. */
export const TWO_SUM = {
  id: '1',
  source: 'leetcode',
  slug: 'two-sum',
  title: 'Two Sum',
  title_cn: '两数之和',
  difficulty: 'Easy',
  ac_rate: 57.05,
  rating: null,
  contest: null,
  problem_index: null,
  tags: ['Array', 'Hash Table'],
  link: 'https://leetcode.com/problems/two-sum/',
  category: 'Algorithms',
  paid_only: 0,
  content: '<p>Find <b>two</b> numbers below 10<sup>9</sup>.</p>',
  content_cn: null,
  similar_questions: [],
};

export const TWO_SUM_TEXT = `# Two Sum

- Source: leetcode | ID: 1 | Difficulty: Easy
- Tags: Array, Hash Table
- Link: https://leetcode.com/problems/two-sum/
- AC Rate: 57.0%

---

Find **two** numbers below 10^9.`;

export const TWO_SUM_FIELDS = {
  source: 'leetcode',
  id: '1',
  title: 'Two Sum',
  difficulty: 'Easy',
  tags: ['Array', 'Hash Table'],
  link: 'https://leetcode.com/problems/two-sum/',
  ac_rate: 57.05,
  statement: 'Find **two** numbers below 10^9.',
};
