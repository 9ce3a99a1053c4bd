import type { Decision, FileRow, Quota } from '../journal/journal.ts';
import { BookFailure, notFound } from '../model/failures.ts';

/** The failure of a change of a file that is not as its writer believes: missing, there already, or another. */
export function unexpected(path: string, current: FileRow | undefined, expected: string | undefined): BookFailure {
  if (current === undefined) {
    return notFound(path, 'There is no such file to update. To create it, leave expected_hash out.');
  }
  const current_hash = current.sha256;
  if (expected === undefined) {
    const sentence = 'The file exists. Read it, then send its file_hash_sha256 as expected_hash.';
    return new BookFailure('HashRequiredError', 'HASH_REQUIRED', sentence, { path, current_hash });
  }
  const sentence = 'The file has changed since it was read. Read it again, merge, and retry with its new hash.';
  return new BookFailure('ConflictError', 'CONFLICT', sentence, { path, expected_hash: expected, current_hash });
}

const QUOTA_OPTIONS = {
  library_bytes: '--quota-library-mb',
  library_files: '--quota-library-files',
  user_bytes: '--quota-user-mb',
  user_overlays: '--quota-user-overlays',
} as const satisfies Record<Quota, string>;

/** The failure of a change for which there is no room. */
export function quotaExceeded(
  path: string,
  { quota, used, needed, limit }: Extract<Decision, { kind: 'exceeds' }>,
): BookFailure {
  const ofUser = quota.startsWith('user');
  const things = quota.endsWith('bytes') ? 'bytes' : ofUser ? 'overlays' : 'files';
  const whose = ofUser ? 'this user’s overlays' : 'the library';
  const sentence =
    `There is no room for this: the quota of ${whose} is ${limit} ${things}, ${used} are used, and this would add ${needed}. ` +
    `Delete what is no longer needed, or ask the operator of the server to raise ${QUOTA_OPTIONS[quota]}.`;
  const extra = { path, quota, used, needed, limit, retryable: false };
  return new BookFailure('StorageError', 'QUOTA_EXCEEDED', sentence, extra);
}
