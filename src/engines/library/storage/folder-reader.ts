import type { OnUnreadable } from './storage.ts';
import type { TextPage } from './text-page.ts';

/** Looks at a page in one go: the page is good only until this returns. */
export type PageVisitor<Result> = (page: TextPage) => Result;

/** What a visitor has given for a page, or the folder (by its prefix) or file that must be listed and read instead. */
export type FolderPart<Result> = { readonly result: Result } | { readonly unread: string };

/** Reads the texts of whole folders, where there is a faster way than to list them and read file by file. */
export interface FolderReader {
  /** Shows the Markdown files below a prefix to a visitor, page by page and sorted by key. */
  read<Result>(
    prefix: string,
    visit: PageVisitor<Result>,
    signal?: AbortSignal,
    onUnreadable?: OnUnreadable,
  ): AsyncIterable<FolderPart<Result>>;
}

/** What a storage may have besides its contract; a search asks for it. */
export interface MayReadFolders {
  readonly folderReader?: FolderReader;
}
