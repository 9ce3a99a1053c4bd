import { splitFrontMatter } from '../../markdown/front-matter.ts';
import type { Book } from '../book/book.ts';
import type { Page } from '../book/book-tree.ts';
import { relativeAddress } from '../book/links.ts';
import type { OutputNames } from '../book/output-names.ts';
import { rewriteLinks } from './rewrite-links.ts';

/** Where the files of a book are among the sources of a site. */
export class SourcePages {
  constructor(
    private readonly book: Book,
    private readonly names: OutputNames,
    /** The path in the site of one in the book. */
    private readonly placed: (path: string) => string,
  ) {}

  fileOf(path: string): string {
    return this.names.fileFor(this.placed(path));
  }

  /** The addresses of a lesson that would lead elsewhere from its place in the site, with those that lead there. */
  changes(page: Page): Map<string, string> {
    const from = this.fileOf(page.path);
    const changes = new Map<string, string>();
    for (const address of page.facts.addresses) {
      const target = this.book.links.targetOf(page, address);
      if (target === undefined || target.kind === 'outside' || address.startsWith('#')) continue;
      const path = target.kind === 'page' ? target.page.path : target.row.path;
      const to = relativeAddress(from, this.fileOf(path), target.kind === 'page' ? target.anchor : '');
      if (decoded(to) !== decoded(address).replace(/^\.\//, '')) changes.set(address, to);
    }
    return changes;
  }

  /** Front matter and Markdown of a lesson, its addresses changed. */
  async text(page: Page): Promise<{ matter: string; markdown: string }> {
    const { matter, markdown } = splitFrontMatter(await this.book.reader.text(page.row));
    return { matter, markdown: rewriteLinks(markdown, this.changes(page)) ?? markdown };
  }
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
