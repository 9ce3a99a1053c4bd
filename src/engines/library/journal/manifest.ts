import { createHash } from 'node:crypto';
import { Turns } from '../../../lib/turns.ts';
import type { FileRow } from './journal.ts';

type ManifestRow = Pick<FileRow, 'path' | 'sha256'>;

/** The hash of a book's shared files: equal manifests, equal books. Rows must be sorted by path. */
export async function manifestHash(rows: readonly ManifestRow[]): Promise<string> {
  const hash = createHash('sha256');
  let between = '';
  await new Turns().each(rows, ({ path, sha256 }) => {
    hash.update(`${between}${path}:${sha256}`);
    between = '\n';
  });
  return hash.digest('hex');
}
