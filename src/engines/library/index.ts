/** What people do with a library from the command line, beside serving it. */

export { findWords } from './fulltext/find-words.ts';
export { type AuditFilter, type AuditRow, type ChainHead, JournalFailure } from './journal/journal.ts';
export type { VersionRow } from './journal/version-journal.ts';
export type { Finding } from './maintenance/finding.ts';
export { collectGarbage } from './maintenance/gc.ts';
export { removeOldEntries } from './maintenance/retention.ts';
export { type Verification, verify } from './maintenance/verify.ts';
export { retireVersions } from './maintenance/version-retention.ts';
export { move } from './markdown/move.ts';
export { type Moved, type MoveRequest, planMove } from './markdown/plan-move.ts';
export type { JournalMigrationReport } from './migrate/journal.ts';
export type { MigrationLine, MigrationReport } from './migrate/migrate.ts';
export { BookFailure } from './model/failures.ts';
export { asset, lesson, ownerOf } from './model/files.ts';
export { assetPath, bookId, contentPath, userId } from './model/names.ts';
export { chooseSides, neverWritten } from './reading/compare-versions.ts';
export { type AskedLesson, findVersion, upToDate } from './reading/history.ts';
export { unifiedDiff } from './reading/unified-diff.ts';
export { StorageFailure } from './storage/storage.ts';
export type { SyncOptions } from './sync/decide.ts';
export { hydrate } from './sync/hydrate.ts';
export { ingest } from './sync/ingest.ts';
export type { SyncLine, SyncProgress, SyncReport } from './sync/report.ts';
