import { ownTurn } from '../lib/turns.ts';
import { LONG_TEXT, resultText } from './call.ts';
import { callerOf } from './caller.ts';
import type { Dispatcher } from './dispatch.ts';
import { ProtocolFailure, RpcCode } from './errors.ts';
import { isJsonObject, toPlainNumbers } from './json.ts';
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
    this.#caller = callerOf(undefined, subject);
  }

  async answer(request: RpcRequest, exchange: Exchange): Promise<string> {
    switch (request.method) {
      case 'tools/call':
        return this.#call(request, exchange);
      case 'tools/list':
        return resultMember({ tools: this.dispatcher.list() });
      case 'initialize':
        return resultMember(this.#initialize(request.params));
      case 'ping':
        return resultMember({});
      default:
        return errorMember(RpcCode.methodNotFound, 'Method not found');
    }
  }

  /** No notification of this era changes anything here; cancelling is the transport's. */
  notice(): void {}

  #initialize({ protocolVersion, clientInfo }: Record<string, unknown>): object {
    this.#caller = callerOf(clientInfo, this.subject);
    this.dispatcher.prepareSoon();
    const { instructions, ...serverInfo } = this.identity;
    return {
      protocolVersion: HANDSHAKE_VERSIONS.find((version) => version === protocolVersion) ?? HANDSHAKE_VERSIONS[0],
      capabilities: { tools: { listChanged: false } },
      serverInfo,
      instructions,
    };
  }

  async #call({ params, tool }: RpcRequest, exchange: Exchange): Promise<string> {
    const { name, arguments: args, _meta } = params;
    const meta = isJsonObject(_meta) ? _meta : undefined;
    toPlainNumbers(meta);
    try {
      const origin = new CallOrigin(exchange, this.#caller, meta);
      const result = await (tool ? tool.call(args, origin) : this.dispatcher.call(name, args, origin));
      // Others have a turn between these steps of a long answer.
      const isLong = (result.content[0]?.text.length ?? 0) > LONG_TEXT;
      if (isLong) await ownTurn();
      const text = `"result":${resultText(result)}`;
      if (isLong) await ownTurn();
      return text;
    } catch (error) {
      if (error instanceof ProtocolFailure) return errorMember(error.code, error.message, error.data);
      return errorMember(RpcCode.internalError, 'Internal error');
    }
  }
}

/** Asks the exchange for its signal, and for a way to report progress, only when somebody looks: most calls need neither. */
class CallOrigin {
  constructor(
    private readonly exchange: Exchange,
    readonly caller: Caller,
    readonly meta: Call['meta'] | undefined,
  ) {}

  get signal(): AbortSignal {
    return this.exchange.signal;
  }

  get progress(): Call['progress'] | undefined {
    return progressReporter(this.meta?.progressToken, this.exchange);
  }

  async reserve(bytes: number, signal: AbortSignal): Promise<void> {
    await this.exchange.reserve?.(bytes, signal);
  }
}
