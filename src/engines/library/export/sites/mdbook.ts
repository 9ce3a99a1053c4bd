import type { Library } from '../../commit/library.ts';
import type { Book } from '../book/book.ts';
import { type Folder, isFolder, type Page } from '../book/book-tree.ts';
import { OutputNames } from '../book/output-names.ts';
import { assetFile, fixedText, type OutputFile, textFile } from '../out/output-file.ts';
import { SourcePages } from './source-pages.ts';

/** A book as sources for mdBook: lessons and assets lie in `src/` as they lie in the book, so that their links hold. */
export async function mdbook(book: Book, library: Library): Promise<OutputFile[]> {
  const sources = new SourcePages(book, new OutputNames(), (path) => `src/${path}`);
  const texts = book.pages.flatMap((page) => (page.summary ? [page, page.summary] : page));
  return [
    fixedText('book.toml', configuration(book)),
    fixedText('src/SUMMARY.md', summary(book, sources)),
    ...texts.map((page) => lesson(page, sources)),
    ...book.assets.map((row) => assetFile(library, row, sources.fileOf(row.path))),
  ];
}

function configuration({ title, language }: Book): string {
  return `[book]
title = ${JSON.stringify(title)}
language = ${JSON.stringify(language)}
src = "src"

[build]
create-missing = false
`;
}

/** It would show front matter as text. */
function lesson(page: Page, sources: SourcePages): OutputFile {
  const make = async () => {
    const { markdown } = await sources.text(page);
    return page.facts.hasHeading ? markdown : `# ${words(page.title)}\n\n${markdown}`;
  };
  const inputs = [page.row.sha256, page.title, [...sources.changes(page)]];
  return textFile(sources.fileOf(page.path), inputs, make, page.path);
}

/** The contents: parts are titles, all below them a list. */
function summary({ root, title }: Book, sources: SourcePages): string {
  const lines = [`# ${words(title)}`, ''];
  if (root.intro) lines.push(link(root.intro, root.intro.title, sources), '');
  for (const child of root.children) {
    if (isFolder(child)) {
      lines.push('', `# ${words(child.label)}`, '');
      if (child.intro) lines.push(`- ${link(child.intro, child.intro.title, sources)}`);
      lines.push(...child.children.flatMap((one) => entries(one, sources, 0)));
    } else lines.push(...entries(child, sources, 0));
  }
  return `${lines.join('\n')}\n`;
}

function entries(child: Folder | Page, sources: SourcePages, depth: number): string[] {
  const start = `${'  '.repeat(depth)}- `;
  if (!isFolder(child)) {
    const below = child.summary ? [`  ${start}${link(child.summary, child.summary.title, sources)}`] : [];
    return [`${start}${link(child, child.title, sources)}`, ...below];
  }
  const label = child.intro ? link(child.intro, child.label, sources) : `[${words(child.label)}]()`;
  return [`${start}${label}`, ...child.children.flatMap((one) => entries(one, sources, depth + 1))];
}

/** mdBook takes the address of a chapter as it is written. */
function link(page: Page, label: string, sources: SourcePages): string {
  return `[${words(label)}](<${sources.fileOf(page.path).slice('src/'.length)}>)`;
}

/** A title that Markdown takes for nothing but words. */
function words(title: string): string {
  return title.replaceAll(/[\\`*_{}[\]<>()#+\-.!|~$&]/g, (found) => `\\${found}`);
}
