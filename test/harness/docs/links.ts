import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';

/** The links of a page that lead nowhere: a file that is not there, or a heading that its page has not. */
export function deadLinksOf(path: string): string[] {
  const page = readFileSync(path, 'utf8');
  return linksOf(page).filter((link) => !/^[a-z]+:/.test(link) && !leadsSomewhere(path, link));
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', anchor] = decodeURI(link).split('#');
  const target = file === '' ? from : posix.join(posix.dirname(from), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).includes(anchor);
}

/** Files of the project that a page names as code, such as `src/cli/main.ts`, and that are not there. X is any toolset. */
export function missingFilesOf(path: string): string[] {
  return wordsOf(readFileSync(path, 'utf8'))
    .filter(({ type }) => type === 'code_inline')
    .map(({ content }) => content)
    .filter(
      (name) => /^(?:src|test|scripts|bench|docs)\/(?!toolsets\/X\/)[\w./-]+\.\w+$/.test(name) && !existsSync(name),
    );
}

const markdown = new MarkdownIt();

function wordsOf(page: string): Token[] {
  return markdown.parse(page, {}).flatMap(({ children }) => children ?? []);
}

function linksOf(page: string): string[] {
  return wordsOf(page)
    .flatMap((token) => token.attrGet('href') ?? token.attrGet('src') ?? [])
    .map(String);
}

/** The names that GitHub gives to the headings of a page. */
function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>();
  return markdown
    .parse(page, {})
    .filter((_, at, tokens) => tokens[at - 1]?.type === 'heading_open')
    .map(({ children }) => (children ?? []).map(({ content }) => content).join(''))
    .map((title) => {
      const name = title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/\s/g, '-');
      const before = seen.get(name) ?? 0;
      seen.set(name, before + 1);
      return before === 0 ? name : `${name}-${before}`;
    });
}
