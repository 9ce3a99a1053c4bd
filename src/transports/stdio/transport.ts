import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import type { Dispatcher } from '../../kernel/dispatch.ts';
import { RpcCode } from '../../kernel/errors.ts';
import { progressReporter } from '../../kernel/server.ts';
import type { Caller } from '../../kernel/tool.ts';
import { answerCall, DirectOrigin } from './call.ts';
import { LineSplitter } from './lines.ts';
import { type ClientId, clientId, readMessage } from './message.ts';

/** Begins the ids that stand in for a client's; random, so that no client sends one. */
const STAND_IN = `stand-in ${Math.random()} ${Math.random()} #`;

const MAX_LINE_BYTES = 64 * 1024 * 1024;

interface Outgoing {
  readonly order: number;
  readonly text: string;
}

interface Pending {
  readonly idText: string;
  readonly order: number;
  /** A subscription stays open as long as the connection does: the end of input does not wait for it. */
  readonly awaited: boolean;
  /** Set while a call runs that did not go through the SDK. */
  direct?: DirectOrigin;
}

export interface StdioOptions {
  readonly dispatcher: Dispatcher;
  /** Who shook hands on this connection. */
  caller(): Caller;
  /** Called once, when the transport has closed and everything is written. */
  onfinish(): void;
}

/**
 * JSON-RPC lines over a pair of streams. Unlike the SDK's own, it answers every malformed line, gives ids back as they
 * were written, finishes running calls when the input ends, and writes the answers of one turn in one go. After a
 * handshake, which fixes what a call and its answer look like, calls go straight to the dispatcher, which is
 * three times as fast as through the SDK's layers of validation.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #pending = new Map<RequestId, Pending>();
  readonly #splitter: LineSplitter;
  #awaited = 0;
  #received = 0;
  #outbox: Outgoing[] = [];
  #flushScheduled = false;
  #ended = false;
  #closed = false;
  #shookHands = false;

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
    private readonly options: StdioOptions,
  ) {
    this.#splitter = new LineSplitter(
      { line: (text) => this.#receive(text), bad: (why) => this.#skip(why) },
      MAX_LINE_BYTES,
    );
  }

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.#splitter.push(chunk));
    this.input.on('end', () => this.#finish());
    this.input.on('error', () => this.#finish());
    this.output.on('error', () => void this.close());
  }

  /** The SDK calls this when an `initialize` has been agreed on. */
  setProtocolVersion(): void {
    this.#shookHands = true;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const about = this.#pending.get(options?.relatedRequestId ?? '');
      this.#post(about?.order ?? this.#received, JSON.stringify(message));
      return;
    }
    const id = message.id ?? '';
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const [member, body] = 'result' in message ? ['result', message.result] : ['error', message.error];
    this.#answer(id, pending, `"${member}":${JSON.stringify(body)}`);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#flush();
    this.#closed = true;
    this.input.pause();
    for (const { direct } of this.#pending.values()) direct?.cancel();
    this.onclose?.();
    if (this.output.writable) await new Promise((written) => this.output.write('', written));
    this.options.onfinish();
  }

  #receive(line: string): void {
    this.#received++;
    const inbound = readMessage(line);
    switch (inbound.kind) {
      case 'request': {
        const { method, params = {} } = inbound.message;
        const id = this.#open(inbound.id, method);
        if (this.#shookHands && method === 'tools/call') void this.#callDirectly(id, params);
        else this.onmessage?.({ ...inbound.message, id });
        break;
      }
      case 'notification':
        if (inbound.message.method === 'notifications/cancelled') this.#cancel(inbound.message.params);
        else this.onmessage?.(inbound.message);
        break;
      case 'invalid':
        this.#reject(inbound.idText, inbound.code, inbound.why);
        break;
      case 'ignored':
    }
  }

  /** Takes a request in, under the client's own id unless that would be damaged on the way or is in use. */
  #open(client: ClientId, method: string): RequestId {
    const usable = client.value !== undefined && !this.#pending.has(client.value);
    const id = usable ? client.value : `${STAND_IN}${this.#received}`;
    const awaited = method !== 'subscriptions/listen';
    this.#pending.set(id, { idText: client.text, order: this.#received, awaited });
    if (awaited) this.#awaited++;
    return id;
  }

  async #callDirectly(id: RequestId, params: Record<string, unknown>): Promise<void> {
    const pending = this.#pending.get(id) as Pending;
    const token = (params._meta as { progressToken?: string | number } | undefined)?.progressToken;
    const notify = (notification: object) =>
      this.#post(pending.order, JSON.stringify({ jsonrpc: '2.0', ...notification }));
    pending.direct = new DirectOrigin(this.options.caller(), progressReporter(token, notify));
    const answer = await answerCall(this.options.dispatcher, params, pending.direct);
    if (this.#pending.get(id) === pending) this.#answer(id, pending, answer);
  }

  #answer(id: RequestId, pending: Pending, member: string): void {
    this.#post(pending.order, `{"jsonrpc":"2.0","id":${pending.idText},${member}}`);
    this.#settle(id, pending);
  }

  /** A cancelled request gets no answer, so nothing waits for one. */
  #cancel(params: Record<string, unknown> | undefined): void {
    const idText = clientId(params?.requestId)?.text;
    for (const [id, pending] of this.#pending) {
      if (pending.idText !== idText) continue;
      if (pending.direct) pending.direct.cancel();
      else
        this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { ...params, requestId: id } });
      this.#settle(id, pending);
      return;
    }
  }

  #skip(why: string): void {
    this.#received++;
    this.#reject('null', RpcCode.parseError, `Parse error: ${why}`);
  }

  #reject(idText: string, code: number, message: string): void {
    this.#post(this.#received, `{"jsonrpc":"2.0","id":${idText},"error":${JSON.stringify({ code, message })}}`);
  }

  /** Answers that become ready in the same turn leave in the order of their requests. */
  #post(order: number, text: string): void {
    if (this.#closed) return;
    this.#outbox.push({ order, text });
    if (this.#flushScheduled) return;
    this.#flushScheduled = true;
    setImmediate(() => this.#flush());
  }

  #flush(): void {
    this.#flushScheduled = false;
    if (this.#outbox.length === 0 || this.#closed) return;
    const lines = this.#outbox.sort((a, b) => a.order - b.order).map((line) => line.text);
    this.#outbox = [];
    if (!this.output.write(`${lines.join('\n')}\n`) && !this.input.isPaused()) {
      this.input.pause();
      this.output.once('drain', () => this.#closed || this.input.resume());
    }
  }

  #settle(id: RequestId, pending: Pending): void {
    this.#pending.delete(id);
    if (pending.awaited) this.#awaited--;
    this.#closeWhenDone();
  }

  #finish(): void {
    this.#splitter.end();
    this.#ended = true;
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#ended && this.#awaited === 0) setImmediate(() => void this.close());
  }
}
