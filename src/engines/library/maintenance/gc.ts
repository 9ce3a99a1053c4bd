import type { ArchiveStore } from '../archive/archive-store.ts';
import type { Library } from '../commit/library.ts';

export interface Collected {
  readonly dry_run: boolean;
  /** Changes of processes that are gone, now finished or undone. */
  readonly settled_changes: number;
  /** Those that wait until their file can be read, if any. */
  readonly unsettled_changes?: number;
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

/** Clears what no longer serves anybody: old archives, and what crashed processes have left. Never content, never history: see `retention.ts` for that. */
export async function collectGarbage(library: Library, archives: ArchiveStore, options: GcOptions): Promise<Collected> {
  const { now, archivesUnusedMs, dryRun } = options;
  const unusedSince = new Date(now.getTime() - archivesUnusedMs);
  const stagedBefore = new Date(now.getTime() - STAGED_AGE_MS);
  const orphans = await library.recovery.orphans();
  const needed = await library.recovery.groups.stagedBytes();
  const staged = (await library.storage.leftovers(stagedBefore)).filter((name) => !needed.has(name));
  const old = (await archives.list()).filter(({ modifiedAt }) => modifiedAt < unusedSince);
  let settled = orphans.length;
  if (!dryRun) {
    settled = await library.recovery.settleOrphans();
    for (const name of staged) await library.storage.discard(name);
    await archives.sweep(unusedSince);
  }
  const unsettled = library.recovery.setAside.length;
  return {
    dry_run: dryRun,
    settled_changes: settled,
    ...(unsettled > 0 && { unsettled_changes: unsettled }),
    staged_files: staged.length,
    archives: old.length,
    archive_bytes: old.reduce((sum, { size }) => sum + size, 0),
  };
}
