import { sep } from 'node:path';
import { statInPlace } from '../../../lib/in-place.ts';
import type { FileInfo } from '../engine.ts';
import { fileInfo } from '../metadata/metadata.ts';

/** Looks at files once more before they are reported: they must still be regular files, and inside the scope without any link. */
export class Confirmation {
  readonly #prefix: string;

  constructor(scope: string) {
    this.#prefix = scope.endsWith(sep) ? scope : scope + sep;
  }

  /** What the system says about a file; undefined when it is no longer to be reported. */
  info(path: string): FileInfo | undefined {
    if (!path.startsWith(this.#prefix)) return undefined;
    try {
      const stats = statInPlace(path);
      return stats?.isFile() ? fileInfo(path, stats) : undefined;
    } catch {
      return undefined;
    }
  }
}
