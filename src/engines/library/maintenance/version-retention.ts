import type { Library } from '../commit/library.ts';
import type { VersionStore } from '../storage/version-store.ts';

export interface VersionRetentionOptions {
  /** Versions go that had been replaced before this moment. */
  readonly before?: Date | undefined;
  /** Versions go that are older than the last so many of their file. With both, what either keeps stays. */
  readonly keepLast?: number | undefined;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface RetiredVersions {
  readonly versions: number;
  /** Bytes that were given up, compressed. */
  readonly version_bytes: number;
}

/** As long as somebody may be about to use what it has just kept. */
const UNUSED_MS = 3_600_000;
const PAGE = 500;

/** Removes old versions and the bytes that nothing refers to any more. What a file holds now always stays. */
export async function retireVersions(library: Library, options: VersionRetentionOptions): Promise<RetiredVersions> {
  const { before, keepLast, dryRun, signal } = options;
  const { history } = library.journal;
  const store = library.storage.versions;
  let versions = 0;
  for (const book of await history.books()) {
    signal?.throwIfAborted();
    versions += await history.retire(book, { before: before?.toISOString(), keepLast }, dryRun);
  }
  if (store === undefined) return { versions, version_bytes: 0 };
  await history.dropUnused(UNUSED_MS, dryRun);
  if (!dryRun) await followMoves(library, store, signal);
  const inUse = {
    in: (containers: readonly string[]) => history.objectsIn(containers),
    move: history.move.bind(history),
  };
  const olderThan = new Date(library.world.now() - UNUSED_MS);
  return { versions, version_bytes: await store.clear(inUse, { olderThan, dryRun, signal }) };
}

/** Objects that came from another storage are where the journal does not know of: it learns it before anything is taken for unused. */
async function followMoves(library: Library, store: VersionStore, signal?: AbortSignal): Promise<void> {
  const { history } = library.journal;
  const there = new Set<string>();
  for await (const { container } of store.all(signal)) there.add(container);
  for (let last = ''; ; ) {
    const page = await history.objectsAfter(last, PAGE);
    for (const object of page) {
      const moved = there.has(object.container) ? undefined : await store.find(object.sha256);
      if (moved) await history.move(object, moved);
    }
    const end = page.at(-1)?.sha256;
    if (end === undefined) return;
    last = end;
  }
}
