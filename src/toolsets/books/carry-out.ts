import type { Journal } from './journal/journal.ts';
import { type Leases, lost } from './leases.ts';
import type { FileRef } from './library.ts';
import type { Recovery } from './recovery.ts';
import type { Storage } from './storage/storage.ts';

/** The points of a change at which a crash makes a difference. */
export type ChangePoint = 'staged' | 'begun' | 'published' | 'finished';

/** A change that the journal has let begin. */
export interface DecidedChange {
  readonly id: string;
  readonly oldHash: string | null;
  readonly newHash: string | null;
  readonly staged: string | null;
  /** The storage's version of what is there now; undefined when there is nothing. */
  readonly version: string | undefined;
}

export interface Ends {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly recovery: Recovery;
  readonly leases: Leases;
  at(point: ChangePoint): void;
}

/**
 * Makes a decided change visible and records it. When it cannot be recorded, the file is as it was before (FR-002).
 *
 * Who is slow cannot do harm (fencing). The lease is looked at right before storage is touched. Should the process stop
 * between that look and the touch, then whoever settles the change has first discarded the staged bytes, so that they
 * cannot be published any more; and what is published or removed must still be the version that the change began with.
 */
export async function carryOut(ends: Ends, file: FileRef, change: DecidedChange, started: number): Promise<void> {
  const published = await publish(ends, file, change);
  ends.at('published');
  try {
    await ends.journal.finish(change.id, published.version ?? '', performance.now() - started);
  } catch (error) {
    // A connection may break after the journal has recorded the change and before it could say so.
    const outcome = await ends.journal.outcome(change.id);
    if (outcome !== 'recorded') {
      // Nobody else may settle it while the old bytes are put back.
      if (outcome === 'pending') await ends.leases.hold(change.id);
      await undo(ends, file, change, published);
      if (outcome === 'abandoned') throw lost();
      await ends.recovery.settle(change.id);
      throw error;
    }
  }
  ends.at('finished');
}

interface Published {
  /** What is there now; undefined when there is nothing. */
  readonly version: string | undefined;
  /** The bytes that were replaced or removed. */
  readonly previous: Buffer | undefined;
}

async function publish(ends: Ends, { key }: FileRef, change: DecidedChange): Promise<Published> {
  const { storage, recovery, leases } = ends;
  const { id, oldHash, newHash, staged, version } = change;
  try {
    const previous = oldHash === null ? undefined : (await storage.read(key))?.bytes;
    await leases.hold(id);
    if (newHash === null) {
      await storage.remove(key, version);
      return { previous, version: undefined };
    }
    if (staged === null) return { previous, version };
    return { previous, version: (await storage.publish(staged, key, version ?? null)).version };
  } catch (error) {
    if (await recovery.settle(id)) throw error;
    throw lost();
  }
}

/** Puts the bytes back that were there, over what this change has made and nothing else. What fails here is left to `Recovery`. */
async function undo({ storage }: Ends, { key }: FileRef, change: DecidedChange, published: Published): Promise<void> {
  const { previous, version } = published;
  if (version === change.version) return;
  if (previous !== undefined) await storage.publish(await storage.stage(previous), key, version ?? null);
  else if (version !== undefined) await storage.remove(key, version);
}
