import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type { OpenToolset } from '../../kernel/dispatch.ts';
import type { Log } from '../../kernel/log.ts';
import type { Metrics } from '../../kernel/metrics.ts';
import { type Answer, Plain } from './answer.ts';
import { ARCHIVES_PATH, download, type SignedUrls } from './archives.ts';
import { METADATA_PATH } from './auth.ts';
import type { Endpoint } from './endpoint.ts';
import { crossOriginHeaders, type Guards, preflight } from './guards.ts';
import type { Health } from './health.ts';
import { McpRoute, type Shared } from './mcp.ts';
import type { Meters } from './meters.ts';
import { protectedResource, type ResourceOptions } from './resource.ts';
import { Visit } from './visit.ts';

/** All that the routes are made of. */
export interface Parts extends Shared {
  readonly endpoints: readonly Endpoint[];
  /** Why an address that exists elsewhere is not served here, by its path. */
  readonly absent: ReadonlyMap<string, string>;
  readonly opened: readonly OpenToolset[];
  readonly guards: Guards;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly meters: Meters;
  readonly signedUrls: SignedUrls;
  readonly resource: ResourceOptions;
  readonly log: Log;
  baseUrl(visit: Visit): string;
  isDraining(): boolean;
}

type Handler = (visit: Visit, context: Context<Env>) => Answer | Promise<Answer>;
type Env = { Bindings: HttpBindings };

export interface App {
  readonly routes: Hono<Env>;
  /** By path, how a message is answered without a detour through the objects of the web: nearly all requests are messages. */
  readonly direct: ReadonlyMap<string, (visit: Visit) => Promise<Answer>>;
}

/** The routes of the server. Every request passes the guards first and is metered and logged last. */
export function createApp(parts: Parts): App {
  const routes = new Hono<Env>();
  const direct = new Map<string, (visit: Visit) => Promise<Answer>>();
  const on = (path: string, handler: Handler) =>
    routes.all(path, async (context) => {
      const visit = new Visit(context.env.incoming, () => context.req.raw);
      const answer = await attend(parts, path, visit, () => handler(visit, context));
      return answer instanceof Plain ? answer.toResponse() : answer;
    });

  for (const endpoint of parts.endpoints) {
    const route = new McpRoute(endpoint, parts);
    on(endpoint.path, (visit) => route.handle(visit));
    direct.set(endpoint.path, (visit) => attend(parts, endpoint.path, visit, () => route.handle(visit)));
    on(`${METADATA_PATH}${endpoint.path}`, (visit) => describeResource(parts, visit, endpoint.path));
  }
  for (const [path, why] of parts.absent) on(path, (visit) => visit.refuse(404, 'not served', why));
  on(METADATA_PATH, (visit) => describeResource(parts, visit, parts.endpoints[0]?.path ?? ''));
  on('/health', (visit) => parts.health.live(visit));
  on('/ready', (visit) => parts.health.ready(visit, parts.isDraining()));
  on('/metrics', (visit) => showMetrics(parts, visit));
  on(`${ARCHIVES_PATH}/:toolset/:name`, (visit, { req }) =>
    download(visit, parts.signedUrls, parts.opened, [req.param('toolset') ?? '', req.param('name') ?? '']),
  );
  const known = parts.endpoints.map(({ path }) => path).join(', ');
  on('*', (visit) => visit.refuse(404, 'no such address', `Nothing is here. MCP is served at ${known}.`));
  return { routes, direct };
}

type Work = () => Answer | Promise<Answer>;

async function attend(parts: Parts, route: string, visit: Visit, work: Work): Promise<Answer> {
  const answer = await guarded(parts, visit, work);
  const elapsedMs = performance.now() - visit.started;
  parts.meters.request(route, answer.status, elapsedMs);
  record(parts.log, visit, route, answer.status, elapsedMs);
  return answer;
}

async function guarded(parts: Parts, visit: Visit, work: Work): Promise<Answer> {
  try {
    const refusal = parts.guards.refusal(visit);
    if (refusal) return refusal;
    visit.common = crossOriginHeaders(visit.header('origin'));
    if (visit.incoming.method === 'OPTIONS') return preflight(visit);
    if (parts.isDraining()) visit.common = { ...visit.common, connection: 'close' };
    return await work();
  } catch (error) {
    parts.log.error({ id: visit.id, err: error }, 'request failed');
    return visit.refuse(500, 'internal', `Something went wrong here. The operator finds it in the log by ${visit.id}.`);
  }
}

/** One line a request: who did what with which outcome, and nothing of what was said. */
function record(log: Log, visit: Visit, route: string, status: number, elapsedMs: number): void {
  const { id, principal, method, tool, refusal, incoming } = visit;
  const ms = Math.round(elapsedMs * 100) / 100;
  log.info(
    { id, http: incoming.method, route, status, ms, principal: principal?.key, method, tool, refusal },
    'request',
  );
}

function describeResource(parts: Parts, visit: Visit, path: string): Answer {
  return protectedResource(visit, `${parts.baseUrl(visit)}${path}`, parts.resource);
}

async function showMetrics(parts: Parts, visit: Visit): Promise<Answer> {
  const principal = await parts.authentication.principalOf(visit, '');
  if (principal instanceof Plain) return principal;
  const headers = visit.headers('text/plain; version=0.0.4; charset=utf-8');
  return new Plain(200, headers, await parts.metrics.text());
}
