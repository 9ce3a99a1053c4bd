import type { CallResult } from '../../../../kernel/call.ts';
import type { EndedCall } from '../../../../kernel/dispatch.ts';
import { beginning } from '../../../../kernel/text.ts';

/** What somebody who watches is told of a call: who called what, when, with which result. */
export interface CallSummary {
  /** Grows by one with every call. */
  readonly n: number;
  readonly at: string;
  readonly tool: string;
  readonly toolset?: string | undefined;
  readonly client: string;
  readonly subject?: string | undefined;
  readonly outcome: string;
  /** Of a failure, if its text names one. */
  readonly code?: string | undefined;
  readonly ms: number;
  /** Characters of the arguments and of the answer's text. */
  readonly size_in: number;
  readonly size_out: number;
  /** Only where payloads are shown: their beginning, as JSON and as text. */
  readonly arguments?: string;
  readonly result?: string;
}

type Listener = (call: CallSummary) => void;

const KEPT_CALLS = 500;
const KEPT_PAYLOAD_CHARS = 4000;
const KEPT_STRING_CHARS = 1000;
const MAX_NAME_CHARS = 100;

/** The last calls, and those who watch as they come. */
export class CallFeed {
  readonly #kept: CallSummary[] = [];
  readonly #listeners = new Set<Listener>();
  #count = 0;

  constructor(
    /** Whether arguments and results are shown too. */
    readonly payloads: boolean,
    private readonly now: () => Date = () => new Date(),
  ) {}

  readonly record = (call: EndedCall): void => {
    const summary = this.#summary(call);
    this.#kept.push(summary);
    if (this.#kept.length > KEPT_CALLS) this.#kept.shift();
    for (const listener of this.#listeners) listener(summary);
  };

  /** The last calls, the oldest first. */
  get recent(): readonly CallSummary[] {
    return this.#kept;
  }

  /** Hears every call from now on; gives what ends it. */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #summary({ tool, toolset, outcome, elapsedMs, caller, args, result }: EndedCall): CallSummary {
    return {
      n: ++this.#count,
      at: this.now().toISOString(),
      tool,
      toolset,
      client: caller.name.slice(0, MAX_NAME_CHARS),
      subject: caller.subject?.slice(0, MAX_NAME_CHARS),
      outcome,
      code: outcome === 'failed' ? codeOf(result) : undefined,
      ms: Math.round(elapsedMs * 100) / 100,
      size_in: sizeOf(args),
      size_out: sizeOf(result?.content),
      ...(this.payloads && { arguments: shownArguments(args), result: shownResult(result) }),
    };
  }
}

/** Failures of the books are JSON with a code. */
function codeOf(result: CallResult | undefined): string | undefined {
  const text = result?.content[0]?.text ?? '';
  return text.startsWith('{')
    ? /"code": ?"([A-Z][A-Z_]{1,40})"/.exec(text.slice(0, KEPT_PAYLOAD_CHARS))?.[1]
    : undefined;
}

/** The characters of all strings in a value, and one for anything else: near enough, and nothing is copied. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1;
  let size = 0;
  for (const part of Object.values(value)) size += sizeOf(part);
  return size;
}

function shownArguments(args: unknown): string {
  const cut = (_: string, leaf: unknown) => (typeof leaf === 'string' ? beginning(leaf, KEPT_STRING_CHARS) : leaf);
  return beginning(JSON.stringify(args, cut) ?? '', KEPT_PAYLOAD_CHARS);
}

function shownResult(result: CallResult | undefined): string {
  return beginning(result?.content[0]?.text ?? '', KEPT_PAYLOAD_CHARS);
}
