import { lstatSync, realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { FileFacts } from '../engine.ts';

/** Looks at files once more before they are reported: they must still be regular files, and inside the scope without any link. */
export class Confirmation {
  readonly #scope: string;
  readonly #inside = new Map<string, boolean>();

  constructor(scope: string) {
    this.#scope = realOf(scope) ?? scope;
  }

  /** The facts of a file; undefined when it is no longer to be reported. */
  facts(path: string): FileFacts | undefined {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (!stats?.isFile() || !this.#isInside(dirname(path))) return undefined;
      return {
        path,
        size: stats.size,
        blocks: stats.blocks,
        modifiedMs: stats.mtimeMs,
        createdMs: stats.birthtimeMs,
        uid: stats.uid,
        gid: stats.gid,
      };
    } catch {
      return undefined;
    }
  }

  #isInside(directory: string): boolean {
    let inside = this.#inside.get(directory);
    if (inside === undefined) {
      const real = realOf(directory);
      const prefix = this.#scope.endsWith(sep) ? this.#scope : this.#scope + sep;
      inside = real === this.#scope || (real?.startsWith(prefix) ?? false);
      this.#inside.set(directory, inside);
    }
    return inside;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
