import { codeOf } from '../../../lib/errno.ts';
import { StorageFailure } from '../storage/storage.ts';

/** What the system says of a single file that is of no use; all else concerns the whole run. */
const ONE_FILE = new Set(['EACCES', 'EPERM', 'EIO', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOTDIR']);

/** Why one file cannot be carried over although the others can; undefined when that is not the reason of an error. */
export function reasonOf(error: unknown): string | undefined {
  if (error instanceof StorageFailure) {
    const isItsOwn = !error.retryable && (error.cause === undefined || ONE_FILE.has(codeOf(error.cause)));
    return isItsOwn ? error.message : undefined;
  }
  const code = codeOf(error);
  return ONE_FILE.has(code) ? `the system does not let it be read or written (${code})` : undefined;
}

/** Carries over one file after the other; what concerns one only is told and does not keep the others. */
export function withReasons(bring: (path: string) => Promise<void>, failed: (path: string, reason: string) => void) {
  return async (path: string): Promise<void> => {
    try {
      await bring(path);
    } catch (error) {
      const reason = reasonOf(error);
      if (reason === undefined) throw error;
      failed(path, reason);
    }
  };
}
