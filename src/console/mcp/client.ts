import type { JsonSchema } from '../../common/json-schema.ts';
import { EventReader } from './events.ts';

/** What a tool gave. */
export interface CallAnswer {
  readonly text: string;
  /** All texts of the answer, the remarks after the first too. */
  readonly texts: readonly string[];
  readonly data: Record<string, unknown> | undefined;
  readonly meta: Record<string, unknown>;
  readonly isError: boolean;
  /** The whole JSON-RPC message that came back. */
  readonly raw: unknown;
  readonly ms: number;
}

/** How far a call is, and what the server tells of it before the answer. */
export interface CallProgress {
  readonly progress: number;
  readonly message?: string;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

/** What is said about a call rather than in it. */
export interface CallOptions {
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly onProgress?: (progress: CallProgress) => void;
}

export interface ToolListing {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: {
    readonly title?: string;
    readonly readOnlyHint?: boolean;
    readonly destructiveHint?: boolean;
  };
}

/** The server wants a token, or another one. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/** A call that could not be done. The message is for people; `details` is what the tool said, if that was JSON. */
export class CallError extends Error {
  override readonly name = 'CallError';

  constructor(
    message: string,
    readonly code: string | undefined,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}

const VERSION = '2025-11-25';

/** Speaks MCP with the server that this page came from. */
export class McpClient {
  #session: Promise<string | null> | undefined;
  #instructions = '';
  #lastId = 0;
  #lastToken = 0;

  constructor(
    readonly path: string,
    private readonly token: string | undefined,
    private readonly onSignInNeeded: () => void = () => {},
  ) {}

  async listTools(): Promise<ToolListing[]> {
    const { message } = await this.#ask('tools/list', {});
    return (resultOf(message) as { tools: ToolListing[] }).tools;
  }

  /** What the server tells a model about itself. */
  async instructions(): Promise<string> {
    await this.#opened();
    return this.#instructions;
  }

  /** Calls a tool, and gives whatever came: also a failure is an answer here. */
  async callRaw(
    name: string,
    args: Record<string, unknown>,
    signal?: AbortSignal,
    { meta, onProgress }: CallOptions = {},
  ): Promise<CallAnswer> {
    const started = performance.now();
    const _meta = { ...meta, ...(onProgress && { progressToken: ++this.#lastToken }) };
    const params = { name, arguments: args, ...((meta ?? onProgress) && { _meta }) };
    const { message } = await this.#ask('tools/call', params, signal, onProgress);
    const result = resultOf(message) as {
      content?: { type: string; text?: string }[];
      structuredContent?: Record<string, unknown>;
      isError?: boolean;
      _meta?: Record<string, unknown>;
    };
    const texts = (result.content ?? []).map(({ text = '' }) => text);
    return {
      text: texts[0] ?? '',
      texts,
      data: result.structuredContent,
      meta: result._meta ?? {},
      isError: result.isError ?? false,
      raw: message,
      ms: performance.now() - started,
    };
  }

  /** Calls a tool, and gives its data; throws a CallError when it failed. */
  async call<Data>(name: string, args: Record<string, unknown>, signal?: AbortSignal): Promise<Data> {
    const answer = await this.callRaw(name, args, signal);
    if (answer.isError) throw callError(answer.text);
    return answer.data as Data;
  }

  async #ask(
    method: string,
    params: object,
    signal?: AbortSignal,
    onProgress?: CallOptions['onProgress'],
  ): Promise<{ message: RpcMessage }> {
    for (let attempt = 0; ; attempt++) {
      const session = await this.#opened();
      const response = await this.#post({ jsonrpc: '2.0', id: ++this.#lastId, method, params }, session, signal);
      if (response.status === 404 && attempt === 0) {
        // The server has forgotten the session: it was idle, or the server was started anew.
        this.#session = undefined;
        continue;
      }
      return { message: await this.#messageOf(response, onProgress) };
    }
  }

  #opened(): Promise<string | null> {
    this.#session ??= this.#open().catch((error: unknown) => {
      this.#session = undefined;
      throw error;
    });
    return this.#session;
  }

  async #open(): Promise<string | null> {
    const clientInfo = { name: 'quartet-console', version: '1' };
    const params = { protocolVersion: VERSION, capabilities: {}, clientInfo };
    const response = await this.#post({ jsonrpc: '2.0', id: ++this.#lastId, method: 'initialize', params }, null);
    const { instructions } = resultOf(await this.#messageOf(response)) as { instructions?: string };
    this.#instructions = instructions ?? '';
    return response.headers.get('mcp-session-id');
  }

  #post(message: object, session: string | null, signal?: AbortSignal): Promise<Response> {
    return fetch(this.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(session && { 'mcp-session-id': session, 'mcp-protocol-version': VERSION }),
      },
      body: JSON.stringify(message),
      ...(signal && { signal }),
    });
  }

  async #messageOf(response: Response, onProgress?: CallOptions['onProgress']): Promise<RpcMessage> {
    if (response.status === 401) {
      this.onSignInNeeded();
      throw new SignInNeeded('This server needs a token.');
    }
    const streamed = isEventStream(response) ? await lastMessage(response, onProgress) : undefined;
    const body = streamed === undefined ? await response.text().catch(() => '') : '';
    try {
      const message = streamed ?? (JSON.parse(body) as RpcMessage & { message?: string; error?: unknown });
      if (message.jsonrpc === '2.0') return message;
      throw new CallError(message.message ?? `The server answered with status ${response.status}.`, undefined, {});
    } catch (error) {
      if (error instanceof CallError) throw error;
      throw new CallError(`The server answered with status ${response.status} and no message.`, undefined, {});
    }
  }
}

interface RpcMessage {
  readonly jsonrpc: '2.0';
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: Record<string, unknown> };
}

function resultOf({ result, error }: RpcMessage): unknown {
  if (error === undefined) return result;
  const code = error.data?.code;
  throw new CallError(error.message, typeof code === 'string' ? code : undefined, error.data ?? {});
}

/** Failures of the books are JSON with a sentence and a code, all others a sentence. */
export function callError(text: string): CallError {
  try {
    const details = JSON.parse(text) as Record<string, unknown>;
    const { code, error, message } = details;
    const sentence = [message, error].find((value) => typeof value === 'string');
    return new CallError(sentence ?? text, typeof code === 'string' ? code : undefined, details);
  } catch {
    return new CallError(text, undefined, {});
  }
}

/** The answer is the last event of its stream; those before it tell of progress, as they come. */
async function lastMessage(
  { body }: Response,
  onProgress: CallOptions['onProgress'],
): Promise<(RpcMessage & { message?: string }) | undefined> {
  if (body === null) return undefined;
  const reader = new EventReader();
  const stream = body.pipeThrough(new TextDecoderStream()).getReader();
  let last: RpcMessage | undefined;
  for (;;) {
    const { done, value } = await stream.read();
    if (done) return last;
    for (const { data } of reader.read(value)) {
      last = data as RpcMessage;
      if (last.method === 'notifications/progress') onProgress?.(last.params as CallProgress);
    }
  }
}

function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}
