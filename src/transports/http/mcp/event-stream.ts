const KEEP_ALIVE_MS = 15_000;

/** Server-sent events; a comment now and then keeps proxies from closing the connection. */
export class EventStream {
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
