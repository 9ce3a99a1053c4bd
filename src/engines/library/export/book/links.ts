import type { FileRow } from '../../journal/journal.ts';
import { targetOf } from '../../markdown/check-references.ts';
import { type Folder, type Page, pagesOf } from './book-tree.ts';
import type { Snapshot } from './snapshot.ts';

/** What an address in a lesson means; undefined where it leads nowhere, or nobody should follow it. */
export type LinkTarget =
  | { readonly kind: 'page'; readonly page: Page; readonly anchor: string }
  | { readonly kind: 'asset'; readonly row: FileRow }
  | { readonly kind: 'outside'; readonly href: string };

/** Tells what the addresses in lessons mean. */
export class Links {
  readonly #pages = new Map<string, Page>();

  constructor(
    private readonly snapshot: Snapshot,
    root: Folder,
  ) {
    for (const page of pagesOf(root).flatMap((one) => (one.summary ? [one, one.summary] : one))) {
      this.#pages.set(page.path, page);
      const original = snapshot.originals.get(page.path);
      if (original !== undefined) this.#pages.set(original, page);
    }
  }

  targetOf(from: Page, address: string): LinkTarget | undefined {
    const { anchor, path } = this.#parts(address);
    if (path === '') return anchor === '' ? undefined : { kind: 'page', page: from, anchor };
    return this.#inside(from, address, anchor) ?? outside(address);
  }

  #inside(from: Page, address: string, anchor: string): LinkTarget | undefined {
    const { book, files, originals } = this.snapshot;
    const place = originals.get(from.path) ?? from.path;
    const path = address.replace(/[?#].*$/s, '');
    // Sites also take an address without its ending, or that of a folder.
    for (const form of [path, `${path}.md`, `${path.replace(/\/$/, '')}/README.md`]) {
      const found = targetOf(book, place, form)?.path ?? '';
      for (const name of [found, found.normalize('NFC'), found.replace(/\.mdx$/, '.md')]) {
        const page = this.#pages.get(name);
        if (page) return { kind: 'page', page, anchor };
        const row = name.startsWith('static/') ? files.get(name) : undefined;
        if (row) return { kind: 'asset', row };
      }
    }
    return undefined;
  }

  #parts(address: string): { path: string; anchor: string } {
    const [, path = '', anchor = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(address) ?? [];
    return { path, anchor: decoded(anchor) };
  }
}

function outside(href: string): LinkTarget | undefined {
  return /^(?:https?:\/\/[^/\s]|mailto:[^\s])/i.test(href) ? { kind: 'outside', href } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of one file of an export in another one. */
export function relativeAddress(from: string, to: string, anchor = ''): string {
  const [source, target] = [from.split('/').slice(0, -1), to.split('/')];
  let common = 0;
  while (common < source.length && common < target.length - 1 && source[common] === target[common]) common++;
  const path = [...source.slice(common).map(() => '..'), ...target.slice(common).map(encoded)].join('/');
  return anchor === '' ? path : `${path}#${encoded(anchor)}`;
}

/** Also what would end an address in Markdown. */
function encoded(name: string): string {
  return encodeURIComponent(name).replaceAll(/[()'*!]/g, (found) => `%${found.charCodeAt(0).toString(16)}`);
}
