import type { Access } from './access.ts';
import type { BookTree } from './tree.ts';

/** A book that is open: what every view of it needs. */
export interface OpenBook {
  readonly bookId: string;
  readonly tree: BookTree;
  readonly access: Access;
  /** Whether all lessons are known. */
  readonly complete: boolean;
  readonly isWide: boolean;
}
