import { afterAll, expect, it } from 'vitest';
import { followPage } from './follow-page.ts';
import { Reader } from './reader.ts';

const reader = new Reader();
afterAll(() => reader.leave());

const block = (kind: string, ...lines: string[]) =>
  ['```', kind, '\n', ...lines.map((line) => `${line}\n`), '```\n'].join('');
const follow = (...parts: string[]) => followPage('page.md', parts.join('\n'), reader);

it('counts what was run and what was not', async () => {
  const marked = '<!-- not run: needs a bucket -->\n';
  const page = [block('sh', 'touch a', 'ls a'), block('console', '$ ls a', 'a'), marked, block('sh', 'false')];
  expect(await follow(...page)).toEqual({ run: 3, notRun: ['page.md:13 needs a bucket'] });
});

it.each([
  ['a command that fails', block('sh', 'false')],
  ['an answer that does not come', block('console', '$ echo a', 'b')],
  ['a command that nobody would try', block('', '$ echo a')],
  ['a command that nobody would try', block('text', 'quartet serve')],
  ['a language that nobody tries', block('nginx', 'server {}')],
  ['JSON that is none', block('json', '{ "a": 1, }')],
  ['a server that does not start', block('json', '{ "a": { "command": "node", "args": ["missing.js"] } }')],
])('refuses %s', async (_, page) => {
  await expect(follow(page)).rejects.toThrow();
});
