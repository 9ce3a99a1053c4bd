import type { StorageFailure } from '../storage/storage.ts';

/** A file or folder that an answer had to leave out. */
export interface SkippedPlace {
  readonly path: string;
  readonly error: string;
}

export const MOST_SKIPPED_LISTED = 100;

/** Collects what had to be left out, and says so beside the answer. */
export class Skipped {
  readonly #errors = new Map<string, string>();

  note(path: string, { message }: StorageFailure): void {
    this.#errors.set(path, message);
  }

  /** Undefined when the answer is complete. */
  get meta() {
    return skippedMeta([...this.#errors].map(([path, error]) => ({ path, error })));
  }
}

/** What is said beside an answer that had to leave something out; nothing when it is complete. */
export function skippedMeta(places: readonly SkippedPlace[]) {
  if (places.length === 0) return undefined;
  const skipped = places.slice(0, MOST_SKIPPED_LISTED).map(({ path, error }) => ({ path, error }));
  return { partial: true, skipped, skipped_count: places.length };
}
