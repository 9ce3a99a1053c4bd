import { type Context, Hono } from 'hono';
import { requireToken } from './auth.ts';
import { HttpProblem, problemResponse, shown } from './http-problem.ts';
import { Parameters } from './parameters.ts';
import type { ApiWorld, Route } from './route.ts';
import { getDaily } from './routes/daily.ts';
import { getProblem, listProblems, listTags, resolveProblem } from './routes/problems.ts';
import { similarToProblem, similarToText } from './routes/similar.ts';

interface ApiOptions extends ApiWorld {
  /** Requests of this program to itself need no token. */
  readonly trusted: boolean;
  /** Hears of what went wrong inside. */
  readonly onFailure: (failure: unknown) => void;
}

/** The judge's HTTP API as a function; it needs no port. */
export function createApi(options: ApiOptions): (request: Request) => Promise<Response> {
  const answer = (route: Route) => async (context: Context) => {
    const { pathname, searchParams } = new URL(context.req.url);
    refuseBadEncoding(pathname);
    if (route !== getHealth && !options.trusted) requireToken(options.store, context.req.header('authorization'));
    const result = await route(options, context.req.param(), new Parameters(searchParams));
    return result instanceof Response ? result : context.json(result);
  };
  // The path is matched as it was sent, so that an encoded slash does not part it.
  const app = new Hono({ getPath: ({ url }) => new URL(url).pathname })
    .get('/api/v1/problems/:source/:id', answer(getProblem))
    .get('/api/v1/problems/:source', answer(listProblems))
    .get('/api/v1/tags/:source', answer(listTags))
    .get('/api/v1/resolve/:query{[^]*}', answer(resolveProblem))
    .get('/api/v1/daily', answer(getDaily))
    .get('/api/v1/similar', answer(similarToText))
    .get('/api/v1/similar/:source/:id', answer(similarToProblem))
    .get('/status', answer(getStatus))
    .get('/health', answer(getHealth))
    .notFound(({ req: { method, path } }) => problemResponse(refusal(method, path)))
    .onError((failure) => {
      if (!(failure instanceof HttpProblem)) options.onFailure(failure);
      return problemResponse(failure);
    });
  return async (request) => app.fetch(request);
}

const getStatus: Route = ({ store, version }) => ({ version, platforms: store.status() });

/** Answers without a token. A judge without vectors is well; one without its database is not. */
const getHealth: Route = ({ store, version }) => {
  try {
    return { status: 'ok', db: true, ...store.vectors(), version };
  } catch {
    const body = { status: 'unhealthy', db: false, sqlite_vec: false, vec_dimension: null, version };
    return Response.json(body, { status: 503 });
  }
};

function refuseBadEncoding(path: string): void {
  try {
    decodeURIComponent(path);
  } catch {
    throw new HttpProblem(400, 'the path holds a percent sign that begins no UTF-8 text; write it as %25');
  }
}

function refusal(method: string, path: string): HttpProblem {
  if (method === 'GET' || method === 'HEAD') return new HttpProblem(404, `there is nothing at ${shown(path)}`);
  return new HttpProblem(405, `${method} is not possible here; use GET`, { headers: { allow: 'GET, HEAD' } });
}
