import type { OpenToolset } from '../../../kernel/dispatch.ts';
import type { Timed } from '../../../kernel/metrics.ts';
import type { UnexpectedErrors } from '../../../kernel/unexpected-errors.ts';
import { withTimeLimit } from '../../../lib/abort.ts';
import type { Log } from '../../../lib/log.ts';
import type { Plain, RequestContext } from '../request-context.ts';

const PATIENCE_MS = 2000;
const FRESH_MS = 1000;

interface Verdict {
  readonly ready: boolean;
  readonly checks: Record<string, 'ok' | 'failing' | 'left out'>;
}

/** Tells whether the server lives, and whether what its tools need can be reached. */
export class Health {
  #checked: { at: number; verdict: Promise<Verdict> } | undefined;
  #opened: readonly OpenToolset[] = [];
  #leftOut: readonly string[] = [];
  /** The server finishes what runs, and takes nothing new. */
  isDraining = false;

  constructor(
    private readonly version: string,
    private readonly log: Log,
    private readonly unexpected: UnexpectedErrors,
    private readonly calls: Timed,
  ) {}

  /** Says what must work for the server to be ready, and what it has to do without. */
  watch(opened: readonly OpenToolset[], leftOut: readonly string[]): void {
    this.#opened = opened;
    this.#leftOut = leftOut;
  }

  live(context: RequestContext): Plain {
    return context.json(200, { status: 'ok', version: this.version, uptime_seconds: Math.floor(process.uptime()) });
  }

  async ready(context: RequestContext): Promise<Plain> {
    const readiness = await this.readiness();
    return context.json(/^(ready|degraded)$/.test(readiness.status) ? 200 : 503, readiness);
  }

  /** Whether the server can do its work, and what is wrong if it cannot. */
  async readiness() {
    const { isDraining, calls } = this;
    const { ready, checks } = await this.#verdict();
    const { count, lastAt } = this.unexpected;
    const serving = count > 0 || this.#leftOut.length > 0 ? 'degraded' : 'ready';
    return {
      status: isDraining ? 'stopping' : ready ? serving : 'failing',
      checks,
      last_call_at: calls.lastAt?.toISOString() ?? null,
      ...(lastAt && { unexpected_errors: count, last_unexpected_error_at: lastAt.toISOString() }),
    };
  }

  /** Anybody may ask, so the answer is kept for a moment. */
  #verdict(): Promise<Verdict> {
    const now = performance.now();
    if (this.#checked === undefined || now - this.#checked.at > FRESH_MS) {
      this.#checked = { at: now, verdict: this.#check() };
    }
    return this.#checked.verdict;
  }

  async #check(): Promise<Verdict> {
    const results = await Promise.all(
      this.#opened.map(async (open) => [open.toolset.id, (await this.#works(open)) ? 'ok' : 'failing'] as const),
    );
    const absent = this.#leftOut.map((id) => [id, 'left out'] as const);
    return {
      ready: results.every(([, result]) => result === 'ok'),
      checks: Object.fromEntries([...results, ...absent]),
    };
  }

  async #works({ toolset, world }: OpenToolset): Promise<boolean> {
    const late = () => new Error('no answer in time');
    try {
      await withTimeLimit(PATIENCE_MS, late, async () => toolset.check?.(world));
      return true;
    } catch (error) {
      this.log.error({ toolset: toolset.id, err: error }, 'not ready');
      return false;
    }
  }
}
