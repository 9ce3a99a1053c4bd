import type { KeptObject, ObjectPlace } from '../model/kept-object.ts';

/** Why bytes that were kept cannot be given back. */
export type Lost = 'missing' | 'damaged';

/** What a clearing of the store asks of those who know which objects are needed. */
export interface ObjectsInUse {
  in(containers: readonly string[]): Promise<KeptObject[]>;
  /** Records that an object has another place; false when it has been given one by somebody else meanwhile. */
  move(object: KeptObject, to: ObjectPlace): Promise<boolean>;
}

export interface ClearingOptions {
  /** What was added to later is left alone: somebody may be about to need it. */
  readonly olderThan: Date;
  readonly dryRun: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Keeps the bytes of versions, compressed, out of sight of everything else. What is kept is never changed. */
export interface VersionStore {
  /** Makes bytes durable; gives their place. Each call may use another one, so that nobody can remove what somebody else has just kept. */
  keep(bytes: Buffer, sha256: string): Promise<KeptObject>;
  /** The bytes of an object, which are surely those of its hash. */
  read(object: KeptObject): Promise<Buffer | Lost>;
  /** An object of which nobody knows the place: it came from another storage. */
  find(sha256: string): Promise<KeptObject | undefined>;
  /** All that is kept, in no particular order. */
  all(signal?: AbortSignal): AsyncIterable<KeptObject>;
  /** Gives up the room of what is not in use any more; gives the bytes. */
  clear(inUse: ObjectsInUse, options: ClearingOptions): Promise<number>;
  close(): Promise<void>;
}
