import type { Page } from '../book/book-tree.ts';
import { type Links, relativeAddress } from '../book/links.ts';
import type { Surroundings } from './render-markdown.ts';

/** Where the files of a book are in an export; undefined for what is not part of it. */
export interface Layout {
  pageAt(page: Page): { readonly file: string; readonly anchor: string } | undefined;
  assetAt(path: string): string | undefined;
  pictureAt(path: string): string | undefined;
}

/** How the addresses in a lesson are to be written on a page of an export. */
export function addressesOn(file: string, page: Page, links: Links, layout: Layout): Surroundings {
  return {
    hrefOf: (address) => {
      const target = links.targetOf(page, address);
      if (target?.kind === 'outside') return target.href;
      if (target?.kind === 'page') return pageAddress(file, target.page, target.anchor, layout);
      const asset = target && layout.assetAt(target.row.path);
      return asset === undefined ? undefined : relativeAddress(file, asset);
    },
    pictureOf: (address) => {
      const target = links.targetOf(page, address);
      const asset = target?.kind === 'asset' ? layout.pictureAt(target.row.path) : undefined;
      return asset === undefined ? undefined : relativeAddress(file, asset);
    },
  };
}

/** A heading that is not there would be a broken address: the page itself is meant then. */
function pageAddress(from: string, page: Page, anchor: string, layout: Layout): string | undefined {
  const place = layout.pageAt(page);
  if (place === undefined) return undefined;
  const isThere = place.anchor === '' && page.facts.anchors.includes(anchor);
  return relativeAddress(from, place.file, isThere ? anchor : place.anchor);
}

/** All that the addresses of a lesson become on a page: part of what the page is made of. */
export function addressList(page: Page, { hrefOf, pictureOf }: Surroundings): unknown[] {
  return page.facts.addresses.map((address) => [address, hrefOf(address) ?? null, pictureOf(address) ?? null]);
}
