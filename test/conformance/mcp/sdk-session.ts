import type { JSONRPCMessage, McpServer, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import {
  type Exchange,
  errorMember,
  type RpcNotification,
  type RpcRequest,
  resultMember,
  type Session,
} from '../../../src/kernel/session.ts';

interface Waiting {
  readonly exchange: Exchange;
  settle(member: string): void;
}

/** Lets an SDK server, which can do more than ours need, speak the handshake era through our transport. */
export class SdkSession implements Session, Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #waiting = new Map<unknown, Waiting>();
  readonly #connected: Promise<void>;

  constructor(server: McpServer) {
    this.#connected = server.connect(this);
  }

  async answer({ id, method, params }: RpcRequest, exchange: Exchange): Promise<string> {
    await this.#connected;
    return new Promise((settle) => {
      this.#waiting.set(id, { exchange, settle });
      this.onmessage?.({ jsonrpc: '2.0', id, method, params });
    });
  }

  notice({ method, params }: RpcNotification): void {
    this.onmessage?.({ jsonrpc: '2.0', method, params });
  }

  reply(response: Record<string, unknown>): void {
    this.onmessage?.(response as unknown as JSONRPCMessage);
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ('method' in message) {
      const { jsonrpc: _, params = {}, ...rest } = message;
      this.#waiting.get(options?.relatedRequestId)?.exchange.notify({ params, ...rest });
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
}
