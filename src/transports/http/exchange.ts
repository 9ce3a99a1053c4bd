import type { Exchange, RpcNotification } from '../../kernel/session.ts';
import { errorMember } from '../../kernel/session.ts';
import type { Answer } from './answer.ts';
import type { Visit } from './visit.ts';

const CANCELLED = -32800;
const KEEP_ALIVE_MS = 15_000;

export interface Accepts {
  readonly json: boolean;
  readonly stream: boolean;
}

/** A request that waits for its answer: one JSON document, or a stream as soon as something is sent ahead of the answer. */
export class HttpExchange implements Exchange {
  /** The HTTP response, once it is known which kind it is. */
  readonly response: Promise<Answer>;
  #respond: (response: Answer) => void = () => {};
  #controller: AbortController | undefined;
  #stream: EventStream | undefined;
  #ended = false;

  constructor(
    private readonly visit: Visit,
    /** The client's id as JSON text. */
    readonly idText: string,
    private readonly accepts: Accepts,
    private readonly headers: Record<string, string> | undefined,
    private readonly onEnd: () => void,
  ) {
    this.response = new Promise((resolve) => {
      this.#respond = resolve;
    });
    if (!accepts.json) this.#openStream();
  }

  /** Aborted when the client cancels or goes away: there is no way to fetch an answer later. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      const { signal } = this.visit.request;
      const leave = () => this.cancel('the client has gone away');
      if (signal.aborted) leave();
      else signal.addEventListener('abort', leave, { once: true });
    }
    return this.#controller.signal;
  }

  notify(message: RpcNotification): void {
    if (this.#ended || !this.accepts.stream) return;
    this.#openStream().send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  answer(member: string): void {
    if (this.#ended) return;
    this.#ended = true;
    const text = `{"jsonrpc":"2.0","id":${this.idText},${member}}`;
    if (this.#stream === undefined) {
      this.#respond(this.visit.json(200, text, this.headers));
    } else {
      this.#stream.send(text);
      this.#stream.close();
    }
    this.onEnd();
  }

  cancel(reason: string): void {
    this.#controller ??= new AbortController();
    this.#controller.abort(new Error(reason));
    this.answer(errorMember(CANCELLED, `Cancelled: ${reason}`));
  }

  #openStream(): EventStream {
    if (this.#stream === undefined) {
      this.#stream = new EventStream(() => this.cancel('the client has gone away'));
      const headers = this.visit.headers('text/event-stream', { 'x-accel-buffering': 'no', ...this.headers });
      this.#respond(new Response(this.#stream.body, { headers }));
    }
    return this.#stream;
  }
}

/** Server-sent events; a comment now and then keeps proxies from closing the connection. */
class EventStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #timer: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(onGone: () => void) {
    this.body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => {
        this.#stop();
        onGone();
      },
    });
    this.#timer = setInterval(() => this.#write(': still working\n\n'), KEEP_ALIVE_MS).unref();
  }

  send(text: string): void {
    this.#write(`event: message\ndata: ${text}\n\n`);
  }

  close(): void {
    this.#controller?.close();
    this.#stop();
  }

  #write(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#controller = undefined;
  }
}

const encoder = new TextEncoder();
