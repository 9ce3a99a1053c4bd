import { expect, it } from 'vitest';
import { parseStatement } from './statement.ts';

const text = (markdown: string) => ({
  kind: 'text',
  markdown: expect.stringMatching(new RegExp(`^\\s*${markdown}\\s*$`)),
});

it('takes the samples and the hints out of a problem of the catalogue', () => {
  const statement = [
    'Add $a$ and $b$.',
    '## Input\n\nTwo numbers.',
    '## Example 1\n\nInput:\n\n```\n1 2\n```\n\nOutput:\n\n```\n3\n```\n\nOne and two.',
    '## Hints\n\n- Add them.\n- Mind $10^{18}$,\n  which is large.\n\n  Very large.',
  ].join('\n\n');
  expect(parseStatement(statement)).toEqual({
    parts: [
      text('Add \\$a\\$ and \\$b\\$\\.\\s+## Input\\s+Two numbers\\.\\s+## Example 1'),
      { kind: 'sample', label: 'Input', heading: 'Example 1', text: '1 2\n' },
      { kind: 'sample', label: 'Output', heading: 'Example 1', text: '3\n' },
      text('One and two\\.'),
    ],
    hints: ['Add them.', 'Mind $10^{18}$,\nwhich is large.\n\nVery large.'],
  });
});

it('a sample without words of its own goes by the heading above', () => {
  const { parts } = parseStatement('### Sample Input 1\n\n```\n7\n```\n\n### Sample Output 1\n\n    49\n');
  expect(parts.filter(({ kind }) => kind === 'sample')).toEqual([
    { kind: 'sample', label: 'Sample Input 1', heading: 'Sample Input 1', text: '7\n' },
    { kind: 'sample', label: 'Sample Output 1', heading: 'Sample Output 1', text: '49\n' },
  ]);
});

it.each(['**Input:**', 'Sample Output 2', '输入:', '_output_'])('%j is a label', (label) => {
  const [part] = parseStatement(`${label}\n\n\`\`\`\nx\n\`\`\``).parts;
  expect(part).toMatchObject({ kind: 'sample', label: label.replace(/[*_:]/g, '') });
});

it('other words before a block stay', () => {
  const { parts } = parseStatement('The input is as follows:\n\n```\nx\n```');
  expect(parts).toEqual([text('The input is as follows:'), { kind: 'sample', label: '', heading: '', text: 'x\n' }]);
});

it('each heading of a hint is a hint, and what follows them is not', () => {
  const statement = 'A\n\n## Hint 1\n\nFirst.\n\nMore.\n\n## Hint 2:\n\nSecond.\n\n## Note\n\nEnd.';
  expect(parseStatement(statement)).toEqual({
    parts: [text('A'), text('## Note\\s+End\\.')],
    hints: ['First.\n\nMore.', 'Second.'],
  });
});

it('a heading of hints without any is left out, and a section about hints is none', () => {
  expect(parseStatement('A\n\n## Hints').hints).toEqual([]);
  expect(parseStatement('## Hints and notes\n\n- x').hints).toEqual([]);
  expect(parseStatement('## 说明/提示\n\n$n \\le 10$').hints).toEqual([]);
});

it('no heading of a statement is the title of the page', () => {
  const { parts } = parseStatement('# One\n\nTwo\n===\n\n```\n# three\n```');
  expect(parts).toEqual([
    text('## One\\s+Two\\s+---'),
    { kind: 'sample', label: 'Two', heading: 'Two', text: '# three\n' },
  ]);
});

it('what looks like front matter is text, and an open fence takes the rest', () => {
  expect(parseStatement('---\na: b\n---\nText').parts).toEqual([text('---\\s+a: b\\s+---\\s+Text')]);
  expect(parseStatement('```\nno end\n## Hints\n\n- x')).toEqual({
    parts: [{ kind: 'sample', label: '', heading: '', text: 'no end\n## Hints\n\n- x' }],
    hints: [],
  });
});

it('samples within lists and quotes stay where they are', () => {
  const statement = '- item\n\n  ```\n  x\n  ```\n\n> ```\n> y\n> ```';
  expect(parseStatement(statement).parts).toHaveLength(1);
});
