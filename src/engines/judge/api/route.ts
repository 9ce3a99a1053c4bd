import type { DailyChallenges } from '../daily/challenges.ts';
import type { Searcher } from '../search/searcher.ts';
import type { Store } from '../store/store.ts';
import type { Parameters } from './parameters.ts';

/** What the routes work with. */
export interface ApiWorld {
  readonly store: Store;
  readonly daily: DailyChallenges;
  readonly searcher: Searcher;
  readonly version: string;
  readonly now: () => Date;
}

/** The parts of a path that its route leaves open, decoded. */
export type PathParts = Readonly<Record<string, string>>;

/** Gives what becomes the JSON of a 200, or a response of its own. */
export type Route = (world: ApiWorld, path: PathParts, query: Parameters) => unknown;
