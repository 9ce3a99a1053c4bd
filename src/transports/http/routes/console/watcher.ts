import { holdsAny } from '../../gate/auth.ts';
import { METRICS_SCOPE, type Principal } from '../../gate/principal.ts';
import type { CallSummary } from './call-feed.ts';

/** A watcher that does not read gets no more until it has caught up, and is told how many calls it missed. */
export const MAX_WAITING_BYTES = 1024 * 1024;

/** One open page: what it may see, and the stream of events that it reads. */
export class Watcher {
  readonly body: ReadableStream<Uint8Array>;
  /** The calls of others are for those who may see the metrics. */
  readonly seesAll: boolean;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #missed = 0;

  constructor(
    readonly principal: Principal,
    /** Told once, when nobody reads any more. */
    private readonly onGone: () => void,
  ) {
    this.seesAll = principal.subject === undefined || holdsAny(principal, [METRICS_SCOPE]);
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        this.#controller = controller;
      },
      cancel: () => this.#leave(),
    };
    this.body = new ReadableStream(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
  }

  maySee({ subject }: CallSummary): boolean {
    return this.seesAll || subject === this.principal.subject;
  }

  tell(event: Uint8Array): void {
    if (this.#canTake()) this.#controller?.enqueue(event);
  }

  tellCall(event: Uint8Array): void {
    if (this.#canTake()) this.#controller?.enqueue(event);
    else this.#missed++;
  }

  /** Ends the stream: a reader that has all of it comes to its end, any other is cut off. */
  end(): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    this.#leave();
    if (waitingBytes(controller) === 0) controller.close();
    else controller.error(new Error('the stream was ended'));
  }

  /** Tells first what was missed, once there is room again. */
  #canTake(): boolean {
    const controller = this.#controller;
    if (controller === undefined || waitingBytes(controller) >= MAX_WAITING_BYTES) return false;
    if (this.#missed > 0) controller.enqueue(eventBytes('missed', { calls: this.#missed }));
    this.#missed = 0;
    return true;
  }

  #leave(): void {
    if (this.#controller === undefined) return;
    this.#controller = undefined;
    this.onGone();
  }
}

function waitingBytes({ desiredSize }: ReadableStreamDefaultController<Uint8Array>): number {
  return -(desiredSize ?? 0);
}

/** A server-sent event. */
export function eventBytes(event: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

const encoder = new TextEncoder();
