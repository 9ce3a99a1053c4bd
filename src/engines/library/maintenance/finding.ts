import type { FileKey } from '../model/file-key.ts';
export type Discrepancy =
  /** Bytes that the journal does not know. */
  | 'unknown'
  /** Bytes that are not those the journal has recorded. */
  | 'changed'
  /** A file of the journal that storage does not have. */
  | 'missing'
  /** Bytes that cannot be read, so that nobody can tell. */
  | 'unreadable'
  /** The journal's row is not what the last audit entry says. */
  | 'unaudited'
  /** The audit chain does not hold. */
  | 'chain'
  /** A chain is not the continuation of what it was once. */
  | 'head'
  /** The database itself is damaged or unprotected. */
  | 'journal'
  /** A change that a process which is gone has not finished. */
  | 'unfinished'
  /** The files of a book are not as many or as large as was counted for quotas. */
  | 'usage'
  /** The bytes of a former version cannot be given back. */
  | 'version'
  /** The index of search_content is damaged. */
  | 'texts';

export interface Finding {
  readonly book: string;
  readonly path: string;
  readonly user?: string;
  readonly kind: Discrepancy;
  readonly detail: string;
  readonly repaired: boolean;
}

export function finding(
  { bookId, path, userId }: FileKey,
  kind: Discrepancy,
  detail: string,
  repaired = false,
): Finding {
  const whose = userId === '__base__' ? {} : { user: userId };
  return { book: bookId, path, ...whose, kind, detail, repaired };
}
