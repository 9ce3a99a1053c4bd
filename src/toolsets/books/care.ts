/** What people do with a library from the command line, beside serving it. */

export { BookFailure } from './failures.ts';
export { type AuditFilter, type AuditRow, JournalFailure } from './journal/journal.ts';
export { collectGarbage } from './keeping/gc.ts';
export { type Finding, type Verification, verify } from './keeping/verify.ts';
export { journalPlaces, migrateJournals, migrateStorage } from './migrate/index.ts';
export type { JournalMigrationReport } from './migrate/journal.ts';
export type { MigrationLine, MigrationReport } from './migrate/migrate.ts';
export { closeBooks, openBooks } from './open.ts';
export { bookId } from './paths.ts';
export { StorageFailure } from './storage/storage.ts';
export type { SyncOptions } from './sync/decide.ts';
export { hydrate } from './sync/hydrate.ts';
export { ingest } from './sync/ingest.ts';
export type { SyncLine, SyncProgress, SyncReport } from './sync/report.ts';
export type { BooksWorld } from './world.ts';
