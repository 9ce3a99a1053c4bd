/** A call that could not be done: reported as a result with `isError: true`. The message tells the caller what to do next. */
export class ToolFailure extends Error {
  override readonly name: string = 'ToolFailure';

  constructor(
    message: string,
    /** The same for programs. */
    readonly data?: Record<string, unknown>,
  ) {
    super(message);
  }
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

/** The program was told something it cannot work with: shown on stderr at start, exit code 1. */
export class ConfigurationFailure extends Error {
  override readonly name = 'ConfigurationFailure';
}

export const RpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  internalError: -32603,
} as const;
