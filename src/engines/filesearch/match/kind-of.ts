import { closeSync, readSync } from 'node:fs';
import { parse, sep } from 'node:path';
import { openSafely } from '../read/passages.ts';
import { type Kind } from '../types/kind.ts';
import { headHasKind, nameHasKind } from '../types/kinds.ts';

const HEAD = 4096;

/** Whether the file at a path is of a kind. */
export function isOfKind(kind: Kind, path: string): boolean {
  const { dir, base } = parse(path);
  return hasKind(dir.endsWith(sep) ? dir : dir + sep, base, kind) === true;
}

/** Whether a regular file is of a kind, by its name or else by its first bytes; 'unreadable' when they are needed and cannot be had. */
export function hasKind(prefix: string, name: string, kind: Kind): boolean | 'unreadable' {
  const byName = nameHasKind(name, kind);
  if (byName !== 'look') return byName;
  const file = openSafely(prefix + name);
  if (typeof file === 'string') return file === 'gone' ? false : 'unreadable';
  try {
    const head = Buffer.allocUnsafe(HEAD);
    return headHasKind(name, head.subarray(0, readSync(file, head, 0, HEAD, 0)), kind);
  } catch {
    return 'unreadable';
  } finally {
    closeSync(file);
  }
}
