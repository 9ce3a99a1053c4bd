import type { DailyChallenges } from '../daily/challenges.ts';
import type { Searcher } from '../search/searcher.ts';
import type { Store } from '../store/store.ts';
import type { Parameters } from './parameters.ts';

/** What routes work with. */
export interface JudgeWorld {
  readonly store: Store;
  readonly daily: DailyChallenges;
  readonly searcher: Searcher;
  readonly version: string;
  readonly now: () => Date;
}

export interface RouteRequest {
  /** The decoded parts of the path that the route leaves open. */
  readonly segments: readonly string[];
  /** All of them as one text, for a route that takes the rest of the path; decoded once. */
  readonly rest: string;
  readonly parameters: Parameters;
}

/** Gives what becomes the JSON of a 200, or a response of its own. */
export type Route = (world: JudgeWorld, request: RouteRequest) => unknown;

export function jsonResponse(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}
