import type { ArchiveShelf } from '../archive/shelf.ts';
import type { Library } from '../library.ts';

export interface Collected {
  readonly dry_run: boolean;
  /** Changes of processes that are gone, now finished or undone. */
  readonly settled_changes: number;
  /** Bytes that were staged and never published. */
  readonly staged_files: number;
  readonly archives: number;
  readonly archive_bytes: number;
}

export interface GcOptions {
  readonly now: Date;
  /** Archives that nobody has asked for since then go. */
  readonly archivesUnusedMs: number;
  readonly dryRun: boolean;
}

const STAGED_AGE_MS = 3_600_000;

/** Clears what no longer serves anybody: old archives, and what crashed processes have left. Never content, never history. */
export async function collectGarbage(library: Library, shelf: ArchiveShelf, options: GcOptions): Promise<Collected> {
  const { now, archivesUnusedMs, dryRun } = options;
  const unusedSince = new Date(now.getTime() - archivesUnusedMs);
  const stagedBefore = new Date(now.getTime() - STAGED_AGE_MS);
  const orphans = await library.recovery.orphans();
  const staged = await library.storage.leftovers(stagedBefore);
  const old = (await shelf.list()).filter(({ modifiedAt }) => modifiedAt < unusedSince);
  if (!dryRun) {
    await library.recovery.settleOrphans();
    for (const name of staged) await library.storage.discard(name);
    await shelf.sweep(unusedSince);
  }
  return {
    dry_run: dryRun,
    settled_changes: orphans.length,
    staged_files: staged.length,
    archives: old.length,
    archive_bytes: old.reduce((sum, { size }) => sum + size, 0),
  };
}
