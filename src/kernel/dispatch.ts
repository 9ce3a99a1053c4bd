import { ProtocolFailure, RpcCode, ToolFailure } from './errors.ts';
import { isJsonObject } from './exact.ts';
import { collectGarbage, whileNobodyWaits } from './idle.ts';
import type { Log } from './log.ts';
import { type CallResult, failure, success } from './result.ts';
import { listingOf, type ToolListing } from './schema.ts';
import { preview } from './text.ts';
import type { Call, Caller, Tool, ToolOutput } from './tool.ts';
import type { Toolset } from './toolset.ts';
import { type ArgumentProblem, validateArguments } from './validate.ts';

/** What a token needs to call a tool of a toolset that has no rules of its own. */
export const CALL_SCOPE = 'tools:call';

const DEFAULT_TIME_LIMIT_MS = 60_000;
const DEFAULT_MAX_TEXT_BYTES = 1024 * 1024;

/** A toolset with its world brought up. */
export interface OpenToolset {
  readonly toolset: Toolset;
  readonly world: unknown;
}

export type Outcome = 'ok' | 'failed' | 'invalid' | 'unknown' | 'timeout' | 'cancelled' | 'refused' | 'broken';

export interface DispatcherOptions {
  readonly log: Log;
  /** Told about every call once it has ended; for metrics. */
  readonly onCall?: (tool: string, outcome: Outcome, elapsedMs: number) => void;
  /** Says which tools are served; all when absent. */
  readonly serves?: (tool: Tool, toolset: Toolset) => boolean;
}

/** Where a call comes from. */
export interface Origin {
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly progress?: Call['progress'] | undefined;
  readonly meta?: Call['meta'] | undefined;
}

interface Entry {
  readonly tool: Tool;
  readonly toolset: Toolset;
  readonly world: unknown;
  readonly maxTextBytes: number;
}

/** Owns everything about a call that is not the tool itself: lookup, validation, cancellation, limits, metrics and logs. */
export class Dispatcher {
  readonly #entries = new Map<string, Entry>();
  readonly #options: DispatcherOptions;
  readonly #opened: readonly OpenToolset[];
  #prepared = false;

