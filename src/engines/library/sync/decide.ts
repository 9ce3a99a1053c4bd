/** The hash of a file on both sides, and the one on which they last agreed; undefined where there is no file. */
export interface Sides {
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly agreed: string | undefined;
}

/**
 * What to do with a file of the side that is written to. `keep` says that only this side has changed since they agreed,
 * `conflict` that both have: then nobody can tell which words are wanted.
 */
export type Step = 'same' | 'create' | 'update' | 'delete' | 'keep' | 'conflict';

/** Compares two sides with what they once agreed on, so that only what one side alone has changed is carried over. */
export function decide({ from, to, agreed }: Sides): Step {
  if (from === to) return 'same';
  if (to !== agreed) return from === agreed ? 'keep' : 'conflict';
  if (from === undefined) return 'delete';
  return to === undefined ? 'create' : 'update';
}

export interface SyncOptions {
  /** Also remove what is gone on the side that is read. */
  readonly deletes: boolean;
  /** The side that is read wins everywhere. */
  readonly overwrite: boolean;
  readonly dryRun: boolean;
  /** Take any tree, and number what has no numbers. */
  readonly number?: boolean;
  readonly signal?: AbortSignal;
}

/** What is done under the options; `stale` is a file that would be deleted if that were asked for. */
export type Action = Step | 'stale';

export function actionOf(sides: Sides, { deletes, overwrite }: Pick<SyncOptions, 'deletes' | 'overwrite'>): Action {
  const step = decide(overwrite ? { ...sides, agreed: sides.to } : sides);
  return step === 'delete' && !deletes ? 'stale' : step;
}
