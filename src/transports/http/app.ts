import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import type { Metrics } from '../../kernel/metrics.ts';
import { holdsAny, METADATA_PATH } from './gate/auth.ts';
import { METRICS_SCOPE } from './gate/principal.ts';
import { attend, type Gate, type Routes, send } from './listener.ts';
import type { Endpoint } from './mcp/endpoint.ts';
import { McpRoute, type Shared } from './mcp/route.ts';
import { type Answer, Plain, type RequestContext } from './request-context.ts';
import { type DownloadParts, download } from './routes/archives.ts';
import type { Console } from './routes/console/console.ts';
import { protectedResource, type ResourceOptions } from './routes/resource.ts';
import { receive, type UploadParts } from './routes/uploads.ts';
import { ARCHIVES_PATH, UPLOADS_PATH } from './signed-urls.ts';

/** All that the routes are made of. */
export interface Parts extends Shared, Gate, DownloadParts, UploadParts {
  readonly endpoints: readonly Endpoint[];
  /** Why an address that exists elsewhere is not served here, by its path. */
  readonly absent: ReadonlyMap<string, string>;
  readonly metrics: Metrics;
  readonly resource: ResourceOptions;
  readonly console?: Console | undefined;
  baseUrl(context: RequestContext): string;
}

type Env = { Bindings: RequestContext };
type Handler = (context: RequestContext, hono: Context<Env>) => Answer | Promise<Answer>;

/** The routes of the server. */
export function createApp(parts: Parts): Routes {
  const routes = new Hono<Env>();
  const direct = new Map<string, McpRoute>();
  const on = (path: string, handler: Handler) =>
    routes.all(path, async (hono) => {
      const context = hono.env;
      const answer = await attend(parts, path, context, () => handler(context, hono));
      if (answer instanceof Plain) return answer.toResponse();
      if (hono.req.method === 'HEAD') return answer;
      // A body that breaks off half way must cut the connection, and end there: no word of the reason may get into a file.
      await send(answer, context.outgoing);
      return RESPONSE_ALREADY_SENT;
    });

  for (const endpoint of parts.endpoints) {
    const route = new McpRoute(endpoint, parts);
    on(endpoint.path, (context) => route.handle(context));
    direct.set(endpoint.path, route);
    on(`${METADATA_PATH}${endpoint.path}`, (context) => describeResource(parts, context, endpoint.path));
  }
  for (const [path, why] of parts.absent) on(path, (context) => context.refuse(404, 'not served', why));
  on(METADATA_PATH, (context) => describeResource(parts, context, parts.endpoints[0]?.path ?? ''));
  on('/health', (context) => parts.health.live(context));
  on('/ready', (context) => parts.health.ready(context));
  on('/metrics', (context) => showMetrics(parts, context));
  on(`${ARCHIVES_PATH}/:toolset/:name`, (context, { req }) =>
    download(context, parts, [req.param('toolset') ?? '', req.param('name') ?? '']),
  );
  on(`${UPLOADS_PATH}/:toolset/:name`, (context, { req }) =>
    receive(context, parts, [req.param('toolset') ?? '', req.param('name') ?? '']),
  );
  const { console: page } = parts;
  if (page) {
    on('/', (context) => page.file(context, ''));
    on('/console/events', (context) => page.watch(context, parts));
    on('/console/:name', (context, { req }) => page.file(context, req.param('name') ?? ''));
  }
  const known = parts.endpoints.map(({ path }) => path).join(', ');
  on('*', (context) => context.refuse(404, 'no such address', `Nothing is here. MCP is served at ${known}.`));
  return { direct, fetch: (request, context) => routes.fetch(request, context) };
}

function describeResource(parts: Parts, context: RequestContext, path: string): Answer {
  return protectedResource(context, `${parts.baseUrl(context)}${path}`, parts.resource);
}

async function showMetrics(parts: Parts, context: RequestContext): Promise<Answer> {
  const principal = await parts.authentication.principalOf(context, '', METRICS_SCOPE);
  if (principal instanceof Plain) return principal;
  if (!holdsAny(principal, [METRICS_SCOPE])) {
    const body = { error: 'scope', message: `The metrics need a token with the scope ${METRICS_SCOPE}.` };
    return parts.authentication.insufficient(context, '', METRICS_SCOPE, JSON.stringify(body));
  }
  const headers = context.headers('text/plain; version=0.0.4; charset=utf-8');
  return new Plain(200, headers, await parts.metrics.text());
}
