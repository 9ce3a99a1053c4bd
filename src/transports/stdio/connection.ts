import type { Readable, Writable } from 'node:stream';
import { RpcCode } from '../../kernel/errors.ts';
import { isJsonObject } from '../../kernel/exact.ts';
import { errorMember, type RpcNotification, type Session } from '../../kernel/session.ts';
import { PendingExchange } from './exchange.ts';
import { LineSplitter } from './lines.ts';
import { type ClientId, clientId, readMessage } from './message.ts';
import { Outbox } from './outbox.ts';

const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** In this key of `_meta` every request of the stateless era names its revision. */
const VERSION_CLAIM = 'io.modelcontextprotocol/protocolVersion';

/** Begins the ids that stand in for a client's; random, so that no client sends one. */
const STAND_IN = `stand-in ${Math.random()} ${Math.random()} #`;

export interface Eras {
  readonly handshake: Session;
  readonly stateless: Session;
}

/**
 * One client on a pair of streams. Answers every line that holds a request, also a malformed one; gives ids back as
 * they were written; finishes running calls when the input ends.
 */
export class StdioConnection {
  /** Resolves when everything is answered and written. */
  readonly finished: Promise<void>;
  readonly #pending = new Map<string | number, PendingExchange>();
  readonly #outbox: Outbox;
  #session: Session | undefined;
  #awaited = 0;
  #received = 0;
  #ended = false;
  #closed = false;
  #finish: () => void = () => {};

  constructor(
    private readonly input: Readable,
    output: Writable,
    private readonly eras: Eras,
  ) {
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#outbox = new Outbox(output, (full) => (full ? input.pause() : input.resume()));
    const splitter = new LineSplitter(
      { line: (text) => this.#receive(text), bad: (why) => this.#skip(why) },
      MAX_LINE_BYTES,
    );
    input.on('data', (chunk: Buffer) => splitter.push(chunk));
    input.on('end', () => {
      splitter.end();
      this.#end();
    });
    input.on('error', () => this.#end());
    output.on('error', () => void this.close());
  }

  /** Stops at once: running calls are cancelled, what has been answered is still written. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.input.pause();
    for (const exchange of this.#pending.values()) exchange.cancel('the connection was closed');
    await this.#outbox.close();
    this.#finish();
  }

  #receive(line: string): void {
    this.#received++;
    const inbound = readMessage(line);
    switch (inbound.kind) {
      case 'request':
        void this.#answer(inbound.id, inbound.message);
        break;
      case 'notification':
        if (inbound.message.method === 'notifications/cancelled') this.#cancel(inbound.message.params.requestId);
        else this.#session?.notice(inbound.message);
        break;
      case 'invalid':
        this.#reject(inbound.idText, inbound.code, inbound.why);
        break;
      case 'ignored':
    }
  }

  async #answer(client: ClientId, message: RpcNotification): Promise<void> {
    const usable = client.value !== undefined && !this.#pending.has(client.value);
    const id = usable ? client.value : `${STAND_IN}${this.#received}`;
    const awaited = message.method !== 'subscriptions/listen';
    const post = (order: number, text: string) => this.#outbox.post(order, text);
    const exchange = new PendingExchange(client.text, this.#received, awaited, post);
    this.#pending.set(id, exchange);
    if (awaited) this.#awaited++;
    const member = await this.#sessionFor(message).answer({ id, ...message }, exchange);
    if (this.#pending.get(id) !== exchange) return;
    exchange.answer(member);
    this.#settle(id, exchange);
  }

  /** The first request decides the era of the connection; only a `server/discover` may still be followed by a handshake. */
  #sessionFor({ method, params }: RpcNotification): Session {
    if (this.#session !== undefined) return this.#session;
    const { handshake, stateless } = this.eras;
    const claims = isJsonObject(params._meta) && VERSION_CLAIM in params._meta;
    if (!claims || method !== 'server/discover') this.#session = claims ? stateless : handshake;
    return this.#session ?? stateless;
  }

  /** A cancelled request gets no answer, so nothing waits for one. */
  #cancel(requestId: unknown): void {
    const idText = clientId(requestId)?.text;
    for (const [id, exchange] of this.#pending) {
      if (exchange.idText !== idText) continue;
      exchange.cancel('cancelled by the client');
      this.#settle(id, exchange);
      return;
    }
  }

  #skip(why: string): void {
    this.#received++;
    this.#reject('null', RpcCode.parseError, `Parse error: ${why}`);
  }

  #reject(idText: string, code: number, why: string): void {
    this.#outbox.post(this.#received, `{"jsonrpc":"2.0","id":${idText},${errorMember(code, why)}}`);
  }

  #settle(id: string | number, exchange: PendingExchange): void {
    this.#pending.delete(id);
    if (exchange.awaited) this.#awaited--;
    this.#closeWhenDone();
  }

  #end(): void {
    this.#ended = true;
    this.#closeWhenDone();
  }

  #closeWhenDone(): void {
    if (this.#ended && this.#awaited === 0) setImmediate(() => void this.close());
  }
}
