import type { OpenToolset } from '../../../../kernel/dispatch.ts';
import type { Fact } from '../../../../kernel/toolset.ts';
import { withTimeLimit } from '../../../../lib/abort.ts';
import type { Budget } from '../../../../lib/budget.ts';
import type { Authentication } from '../../gate/auth.ts';
import type { Connections } from '../../gate/connections.ts';
import type { Limits } from '../../gate/limits.ts';
import type { Principal } from '../../gate/principal.ts';
import type { Endpoint } from '../../mcp/endpoint.ts';
import type { Sessions } from '../../mcp/sessions.ts';
import type { Health } from '../health.ts';
import type { CallStatistics } from './call-statistics.ts';

/** What a client starts that wants a process of its own; the name of a server is added to its arguments. */
export interface ProgramCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

interface Parts {
  readonly version: string;
  readonly opened: readonly OpenToolset[];
  readonly endpoints: readonly Endpoint[];
  readonly absent: ReadonlyMap<string, string>;
  readonly authentication: Authentication;
  readonly health: Health;
  /** Absent where nobody is shown anything. */
  readonly program?: ProgramCommand | undefined;
  readonly statistics?: CallStatistics | undefined;
  readonly load: {
    readonly sessions: Sessions;
    readonly limits: Limits;
    readonly budget: Budget;
    readonly connections: Connections;
  };
}

const PATIENCE_MS = 2000;

/** What the page is told of the server it came from, as it is now. */
export class LiveStory {
  readonly #startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString();

  constructor(private readonly parts: Parts) {}

  /** What stays as it is while the server runs. */
  hello({ subject, scopes }: Principal, seesAll: boolean) {
    const { version, opened, endpoints, absent, authentication, program } = this.parts;
    return {
      version,
      started_at: this.#startedAt,
      tokens: authentication.required,
      subject: subject ?? null,
      scopes: Array.from(scopes),
      sees_all: seesAll,
      endpoints: endpoints.map(({ path, dispatcher }) => ({ path, tools: dispatcher?.list().length ?? 0 })),
      toolsets: opened.map(({ toolset: { id, server } }) => ({ id, ...server })),
      absent: Object.fromEntries(absent),
      // A path of this machine is nobody else's business.
      ...(seesAll && { program }),
    };
  }

  /** What changes. Paths of this machine are only for those who may see the metrics. */
  async state(seesAll: boolean) {
    const { opened, health, load, statistics } = this.parts;
    const { sessions, limits, budget, connections } = load;
    const { status, checks, ...rest } = await health.readiness();
    const at = new Date();
    if (!seesAll) return { at, status, checks };
    const facts = await Promise.all(opened.map(async (open) => [open.toolset.id, await factsOf(open)] as const));
    return {
      at,
      status,
      checks,
      ...rest,
      facts: Object.fromEntries(facts),
      minutes: statistics?.minutes(at),
      failures: statistics?.failures(),
      memory_bytes: process.memoryUsage.rss(),
      held_bytes: budget.held,
      sessions: sessions.count,
      running: limits.running,
      queued: limits.queued,
      connections: connections.sockets.size,
    };
  }
}

/** A toolset that cannot tell costs the page only its own lines. */
async function factsOf({ toolset, world }: OpenToolset): Promise<readonly Fact[]> {
  const late = () => new Error('no answer in time');
  try {
    return await withTimeLimit(PATIENCE_MS, late, async () => (await toolset.facts?.(world)) ?? []);
  } catch {
    return [{ label: 'State', value: 'cannot be told right now', state: 'warning' }];
  }
}
