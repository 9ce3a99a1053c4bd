import type { Readable, Writable } from 'node:stream';
import { RpcCode } from '../../kernel/errors.ts';
import { errorMember, type RpcNotification, type Session } from '../../kernel/session.ts';
import { Budget } from '../../lib/budget.ts';
import { type ClientId, claimsRevision, clientId, readMessage } from '../message.ts';
import { Outbox, PendingExchange } from './answers.ts';
import { LineSplitter } from './lines.ts';
import { idToAnswer, type LineEnds } from './unread-message.ts';

const MAX_LINE_BYTES = 128 * 1024 * 1024;

/** Lines up to this length are not worth counting. */
const SMALL_LINE = 16 * 1024;
/** How often the bytes of a line are there at once: as they came, as text, as values. */
const LINE_COPIES = 3;

/** What requests and answers of one client may hold. Nobody else waits, so there is no hurry. */
const ROOM = {
  bytes: 256 * 1024 * 1024,
  bytesEach: 256 * 1024 * 1024,
  maxWaiting: Number.POSITIVE_INFINITY,
  maxWaitMs: Number.POSITIVE_INFINITY,
};

/** Calls that wait for room hold little themselves; behind them there may be one that is cancelled. */
const MOST_WAITING = 1000;

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
  readonly #breathe = () => this.#pauseOrGoOn();
  readonly #post = (order: number, text: string, onWritten?: () => void) => {
    const written = () => {
      onWritten?.();
      this.#takeSome();
    };
    this.#outbox.post(order, text, onWritten && written);
  };
  #isOutboxFull = false;
  #isPaused = false;
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
    private readonly budget = new Budget(ROOM),
  ) {
    this.finished = new Promise((resolve) => {
      this.#finish = resolve;
    });
    this.#outbox = new Outbox(output, (full) => {
      this.#isOutboxFull = full;
      this.#breathe();
    });
    const splitter = new LineSplitter(
      { line: (text) => this.#receive(text), bad: (why, ends) => this.#skip(why, ends) },
      MAX_LINE_BYTES,
    );
    input.on('data', (chunk: Buffer) => {
      splitter.push(chunk);
      if (this.#isOutboxFull) this.#breathe();
    });
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
        void this.#answer(inbound.id, inbound.message, line.length);
        break;
      case 'notification':
        if (inbound.message.method === 'notifications/cancelled') this.#cancel(inbound.message.params.requestId);
        else this.#session?.notice(inbound.message);
        break;
      case 'invalid':
        this.#reject(inbound.idText, inbound.code, inbound.why);
        break;
      case 'response':
      case 'ignored':
    }
  }

  async #answer(client: ClientId, message: RpcNotification, length: number): Promise<void> {
    const usable = client.value !== undefined && !this.#pending.has(client.value);
    const id = usable ? client.value : `${STAND_IN}${this.#received}`;
    const awaited = message.method !== 'subscriptions/listen';
    const exchange = new PendingExchange(client.text, this.#received, awaited, this.#post, this.budget, this.#breathe);
    if (length > SMALL_LINE) exchange.charge(length * LINE_COPIES);
    this.#pending.set(id, exchange);
    if (awaited) this.#awaited++;
    const member = await this.#sessionFor(message)
      .answer({ id, ...message }, exchange)
      .catch(() => errorMember(RpcCode.internalError, 'Internal error'));
    if (this.#pending.get(id) === exchange) {
      exchange.answer(member);
      this.#settle(id, exchange);
    } else {
      exchange.release();
    }
    if (this.#isPaused) this.#breathe();
  }

  /** Takes no more in while the client does not read its answers, or while there is no room for more of them. */
  #pauseOrGoOn(): void {
    const pauses = this.#isOutboxFull || this.#isOverloaded;
    if (pauses === this.#isPaused || this.#closed) return;
    this.#isPaused = pauses;
    if (pauses) this.input.pause();
    else this.input.resume();
  }

  get #isOverloaded(): boolean {
    return this.budget.isSpent || this.budget.waiting >= MOST_WAITING;
  }

  /** While the client reads one long answer after the other, a little is taken in for each: it may cancel the others. */
  #takeSome(): void {
    if (!this.#isPaused || this.#isOverloaded || this.#closed) return;
    this.#isPaused = false;
    this.input.resume();
  }

  /** The first request decides the era of the connection; only a `server/discover` may still be followed by a handshake. */
  #sessionFor(message: RpcNotification): Session {
    if (this.#session !== undefined) return this.#session;
    const { handshake, stateless } = this.eras;
    const claims = claimsRevision(message);
    if (!claims || message.method !== 'server/discover') this.#session = claims ? stateless : handshake;
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

  /** A request that cannot be read is answered all the same, if its id can be made out. */
  #skip(why: string, ends: LineEnds): void {
    this.#received++;
    const idText = idToAnswer(ends);
    if (idText !== undefined) this.#reject(idText, RpcCode.parseError, `Parse error: ${why}`);
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
