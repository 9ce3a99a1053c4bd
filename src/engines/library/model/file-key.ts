/** The user id of shared content. No caller can use it as a name. */
export const BASE = '__base__';

/** Names one file: base when `userId` is `__base__`, else that user's overlay. `path` is book-relative. */
export interface FileKey {
  readonly bookId: string;
  readonly path: string;
  readonly userId: string;
}
