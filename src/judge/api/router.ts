import { HttpProblem, shown } from './http-problem.ts';
import { Parameters } from './parameters.ts';
import type { Route, RouteRequest } from './route.ts';
import { getDaily } from './routes/daily.ts';
import { getProblem, listProblems, listTags } from './routes/problems.ts';
import { resolveProblem } from './routes/resolve.ts';
import { similarToProblem, similarToText } from './routes/similar.ts';
import { getHealth, getStatus } from './routes/status.ts';

interface Place {
  readonly pattern: RegExp;
  readonly route: Route;
  /** Whether it answers without a token. */
  readonly open?: true;
}

const PLACES: readonly Place[] = [
  { pattern: /^\/api\/v1\/problems\/([^/]+)\/([^/]+)$/, route: getProblem },
  { pattern: /^\/api\/v1\/problems\/([^/]+)$/, route: listProblems },
  { pattern: /^\/api\/v1\/tags\/([^/]+)$/, route: listTags },
  { pattern: /^\/api\/v1\/resolve\/(.*)$/, route: resolveProblem },
  { pattern: /^\/api\/v1\/daily$/, route: getDaily },
  { pattern: /^\/api\/v1\/similar$/, route: similarToText },
  { pattern: /^\/api\/v1\/similar\/([^/]+)\/([^/]+)$/, route: similarToProblem },
  { pattern: /^\/status$/, route: getStatus },
  { pattern: /^\/health$/, route: getHealth, open: true },
];

export interface Found {
  readonly route: Route;
  readonly open: boolean;
  readonly request: RouteRequest;
}

/** The route for a URL. */
export function routeFor(url: URL): Found {
  for (const { pattern, route, open = false } of PLACES) {
    const match = pattern.exec(url.pathname);
    if (match === null) continue;
    const segments = match.slice(1).map(decoded);
    return {
      route,
      open,
      request: { segments, rest: segments.join('/'), parameters: new Parameters(url.searchParams) },
    };
  }
  throw new HttpProblem(404, `there is nothing at ${shown(url.pathname)}`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new HttpProblem(400, 'the path holds a percent sign that begins no UTF-8 text; write it as %25');
  }
}
