import { CallFailure } from '../lib/failures.ts';
import type { Log } from '../lib/log.ts';
import { ownTurn } from '../lib/turns.ts';
import { type ArgumentProblem, explainIssues } from './argument-problems.ts';
import {
  type CallResult,
  failure,
  LONG_TEXT,
  type Origin,
  RunningCall,
  SMALL_TEXT,
  success,
  TimeLimitFailure,
} from './call.ts';
import { ProtocolFailure, RpcCode } from './errors.ts';
import { collectGarbage, runWhenIdle } from './idle.ts';
import { isJsonObject, toPlainNumbers } from './json.ts';
import { listingOf, optionalArguments, type ToolListing } from './schema.ts';
import { preview } from './text.ts';
import type { Caller, Tool } from './tool.ts';
import type { Toolset } from './toolset.ts';

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

/** A call that has ended. */
export interface EndedCall {
  readonly tool: string;
  /** Absent when no toolset has such a tool. */
  readonly toolset?: string;
  readonly outcome: Outcome;
  readonly elapsedMs: number;
  readonly caller: Caller;
  /** As they came. */
  readonly args: unknown;
  /** Absent when the call ended with a protocol error or nobody waits for it any more. */
  readonly result?: CallResult;
}

export type CallObserver = (call: EndedCall) => void;

export interface DispatcherOptions {
  readonly log: Log;
  /** Told about every call once it has ended: metrics, and people who watch. */
  readonly observers?: readonly CallObserver[];
  /** Says which tools are served; all when absent. */
  readonly serves?: (tool: Tool, toolset: Toolset) => boolean;
  /** No call may take longer, whatever its tool allows. */
  readonly timeLimitMs?: number | undefined;
}

/** Owns everything about a call that is not the tool itself: lookup, validation, cancellation, limits, metrics and logs. */
export class Dispatcher {
  readonly #tools = new Map<string, ServedTool>();
  #prepared = false;

