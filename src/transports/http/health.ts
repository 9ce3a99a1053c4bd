import type { OpenToolset } from '../../kernel/dispatch.ts';
import type { Log } from '../../kernel/log.ts';
import type { Plain } from './answer.ts';
import type { Visit } from './visit.ts';

const PATIENCE_MS = 2000;
const FRESH_MS = 1000;

interface Verdict {
  readonly ready: boolean;
  readonly checks: Record<string, 'ok' | 'failing'>;
}

/** Tells whether the server lives, and whether what its tools need can be reached. */
export class Health {
  #checked: { at: number; verdict: Promise<Verdict> } | undefined;
  #lastCall: Date | undefined;
  #opened: readonly OpenToolset[] = [];

  constructor(
    private readonly version: string,
    private readonly log: Log,
  ) {}

  /** Says what must work for the server to be ready. */
  watch(opened: readonly OpenToolset[]): void {
    this.#opened = opened;
  }

  /** Notes that a tool has just been called. */
  called(): void {
    this.#lastCall = new Date();
  }

  live(visit: Visit): Plain {
    return visit.json(200, { status: 'ok', version: this.version, uptime_seconds: Math.floor(process.uptime()) });
  }

  async ready(visit: Visit, draining: boolean): Promise<Plain> {
    const { ready, checks } = await this.#verdict();
    const status = draining ? 'stopping' : ready ? 'ready' : 'failing';
    const body = { status, checks, last_call_at: this.#lastCall?.toISOString() ?? null };
    return visit.json(status === 'ready' ? 200 : 503, body);
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
    return { ready: results.every(([, result]) => result === 'ok'), checks: Object.fromEntries(results) };
  }

  async #works({ toolset, world }: OpenToolset): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const tooSlow = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('no answer in time')), PATIENCE_MS);
    });
    try {
      await Promise.race([toolset.check?.(world), tooSlow]);
      return true;
    } catch (error) {
      this.log.error({ toolset: toolset.id, err: error }, 'not ready');
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
