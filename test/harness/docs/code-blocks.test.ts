import { expect, it } from 'vitest';
import { codeBlocksOf } from './code-blocks.ts';

it('knows what stands behind the language, and in comments right before a block', () => {
  const page = [
    '```ts title="a.ts" below="run: () => {"',
    'x',
    '```',
    '',
    '<!-- given: mkdir it -->',
    '<!-- not run: needs a bucket -->',
    '',
    '```sh',
    'y',
    '```',
    '```sh not-run="needs root"',
    'z',
    '```',
    '<!-- not run: not for the next but one -->',
    'Words.',
    '',
    '```sh',
    'w',
    '```',
  ];
  const blocks = codeBlocksOf(page.join('\n'));
  expect(blocks.map(({ language, line }) => [language, line])).toEqual([
    ['ts', 1],
    ['sh', 8],
    ['sh', 11],
    ['sh', 17],
  ]);
  expect(blocks[0]).toMatchObject({ title: 'a.ts', below: 'run: () => {', replaces: undefined, notRun: undefined });
  expect(blocks[1]).toMatchObject({ given: 'mkdir it', notRun: 'needs a bucket', text: 'y\n' });
  expect(blocks[2]).toMatchObject({ notRun: 'needs root' });
  expect(blocks[3]).toMatchObject({ notRun: undefined });
});
