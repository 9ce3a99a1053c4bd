import type { Dispatcher } from './dispatch.ts';
import { ProtocolFailure, RpcCode } from './errors.ts';
import { isJsonObject, toPlainNumbers } from './exact.ts';
import { resultText } from './result.ts';
import {
  type Exchange,
  errorMember,
  type Identity,
  progressReporter,
  type RpcRequest,
  resultMember,
  type Session,
} from './session.ts';
import type { Call, Caller } from './tool.ts';

/** The revisions of the protocol that begin with `initialize`, newest first. They are final. */
export const HANDSHAKE_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const;

/** A conversation in the handshake era. A server with tools only needs four methods of it, before and after the handshake. */
export class HandshakeSession implements Session {
  #caller: Caller;

  constructor(
    private readonly identity: Identity,
    private readonly dispatcher: Dispatcher,
    /** Whom the client's token names. */
    private readonly subject?: string,
  ) {
    this.#caller = { name: 'unknown client', subject };
  }

  async answer({ method, params }: RpcRequest, exchange: Exchange): Promise<string> {
    switch (method) {
      case 'tools/call':
        return this.#call(params, exchange);
      case 'tools/list':
        return resultMember({ tools: this.dispatcher.list() });
      case 'initialize':
        return resultMember(this.#initialize(params));
      case 'ping':
        return resultMember({});
      default:
        return errorMember(RpcCode.methodNotFound, 'Method not found');
    }
  }

  /** No notification of this era changes anything here; cancelling is the transport's. */
  notice(): void {}

  #initialize({ protocolVersion, clientInfo }: Record<string, unknown>): object {
    if (isJsonObject(clientInfo) && typeof clientInfo.name === 'string') {
      const { name, version } = clientInfo;
      this.#caller = { name, version: typeof version === 'string' ? version : undefined, subject: this.subject };
    }
    this.dispatcher.prepareSoon();
    const { instructions, ...serverInfo } = this.identity;
    return {
      protocolVersion: HANDSHAKE_VERSIONS.find((version) => version === protocolVersion) ?? HANDSHAKE_VERSIONS[0],
      capabilities: { tools: { listChanged: false } },
      serverInfo,
      instructions,
    };
  }

  async #call(params: Record<string, unknown>, exchange: Exchange): Promise<string> {
    const meta = isJsonObject(params._meta) ? params._meta : undefined;
    toPlainNumbers(meta);
    const progress = progressReporter(meta?.progressToken, exchange);
    try {
      const origin = new CallOrigin(exchange, this.#caller, progress, meta);
      return `"result":${resultText(await this.dispatcher.call(params.name, params.arguments, origin))}`;
    } catch (error) {
      if (error instanceof ProtocolFailure) return errorMember(error.code, error.message, error.data);
      return errorMember(RpcCode.internalError, 'Internal error');
    }
  }
}

/** Asks the exchange for its signal only when somebody looks: most calls end before anyone could cancel them. */
class CallOrigin {
  constructor(
    private readonly exchange: Exchange,
    readonly caller: Caller,
    readonly progress: ReturnType<typeof progressReporter>,
    readonly meta: Call['meta'] | undefined,
  ) {}

  get signal(): AbortSignal {
    return this.exchange.signal;
  }
}
