import { CallFailure } from '../lib/failures.ts';

/** A call that could not be done: like every `CallFailure`, reported as a result with `isError: true`. */
export class ToolFailure extends CallFailure {
  override readonly name: string = 'ToolFailure';
}

/** A request that cannot be answered at all: reported as a JSON-RPC error with this code. */
export class ProtocolFailure extends Error {
  override readonly name = 'ProtocolFailure';

  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

export const RpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
} as const;
