import { requireToken } from './auth.ts';
import { deliver, preflight } from './delivery.ts';
import { HttpProblem, problemResponse } from './http-problem.ts';
import type { RateLimit } from './rate-limit.ts';
import { type JudgeWorld, jsonResponse } from './route.ts';
import { routeFor } from './router.ts';

export interface HandlerOptions extends JudgeWorld {
  /** Requests of this program to itself need no token. */
  readonly trusted: boolean;
  readonly rateLimit?: RateLimit | undefined;
  /** Hears of what went wrong inside. */
  readonly onFailure: (failure: unknown) => void;
}

/** Answers a request; `client` is who asks, as far as the server that listens can tell. */
export type Handler = (request: Request, client?: string) => Promise<Response>;

/** The judge's HTTP API as a function: it needs no port, and never throws. */
export function createHandler(options: HandlerOptions): Handler {
  return async (request, client = 'local') => {
    if (request.method === 'OPTIONS') return preflight(request);
    try {
      options.rateLimit?.take(client);
      return await deliver(request, await answer(options, request));
    } catch (failure) {
      if (!(failure instanceof HttpProblem)) options.onFailure(failure);
      return await deliver(request, problemResponse(failure));
    }
  };
}

async function answer(options: HandlerOptions, request: Request): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    throw new HttpProblem(405, `${request.method} is not possible here; use GET`, { headers: { allow: 'GET, HEAD' } });
  const found = routeFor(new URL(request.url));
  if (!found.open && !options.trusted) requireToken(options.store, request.headers);
  const result = await found.route(options, found.request);
  return result instanceof Response ? result : jsonResponse(result);
}