  constructor(
    private readonly opened: readonly OpenToolset[],
    private readonly options: DispatcherOptions,
  ) {
    for (const one of opened) {
      for (const tool of one.toolset.tools) {
        if (options.serves?.(tool, one.toolset) === false) continue;
        if (this.#tools.has(tool.name)) throw new Error(`Two tools are called ${tool.name}`);
        this.#tools.set(tool.name, new ServedTool(tool, one, options));
      }
    }
  }

  list(): ToolListing[] {
    return Array.from(this.#tools.values(), ({ tool }) => listingOf(tool));
  }

  /** Has the checks of arguments made ready while nobody waits: the first one of each takes long. */
  prepareSoon(): void {
    if (this.#prepared) return;
    this.#prepared = true;
    const checks = Array.from(
      this.#tools.values(),
      ({ tool }) =>
        () =>
          void validateArguments(tool, {}),
    );
    runWhenIdle([...checks, collectGarbage]);
  }

  /** The longest request that any tool may need, in bytes. */
  get maxRequestBytes(): number | undefined {
    return Math.max(0, ...Array.from(this.#tools.values(), (served) => served.maxRequestBytes ?? 0)) || undefined;
  }

  /** The scopes that a token needs for the tools that change nothing. */
  get readingScopes(): readonly string[] {
    const reading = Array.from(this.#tools.values()).filter(({ tool }) => tool.annotations.readOnlyHint);
    return Array.from(new Set(reading.flatMap((served) => served.scopesFor({}, '').slice(0, 1))));
  }

  /** The tool of that name, if it is served. */
  find(name: unknown): ServedTool | undefined {
    return typeof name === 'string' ? this.#tools.get(name) : undefined;
  }

  /** Runs one call to its end. Throws only what must become a JSON-RPC error. */
  async call(name: unknown, rawArguments: unknown, origin: Origin): Promise<CallResult> {
    return this.find(name)?.call(rawArguments, origin) ?? this.#unknownTool(name, rawArguments, origin);
  }

  #unknownTool(name: unknown, args: unknown, { caller }: Origin): CallResult {
    const result = this.#unknownToolResult(name);
    record(this.options, { tool: 'unknown', outcome: 'unknown', elapsedMs: 0, caller, args, result });
    return result;
  }

  #unknownToolResult(name: unknown): CallResult {
    const [only, another] = this.opened;
    if (another === undefined) only?.toolset.onUnknownTool?.(only.world);
    const shown = typeof name === 'string' ? name : name === undefined ? '' : preview(name);
    const limits = Array.from(this.#tools.values(), (served) => served.maxTextBytes);
    return failure(`Unknown tool: ${shown}`, Math.min(DEFAULT_MAX_TEXT_BYTES, ...limits));
  }
}

/** A tool that is served: found once for a call, it tells what the call needs, and runs it. */
export class ServedTool {
  readonly maxTextBytes: number;
  readonly #timeLimitMs: number;

  constructor(
    readonly tool: Tool,
    private readonly opened: OpenToolset,
    private readonly options: DispatcherOptions,
  ) {
    this.maxTextBytes = opened.toolset.maxTextBytes ?? DEFAULT_MAX_TEXT_BYTES;
    const own = tool.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
    this.#timeLimitMs = Math.min(own, options.timeLimitMs ?? own);
  }

  /** What a call may need instead of the usual limit on requests. */
  get maxRequestBytes(): number | undefined {
    return this.tool.maxRequestBytes?.(this.opened.world);
  }

  /** The scopes any one of which allows a call. */
  scopesFor(rawArguments: unknown, subject: string): readonly string[] {
    const { toolset, world } = this.opened;
    return toolset.scopes?.(world, this.tool, givenArguments(this.tool, rawArguments), subject) ?? [CALL_SCOPE];
  }

  /** Takes note of a call that was refused for lack of rights. */
  forbidden(rawArguments: unknown, subject: string): void {
    const { toolset, world } = this.opened;
    toolset.onForbidden?.(world, this.tool, givenArguments(this.tool, rawArguments), { name: subject, subject });
  }

  /** Runs one call to its end. Throws only what must become a JSON-RPC error. */
  async call(rawArguments: unknown, origin: Origin): Promise<CallResult> {
    const { tool, opened, maxTextBytes } = this;
    const started = performance.now();
    const end = (outcome: Outcome, result?: CallResult, error?: unknown) => {
      const { toolset } = opened;
      const elapsedMs = performance.now() - started;
      const ended = {
        tool: tool.name,
        toolset: toolset.id,
        outcome,
        elapsedMs,
        caller: origin.caller,
        args: rawArguments,
      };
      record(this.options, result === undefined ? ended : { ...ended, result }, error);
    };

    try {
      const checked = validateArguments(tool, rawArguments);
      if (!checked.ok) {
        const refusal = this.#refusal(checked.problems);
        end('invalid', refusal);
        return refusal;
      }
      const running = new RunningCall(opened.world, origin);
      const output = await running.run(tool, checked.args, this.#timeLimitMs, opened);
      if (output.text.length > SMALL_TEXT) await running.reserveAnswer(output.text.length);
      if (output.text.length > LONG_TEXT) await ownTurn();
      const result = success(output, maxTextBytes);
      end('ok', result);
      return result;
    } catch (error) {
      if (error instanceof CallFailure) {
        const result = failure(error.message, maxTextBytes);
        end(error instanceof TimeLimitFailure ? 'timeout' : 'failed', result);
        return result;
      }
      const known = error instanceof ProtocolFailure;
      if (origin.signal.aborted) end('cancelled');
      else end(known ? 'refused' : 'broken', undefined, error);
      throw known ? error : new ProtocolFailure(RpcCode.internalError, `Internal error in ${tool.name}`);
    }
  }

  #refusal(problems: readonly ArgumentProblem[]): CallResult {
    const sentence = problems.map((problem) => problem.message).join(' ');
    return failure(this.opened.toolset.refuse?.(problems) ?? sentence, this.maxTextBytes);
  }
}

type Validated =
  | { readonly ok: true; readonly args: never }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] };

/** Checks a call's arguments. */
export function validateArguments(tool: Tool, raw: unknown): Validated {
  if (!isJsonObject(raw ?? {})) {
    const message = `The arguments of ${tool.name} must be a JSON object, but ${preview(raw)} came.`;
    return { ok: false, problems: [{ field: '', message }] };
  }
  const given = givenArguments(tool, raw);
  const parsed = tool.input.safeParse(tool.exactNumbers ? given : toPlainNumbers(given));
  if (parsed.success) return { ok: true, args: parsed.data as never };
  return { ok: false, problems: explainIssues(parsed.error.issues, given, tool) };
}

/** The arguments without those that are null because they were left out. */
function givenArguments(tool: Tool, raw: unknown): Record<string, unknown> {
  if (!isJsonObject(raw)) return {};
  if (!Object.values(raw).includes(null)) return raw;
  const optional = optionalArguments(tool);
  return Object.fromEntries(Object.entries(raw).filter(([name, value]) => value !== null || !optional.has(name)));
}

function record({ observers = [], log }: DispatcherOptions, call: EndedCall, error?: unknown): void {
  const { tool, outcome, elapsedMs } = call;
  for (const observe of observers) observe(call);
  if (outcome === 'broken') log.error({ tool, outcome, elapsedMs, err: error }, 'call');
  else if (error instanceof Error) log.warn({ tool, outcome, elapsedMs, reason: error.message }, 'call');
  else log.debug?.({ tool, outcome, elapsedMs }, 'call');
}
