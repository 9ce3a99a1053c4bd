import type { FileRow } from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import { StorageFailure } from '../storage/storage.ts';

interface Checked {
  readonly file: { readonly path: string };
  check(current: FileRow | undefined): void;
}

/** What stands in the way of a group, all of it, so that its maker can mend it in one go; undefined when nothing does. */
export function allRefusals(changes: readonly Checked[], current: readonly (FileRow | undefined)[]) {
  const conflicts = changes.flatMap((change, index) => {
    try {
      change.check(current[index]);
      return [];
    } catch (error) {
      if (!(error instanceof BookFailure)) throw error;
      const { path, code, current_hash } = error.data;
      return [{ index, path, code, current_hash }];
    }
  });
  if (conflicts.length === 0) return undefined;
  const sentence =
    `Nothing was changed: ${conflicts.length} of ${changes.length} changes do not fit what is there, see conflicts. ` +
    'Read these files again, merge, and send all changes again with their current hashes; what is NOT_FOUND needs none to be created, and no deletion.';
  return new BookFailure('ConflictError', 'CONFLICT', sentence, { conflicts });
}

/** The same failure with the file of the group that it is about. */
export function failedAt(path: string, error: unknown): unknown {
  if (!(error instanceof StorageFailure)) return error;
  return new StorageFailure(`Nothing was changed, because of ${path}: ${error.message}`, error.retryable, {
    cause: error,
  });
}
