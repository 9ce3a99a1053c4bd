import type { Journal } from './journal/journal.ts';
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
  readonly version: string;
}

export interface Ends {
  readonly storage: Storage;
  readonly journal: Journal;
  readonly recovery: Recovery;
  at(point: ChangePoint): void;
}

/** Makes a decided change visible and records it. When it cannot be recorded, the file is as it was before (FR-002). */
export async function carryOut(ends: Ends, file: FileRef, change: DecidedChange, started: number): Promise<void> {
  const { previous, version } = await publish(ends, file, change);
  ends.at('published');
  try {
    await ends.journal.finish(change.id, version, performance.now() - started);
  } catch (error) {
    if (!(await isRecorded(ends, file, change))) {
      await undo(ends, file, change.id, previous);
      throw error;
    }
  }
  ends.at('finished');
}

interface Published {
  readonly version: string;
  /** The bytes that were replaced or removed. */
  readonly previous: Buffer | undefined;
}

async function publish({ storage, recovery }: Ends, { key }: FileRef, change: DecidedChange): Promise<Published> {
  const { id, oldHash, newHash, staged, version } = change;
  try {
    const previous = oldHash === null ? undefined : (await storage.read(key))?.bytes;
    if (newHash === null) await storage.remove(key);
    else if (staged !== null) return { previous, version: (await storage.publish(staged, key)).version };
    return { previous, version };
  } catch (error) {
    await recovery.settle(id);
    throw error;
  }
}

/** A connection may break after the journal has recorded the change and before it could say so. */
async function isRecorded({ journal }: Ends, file: FileRef, { id, newHash }: DecidedChange): Promise<boolean> {
  const pending = (await journal.intents()).some((intent) => intent.id === id);
  return !pending && ((await journal.get(file))?.sha256 ?? null) === newHash;
}

/** Puts the bytes back that were there, then lets go of the change. What fails here is left to `Recovery`. */
async function undo({ storage, recovery }: Ends, { key }: FileRef, id: string, previous?: Buffer): Promise<void> {
  if (previous === undefined) await storage.remove(key);
  else await storage.publish(await storage.stage(previous), key);
  await recovery.settle(id);
}
