import { sha256 } from './hash.ts';
import type { FileRow } from './journal/journal.ts';

/** The hash of a book's shared files: equal manifests, equal books. Rows must be sorted by path. */
export function manifestHash(rows: readonly Pick<FileRow, 'path' | 'sha256'>[]): string {
  return sha256(rows.map((row) => `${row.path}:${row.sha256}`).join('\n'));
}
