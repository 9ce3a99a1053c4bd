import { type Folder, isFolder, type Page } from '../book/book-tree.ts';
import { relativeAddress } from '../book/links.ts';
import { escaped } from '../book/plain-text.ts';

/** What a list of contents needs to know. */
interface ContentsOptions {
  /** The file that the list is in. */
  readonly file: string;
  readonly fileOf: (page: Page) => string;
  readonly current?: Page;
  /** Whether folders without the current page show what is in them. */
  readonly whole: boolean;
}

/** The contents of a book as nested lists. */
export function contentsList(root: Folder, options: ContentsOptions): string {
  return `<ol class="contents">\n${root.children.map((child) => item(child, options, 0)).join('')}</ol>\n`;
}

function item(child: Folder | Page, options: ContentsOptions, depth: number): string {
  if (!isFolder(child)) return `<li>${link(child, child.title, options)}</li>\n`;
  const first = child.intro ?? firstPage(child);
  const isOpen = options.whole || depth === 0 || (options.current && holds(child, options.current));
  const label = child.intro ? link(child.intro, child.label, options) : `<span>${escaped(child.label)}</span>`;
  if (!isOpen) return first ? `<li class="chapter">${link(first, child.label, options)}</li>\n` : '';
  const kind = depth === 0 ? 'part' : 'chapter';
  const inside = child.children.map((one) => item(one, options, depth + 1)).join('');
  return `<li class="${kind}">${label}${inside === '' ? '' : `\n<ol>\n${inside}</ol>\n`}</li>\n`;
}

function link(page: Page, label: string, { file, fileOf, current }: ContentsOptions): string {
  const here = page.path === current?.path ? ' aria-current="page"' : '';
  return `<a href="${relativeAddress(file, fileOf(page))}"${here}>${escaped(label)}</a>`;
}

function holds(folder: Folder, { path }: Page): boolean {
  return path.startsWith(`${folder.path}/`);
}

export function firstPage(folder: Folder): Page | undefined {
  for (const child of folder.children) {
    const page = isFolder(child) ? (child.intro ?? firstPage(child)) : child;
    if (page) return page;
  }
  return undefined;
}
