import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { type HiddenCharacters, hiddenCharacters, hiddenRemark, moreHidden } from '../lib/hidden-characters.ts';
import { ToolFailure } from './errors.ts';
import { mapLeaves } from './json.ts';
import { ANSWER_COPIES, type Call, type Caller, type Tool, type ToolOutput } from './tool.ts';

/** Where a call comes from. */
export interface Origin {
  readonly signal: AbortSignal;
  readonly caller: Caller;
  readonly progress?: Call['progress'] | undefined;
  readonly meta?: Call['meta'] | undefined;
  /** Waits until the answer may take so many bytes, which it does until it has left. */
  readonly reserve?: ((bytes: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** Texts up to this length are not worth counting. */
export const SMALL_TEXT = 64 * 1024;

/** Each step with a text of this length takes so long that others should have a turn before the next. */
export const LONG_TEXT = 1_000_000;

/** The call took longer than it may. */
export class TimeLimitFailure extends ToolFailure {}

/** What a tool may use while it runs, and how it is stopped. */
export class RunningCall implements Call {
  readonly caller: Caller;
  readonly meta: Call['meta'];
  #reserved = false;
  #controller: AbortController | undefined;
  #reason: unknown;
  #isStopped = false;
  #reject: ((reason: unknown) => void) | undefined;

  constructor(
    readonly world: unknown,
    private readonly origin: Origin,
  ) {
    this.caller = origin.caller;
    this.meta = origin.meta ?? NOTHING;
  }

  /** Made only for a tool that looks at it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#isStopped) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  /** Looked for only by a tool that reports some. */
  get progress(): Call['progress'] {
    return this.origin.progress ?? ignore;
  }

  async reserve(bytes: number): Promise<void> {
    this.#reserved = true;
    await this.origin.reserve?.(bytes, this.signal);
  }

  /** For an answer whose tool did not know beforehand how long it would be. */
  async reserveAnswer(length: number): Promise<void> {
    if (!this.#reserved) await this.origin.reserve?.(length * ANSWER_COPIES, this.origin.signal);
  }

  /**
   * Runs a tool; one that answers at once costs no timer, any other is stopped by its time limit or by the client. It is
   * remembered by its owner until it has really ended.
   */
  async run(tool: Tool, args: never, timeLimitMs: number, owner: object): Promise<ToolOutput> {
    const result = tool.run(args, this);
    if (!(result instanceof Promise)) return result;
    rememberUnfinished(owner, result);

    const { signal } = this.origin;
    const cancel = () => this.#stop(signal.reason);
    const timer = setTimeout(() => this.#stop(tooSlow(tool.name, timeLimitMs)), timeLimitMs);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await Promise.race([result, this.#stopped()]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  #stop(reason: unknown): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#reason = reason;
    this.#controller?.abort(reason);
    this.#reject?.(reason);
  }

  /** Rejects with the reason once the call has been stopped. */
  #stopped(): Promise<never> {
    return new Promise((_, reject) => {
      if (this.#isStopped) reject(this.#reason);
      this.#reject = reject;
    });
  }
}

const NOTHING = Object.freeze({});

function ignore(): void {}

function tooSlow(name: string, limitMs: number): TimeLimitFailure {
  return new TimeLimitFailure(`${name} took longer than ${limitMs / 1000} s and was stopped.`);
}

const LONGEST_WAIT_MS = 5000;
const QUIET_TURNS = 3;

const unfinished = new WeakMap<object, Set<Promise<unknown>>>();

/** A call may end long after its caller has given up. */
function rememberUnfinished(owner: object, call: Promise<unknown>): void {
  let calls = unfinished.get(owner);
  if (calls === undefined) unfinished.set(owner, (calls = new Set()));
  calls.add(call);
  const forget = () => void calls.delete(call);
  call.then(forget, forget);
}

/** Waits for such calls, also for those that begin meanwhile, so that what they work with is not closed under them; but not for ever. */
export async function unfinishedCalls(owner: object): Promise<void> {
  const stop = new AbortController();
  const patience = sleep(LONGEST_WAIT_MS, undefined, { signal: stop.signal }).catch(() => {});
  const deadline = performance.now() + LONGEST_WAIT_MS;
  // A call that has waited for a place gets one when another call ends, and only a turn later learns that its client is gone.
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < deadline; quiet++) {
    await nextTurn();
    const calls = unfinished.get(owner);
    if (!calls?.size) continue;
    await Promise.race([Promise.allSettled(calls), patience]);
    quiet = 0;
  }
  stop.abort();
}

/** A tool result as the protocol wants it. */
export interface CallResult {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: true;
  [key: string]: unknown;
}

/** The result of a call that worked: text and structure from one value, cut to the same length. */
export function success(output: ToolOutput, maxTextBytes: number): CallResult {
  if (!output.lasts) return made(output, maxTextBytes);
  const before = lasting.get(output);
  if (before !== undefined) return before;
  const result = made(output, maxTextBytes);
  lasting.set(output, result);
  whole.set(result, resultText(result));
  return result;
}

/** The results of outputs that last, and their JSON. */
const lasting = new WeakMap<ToolOutput, CallResult>();
const whole = new WeakMap<CallResult, string>();

function made(output: ToolOutput, maxTextBytes: number): CallResult {
  const text = truncateUtf8(output.text, maxTextBytes);
  const cut = (leaf: unknown) => (typeof leaf === 'string' ? truncateUtf8(leaf, maxTextBytes) : leaf);
  const structuredContent = text === output.text ? output.data : (mapLeaves(output.data, cut) as typeof output.data);
  const result: CallResult = { content: [{ type: 'text', text }], structuredContent };
  if (output.meta !== undefined) result._meta = output.meta;
  const hidden = hiddenIn(text, output, structuredContent);
  if (hidden !== undefined) result.structuredContent = { ...structuredContent, hidden_characters: hidden };
  else if (output.dataText !== undefined && text === output.text) structureTexts.set(result, output.dataText);
  addRemark(result, output.remark, hidden);
  return result;
}

/** Clients show a model the text or the structure. Where the data has been written as JSON already, the text is it. */
function hiddenIn(text: string, { dataText }: ToolOutput, data: unknown): HiddenCharacters | undefined {
  const inText = hiddenCharacters(text);
  if (dataText !== undefined) return inText;
  const hiding: string[] = [];
  mapLeaves(data, (leaf) => {
    if (typeof leaf === 'string' && hiddenCharacters(leaf) !== undefined) hiding.push(leaf);
    return leaf;
  });
  return moreHidden(inText, hiddenCharacters(hiding.join('\n')));
}

/** Invisible characters are never passed on without a word. */
function addRemark(result: CallResult, own: string | undefined, hidden: HiddenCharacters | undefined): void {
  const remarks = [own, hidden && hiddenRemark(hidden)].filter((remark) => remark !== undefined);
  if (remarks.length > 0) result.content.push({ type: 'text', text: remarks.join('\n') });
}

const structureTexts = new WeakMap<CallResult, string>();

/** A result as JSON. */
export function resultText(result: CallResult): string {
  const kept = whole.get(result);
  if (kept !== undefined) return kept;
  const structure = structureTexts.get(result);
  if (structure === undefined) return JSON.stringify(result);
  const { structuredContent: _, ...rest } = result;
  return `${JSON.stringify(rest).slice(0, -1)},"structuredContent":${structure}}`;
}

/** The result of a call that could not be done. It has no structure: that would have to fit the tool's output schema, and many clients check it. */
export function failure(text: string, maxTextBytes: number): CallResult {
  const shown = truncateUtf8(text, maxTextBytes);
  const result: CallResult = { content: [{ type: 'text', text: shown }], isError: true };
  addRemark(result, undefined, hiddenCharacters(shown));
  return result;
}

const CUT_MARK = '\n\n... (truncated)';

/** Cuts a text to at most `maxBytes` of UTF-8, never inside a character, and marks the cut. Cutting twice changes nothing. */
export function truncateUtf8(text: string, maxBytes: number): string {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  if (text.endsWith(CUT_MARK) && Buffer.byteLength(text) - CUT_MARK.length <= maxBytes) return text;
  const bytes = Buffer.from(text);
  let end = maxBytes;
  while (end > 0 && isContinuation(bytes[end])) end--;
  return bytes.toString('utf8', 0, end) + CUT_MARK;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
