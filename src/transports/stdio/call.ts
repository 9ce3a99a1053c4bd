import type { Dispatcher, Origin } from '../../kernel/dispatch.ts';
import { ProtocolFailure, RpcCode } from '../../kernel/errors.ts';
import type { Call, Caller } from '../../kernel/tool.ts';

/** A call's origin whose abort signal is made only if somebody looks at it: most calls end before anyone could cancel. */
export class DirectOrigin implements Origin {
  #controller: AbortController | undefined;

  constructor(
    readonly caller: Caller,
    readonly progress: Call['progress'] | undefined,
  ) {}

  get signal(): AbortSignal {
    return this.#abortController().signal;
  }

  cancel(): void {
    this.#abortController().abort(new Error('cancelled by the client'));
  }

  #abortController(): AbortController {
    this.#controller ??= new AbortController();
    return this.#controller;
  }
}

/** Runs a `tools/call` and gives the `result` or `error` member of its answer as JSON. */
export async function answerCall(
  dispatcher: Dispatcher,
  params: Record<string, unknown>,
  origin: Origin,
): Promise<string> {
  try {
    return `"result":${JSON.stringify(await dispatcher.call(params.name, params.arguments, origin))}`;
  } catch (error) {
    const known =
      error instanceof ProtocolFailure ? error : new ProtocolFailure(RpcCode.internalError, 'Internal error');
    return `"error":${JSON.stringify({ code: known.code, message: known.message, data: known.data })}`;
  }
}
