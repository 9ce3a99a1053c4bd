import { BookFailure, notFound } from './failures.ts';
import type { FileRow } from './journal/journal.ts';
import type { ObjectInfo } from './storage/storage.ts';

/** Refuses to replace a file that is not as the writer believes: missing, there already, or another. */
export function refuseUnexpected(path: string, current: FileRow | undefined, expected: string | undefined): void {
  if (current === undefined) {
    if (expected === undefined) return;
    throw notFound(path, 'There is no such file to update. To create it, call write_content without expected_hash.');
  }
  const current_hash = current.sha256;
  if (expected === undefined) {
    const sentence = 'The file exists. Read it, then send its file_hash_sha256 as expected_hash.';
    throw new BookFailure('HashRequiredError', 'HASH_REQUIRED', sentence, { path, current_hash });
  }
  if (expected !== current_hash) {
    const sentence = 'The file has changed since it was read. Read it again, merge, and retry with its new hash.';
    throw new BookFailure('ConflictError', 'CONFLICT', sentence, { path, expected_hash: expected, current_hash });
  }
}

/** Whether the journal knows a file as it is in storage. */
export function isUpToDate(row: FileRow | undefined, info: ObjectInfo | undefined): boolean {
  return row?.version === info?.version;
}
