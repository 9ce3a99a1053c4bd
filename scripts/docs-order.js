import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The table of contents: its links, in their order, are the book. */
export const CONTENTS = 'docs/README.md';
const NEIGHBOURS = /\n*<!-- neighbours -->\n[\s\S]*?<!-- end -->\n*$/;

/** The pages of the book in reading order, each with its title. */
export function bookOf(folder) {
  const contents = readFileSync(join(folder, CONTENTS), 'utf8');
  return [...contents.matchAll(/^ *(?:-|\d+\.) \[([^\]]+)\]\(([^)#]+\.md)\)/gm)]
    .map(([, title, link]) => ({ title, path: posix.join(posix.dirname(CONTENTS), link) }))
    .filter(({ path }) => existsSync(join(folder, path)));
}

/** A page that ends with the way to the one before it, to the contents and to the next. */
export function withNeighbours(book, path, page) {
  const at = book.findIndex((other) => other.path === path);
  if (at === -1) return page;
  const linkTo = (to) => posix.relative(posix.dirname(path), to);
  const line = [
    ...(at > 0 ? [`← [${book[at - 1].title}](${linkTo(book[at - 1].path)})`] : []),
    `[Contents](${linkTo(CONTENTS)})`,
    ...(at < book.length - 1 ? [`[${book[at + 1].title}](${linkTo(book[at + 1].path)}) →`] : []),
  ].join(' · ');
  return `${page.replace(NEIGHBOURS, '').trimEnd()}\n\n<!-- neighbours -->\n${line}\n<!-- end -->\n`;
}
