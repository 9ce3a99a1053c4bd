import {
  isJSONRPCRequest,
  type JSONRPCMessage,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Dispatcher } from '../../kernel/dispatch.ts';
import { RpcCode } from '../../kernel/errors.ts';
import { plainParams } from '../../kernel/json.ts';
import { createServer } from '../../kernel/server.ts';
import {
  type Exchange,
  errorMember,
  type Identity,
  type Room,
  type RpcNotification,
  type RpcRequest,
  resultMember,
  type Session,
} from '../../kernel/session.ts';
import type { Log } from '../../lib/log.ts';

interface Waiting {
  readonly exchange: Exchange;
  settle(member: string): void;
}

/** A conversation in the stateless era (2026-07-28), held by the SDK; to the SDK this looks like a transport. */
export class StatelessSession implements Session, Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #waiting = new Map<unknown, Waiting>();

  constructor(identity: Identity, dispatcher: Dispatcher, log: Log) {
    const onerror = (error: Error) => log.debug?.({ err: error }, 'protocol');
    const room = (id: unknown) => roomOf(this.#waiting.get(id)?.exchange);
    serveStdio(() => createServer(identity, dispatcher, { room }), { transport: this, onerror });
  }

  async answer({ id, method, params }: RpcRequest, exchange: Exchange): Promise<string> {
    const message = { jsonrpc: '2.0' as const, id, method, params: plainParams(params) };
    if (!isJSONRPCRequest(message))
      return errorMember(RpcCode.invalidRequest, 'Invalid Request: "params._meta" is malformed');
    // The client may have changed its mind while the SDK was loading.
    if (exchange.signal.aborted) return errorMember(RpcCode.internalError, 'Cancelled');
    return new Promise((settle) => {
      this.#waiting.set(id, { exchange, settle });
      exchange.signal.addEventListener('abort', () => this.#cancel(id));
      this.onmessage?.(message);
    });
  }

  notice({ method, params }: RpcNotification): void {
    this.onmessage?.({ jsonrpc: '2.0', method, params: plainParams(params) });
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const about = this.#waiting.get(options?.relatedRequestId) ?? this.#latest();
      about?.exchange.notify({ method: message.method, params: message.params ?? {} });
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    waiting?.settle(
      'result' in message
        ? resultMember(message.result)
        : errorMember(message.error.code, message.error.message, message.error.data),
    );
  }

  async close(): Promise<void> {}

  #cancel(id: string | number): void {
    const cancelled = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    cancelled?.settle(errorMember(RpcCode.internalError, 'Cancelled'));
  }

  /** A notification that belongs to no request, such as the acknowledgement of a subscription. */
  #latest(): Waiting | undefined {
    return [...this.#waiting.values()].at(-1);
  }
}

function roomOf(exchange: Exchange | undefined): Room | undefined {
  return exchange?.reserve && { reserve: async (bytes, signal) => exchange.reserve?.(bytes, signal) };
}