  constructor(opened: readonly OpenToolset[], options: DispatcherOptions) {
    this.#options = options;
    this.#opened = opened;
    for (const { toolset, world } of opened) {
      const maxTextBytes = toolset.maxTextBytes ?? DEFAULT_MAX_TEXT_BYTES;
      for (const tool of toolset.tools) {
        if (options.serves?.(tool, toolset) === false) continue;
        if (this.#entries.has(tool.name)) throw new Error(`Two tools are called ${tool.name}`);
        this.#entries.set(tool.name, { tool, toolset, world, maxTextBytes });
      }
    }
  }

  list(): ToolListing[] {
    return Array.from(this.#entries.values(), (entry) => listingOf(entry.tool));
  }

  /** Has the checks of arguments made ready while nobody waits: the first one of each takes long. */
  prepareSoon(): void {
    if (this.#prepared) return;
    this.#prepared = true;
    const checks = Array.from(
      this.#entries.values(),
      ({ tool }) =>
        () =>
          void validateArguments(tool, {}),
    );
    whileNobodyWaits([...checks, collectGarbage]);
  }

  /** The longest request that any tool may need, in bytes. */
  get maxRequestBytes(): number | undefined {
    const sizes = Array.from(this.#entries.values(), ({ tool }) => tool.maxRequestBytes ?? 0);
    return Math.max(0, ...sizes) || undefined;
  }

  /** What a call may need instead of the usual limit on requests. */
  requestBytesOf(name: unknown): number | undefined {
    return this.#entry(name)?.tool.maxRequestBytes;
  }

  /** The scopes any one of which allows a call; none are needed for a tool that does not exist. */
  scopesFor(name: unknown, rawArguments: unknown, subject: string): readonly string[] | undefined {
    const entry = this.#entry(name);
    if (entry === undefined) return undefined;
    const { toolset, world, tool } = entry;
    return toolset.scopes?.(world, tool, isJsonObject(rawArguments) ? rawArguments : {}, subject) ?? [CALL_SCOPE];
  }

  /** Runs one call to its end. Throws only what must become a JSON-RPC error. */
  async call(name: unknown, rawArguments: unknown, origin: Origin): Promise<CallResult> {
    const entry = this.#entry(name);
    if (entry === undefined) return this.#unknownTool(name);
    const started = performance.now();
    const end = (outcome: Outcome, error?: unknown) => this.#record(entry.tool.name, outcome, started, error);

    try {
      const checked = validateArguments(entry.tool, rawArguments);
      if (!checked.ok) {
        end('invalid');
        return refusal(entry, checked.problems);
      }
      const result = success(await runWithin(entry, checked.args, origin), entry.maxTextBytes);
      end('ok');
      return result;
    } catch (error) {
      if (error instanceof ToolFailure) {
        end(error instanceof TimeLimitFailure ? 'timeout' : 'failed');
        return failure(error.message, entry.maxTextBytes, error.data);
      }
      const known = error instanceof ProtocolFailure;
      if (origin.signal.aborted) end('cancelled');
      else end(known ? 'refused' : 'broken', error);
      throw known ? error : new ProtocolFailure(RpcCode.internalError, `Internal error in ${entry.tool.name}`);
    }
  }

  #entry(name: unknown): Entry | undefined {
    return typeof name === 'string' ? this.#entries.get(name) : undefined;
  }

  #unknownTool(name: unknown): CallResult {
    this.#record('unknown', 'unknown', performance.now());
    const [only, another] = this.#opened;
    if (another === undefined) only?.toolset.onUnknownTool?.(only.world);
    const shown = typeof name === 'string' ? name : name === undefined ? '' : preview(name);
    const limits = Array.from(this.#entries.values(), (entry) => entry.maxTextBytes);
    return failure(`Unknown tool: ${shown}`, Math.min(DEFAULT_MAX_TEXT_BYTES, ...limits));
  }

  #record(tool: string, outcome: Outcome, started: number, error?: unknown): void {
    const elapsedMs = performance.now() - started;
    this.#options.onCall?.(tool, outcome, elapsedMs);
    const { log } = this.#options;
    if (outcome === 'broken') log.error({ tool, outcome, elapsedMs, err: error }, 'call');
    else if (error instanceof Error) log.warn({ tool, outcome, elapsedMs, reason: error.message }, 'call');
    else log.debug({ tool, outcome, elapsedMs }, 'call');
  }
}

function refusal({ toolset, maxTextBytes }: Entry, problems: readonly ArgumentProblem[]): CallResult {
  const { message, data } = toolset.refuse?.(problems) ?? {
    message: problems.map((problem) => problem.message).join(' '),
  };
  return failure(message, maxTextBytes, data);
}

class TimeLimitFailure extends ToolFailure {}

/** Runs a tool; one that answers at once costs no timer, any other is stopped by its time limit or by the client. */
async function runWithin(entry: Entry, args: never, origin: Origin): Promise<ToolOutput> {
  const { tool, world } = entry;
  const running = new RunningCall(world, origin);
  const result = tool.run(args, running);
  if (!(result instanceof Promise)) return result;

  const limit = tool.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
  const cancel = () => running.stop(origin.signal.reason);
  const timer = setTimeout(() => running.stop(tooSlow(tool.name, limit)), limit);
  origin.signal.addEventListener('abort', cancel, { once: true });
  if (origin.signal.aborted) cancel();
  try {
    return await Promise.race([result, running.stopped()]);
  } finally {
    clearTimeout(timer);
    origin.signal.removeEventListener('abort', cancel);
  }
}

function tooSlow(name: string, limitMs: number): TimeLimitFailure {
  return new TimeLimitFailure(`${name} took longer than ${limitMs / 1000} s and was stopped.`);
}

class RunningCall implements Call {
  readonly caller: Caller;
  readonly meta: Call['meta'];
  readonly progress: Call['progress'];
  #controller: AbortController | undefined;
  #reason: unknown;
  #isStopped = false;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(
    readonly world: unknown,
    origin: Origin,
  ) {
    this.caller = origin.caller;
    this.meta = origin.meta ?? NOTHING;
    this.progress = origin.progress ?? ignore;
  }

  /** Made only for a tool that looks at it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isStopped) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  stop(reason: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#reject?.(reason);
  }

  /** Rejects with the reason once the call has been stopped. */
  stopped(): Promise<never> {
    return new Promise((_, reject) => {
      if (this.#isStopped) reject(this.#reason);
      this.#reject = reject;
    });
  }
}

const NOTHING = Object.freeze({});

function ignore(): void {}
