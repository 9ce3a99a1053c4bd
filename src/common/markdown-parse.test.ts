import { describe, expect, it } from 'vitest';
import { parseMarkdown, shownMarkdown, type Token, withoutFrontMatter } from './markdown-parse.ts';

/** The formulas of a text, those on their own line marked. */
function formulas(text: string): string[] {
  const all = (tokens: readonly Token[]): Token[] => tokens.flatMap((token) => [token, ...all(token.children ?? [])]);
  return all(parseMarkdown(text))
    .filter(({ type }) => type === 'maths')
    .map(({ content, block }) => (block ? `block ${content}` : content));
}

describe('formulas', () => {
  it.each([
    ['the sum $a_1 + b^2$ of both', ['a_1 + b^2']],
    ['$$x^2$$ in a line', ['block x^2']],
    ['$$\n\\frac{1}{2}\n$$', ['block \\frac{1}{2}']],
    ['as Codeforces writes: $$$n \\le 10$$$', ['n \\le 10']],
    ['backslashes stay: $\\{1, 2\\}$', ['\\{1, 2\\}']],
    ['it costs $5 and $6', []],
    ['`$a$` is code', []],
    ['\\$a\\$ is escaped', []],
    ['$ a $ has blanks', []],
    ['one dollar $ alone', []],
  ])('%j', (text, wanted) => expect(formulas(text)).toEqual(wanted));
});

it('raw HTML is text', () => {
  const [, inline] = parseMarkdown('<img src=x onerror=alert(1)> <script>alert(2)</script>');
  expect(inline?.children?.every(({ type }) => type === 'text')).toBe(true);
});

it('links to scripts are no links', () => {
  const [, inline] = parseMarkdown('[a](javascript:alert(1)) [b](vbscript:x) [c](data:text/html,x)');
  expect(inline?.children?.some(({ type }) => type === 'link_open')).toBe(false);
});

it.each([
  ['---\ntitle: x\n---\n# A', '# A'],
  ['---\r\ntitle: x\r\n---\r\n# A', '# A'],
  ['# A\n---\nb\n---\n', '# A\n---\nb\n---\n'],
])('front matter of %j', (text, rest) => expect(withoutFrontMatter(text)).toBe(rest));

it('texts that are nested without end are parsed in time', () => {
  expect(parseMarkdown(`${'>'.repeat(50_000)} a`)).toBeDefined();
  expect(parseMarkdown(`${'['.repeat(50_000)}`)).toBeDefined();
  expect(parseMarkdown(`${'$'.repeat(50_001)}a$`)).toBeDefined();
  expect(parseMarkdown('$a'.repeat(20_000))).toBeDefined();
});

it('a text of more parts than a page can show is cut, and says so', () => {
  expect(shownMarkdown('# A\n\nb')).toMatchObject({ isCut: false, linesBefore: 0 });
  const table = `|a|b|\n|-|-|\n${'|a|b|\n'.repeat(20_000)}`;
  const { tokens, isCut } = shownMarkdown(table);
  expect(isCut).toBe(true);
  expect(tokens.length).toBeLessThan(40_000);
  expect(shownMarkdown('$x$ '.repeat(2000)).isCut).toBe(true);
  expect(shownMarkdown('$x$ '.repeat(500)).isCut).toBe(false);
});

it('lines are counted from the beginning of the file, front matter included', () => {
  expect(shownMarkdown('---\na: b\n---\n# A').linesBefore).toBe(3);
});
