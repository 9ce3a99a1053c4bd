import type { FileKey } from '../model/file-key.ts';

/** Sorts by code units: databases have other orders, each its own. */
export function sorted<Row extends FileKey>(rows: Row[]): Row[] {
  return rows.sort((a, b) => compare(a.path, b.path) || compare(a.userId, b.userId));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
