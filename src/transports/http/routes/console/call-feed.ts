import type { CallResult } from '../../../../kernel/call.ts';
import type { EndedCall } from '../../../../kernel/dispatch.ts';
import { beginning } from '../../../../kernel/text.ts';
import { CallStatistics } from './call-statistics.ts';
import { jsonBeginning, sizeOf } from './json-beginning.ts';

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

export const KEPT_CALLS = 500;
/** Of arguments and results, of all calls that are kept. */
export const KEPT_CHARS = 2_000_000;
const MAX_PAYLOAD_CHARS = 4000;
const MAX_NAME_CHARS = 100;

/** The last calls, and those who watch as they come. */
export class CallFeed {
  readonly statistics = new CallStatistics();
  readonly #kept: CallSummary[] = [];
  #keptChars = 0;
  #listener: Listener | undefined;
  #count = 0;

  constructor(
    /** Whether arguments and results are shown too. */
    readonly payloads: boolean,
    private readonly now: () => Date = () => new Date(),
  ) {}

  readonly record = (call: EndedCall): void => {
    const summary = this.#summary(call);
    this.#keep(summary);
    this.statistics.record(summary);
    this.#listener?.(summary);
  };

  /** The last calls, the oldest first. */
  get recent(): readonly CallSummary[] {
    return this.#kept;
  }

  /** Tells of every call from now on. */
  listen(listener: Listener): void {
    this.#listener = listener;
  }

  #keep(summary: CallSummary): void {
    this.#kept.push(summary);
    this.#keptChars += payloadChars(summary);
    while (this.#kept.length > KEPT_CALLS || this.#keptChars > KEPT_CHARS) {
      this.#keptChars -= payloadChars(this.#kept.shift() as CallSummary);
    }
  }

  #summary({ tool, toolset, outcome, elapsedMs, caller, args, result }: EndedCall): CallSummary {
    const text = result?.content[0]?.text ?? '';
    return {
      n: ++this.#count,
      at: this.now().toISOString(),
      tool,
      toolset,
      client: beginning(caller.name, MAX_NAME_CHARS),
      subject: caller.subject === undefined ? undefined : beginning(caller.subject, MAX_NAME_CHARS),
      outcome,
      code: outcome === 'ok' ? undefined : codeOf(text),
      ms: Math.round(elapsedMs * 100) / 100,
      size_in: sizeOf(args),
      size_out: lengthOf(result),
      ...(this.payloads && {
        arguments: jsonBeginning(args, MAX_PAYLOAD_CHARS),
        result: beginning(text, MAX_PAYLOAD_CHARS),
      }),
    };
  }
}

/** Failures of the books are JSON with a code. */
function codeOf(text: string): string | undefined {
  if (!text.startsWith('{')) return undefined;
  const code = /"code": ?"([A-Z][A-Z_]{1,40})"/.exec(text.slice(0, MAX_PAYLOAD_CHARS))?.[1];
  // As a text of its own: a match would keep the whole answer in memory.
  return code && Buffer.from(code, 'latin1').toString('latin1');
}

function lengthOf(result: CallResult | undefined): number {
  return result?.content.reduce((length, { text }) => length + text.length, 0) ?? 0;
}

function payloadChars({ arguments: args = '', result = '' }: CallSummary): number {
  return args.length + result.length;
}
