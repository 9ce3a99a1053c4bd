import type { Exchange, RpcNotification } from '../../kernel/session.ts';

/** A request that waits for its answer. Its abort signal is made only if somebody looks at it. */
export class PendingExchange implements Exchange {
  #controller: AbortController | undefined;

  constructor(
    /** The client's id as JSON text. */
    readonly idText: string,
    readonly order: number,
    /** A subscription stays open as long as the connection does: the end of input does not wait for it. */
    readonly awaited: boolean,
    private readonly post: (order: number, text: string) => void,
  ) {}

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    return this.#controller.signal;
  }

  notify({ method, params }: RpcNotification): void {
    this.post(this.order, JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  answer(member: string): void {
    this.post(this.order, `{"jsonrpc":"2.0","id":${this.idText},${member}}`);
  }

  cancel(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new Error(reason));
  }
}
