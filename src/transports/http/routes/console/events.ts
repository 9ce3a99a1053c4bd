import { holdsAny } from '../../gate/auth.ts';
import { METRICS_SCOPE, type Principal } from '../../gate/principal.ts';
import type { Answer, RequestContext } from '../../request-context.ts';
import type { CallFeed, CallSummary } from './call-feed.ts';
import type { LiveStory } from './live-story.ts';

const STATE_EVERY_MS = 5000;
/** A watcher that does not read gets no more until it has caught up, and is told how many calls it missed. */
const MAX_WAITING_BYTES = 1024 * 1024;
const MAX_WATCHERS = 100;
const MAX_WATCHERS_EACH = 12;

/** Server-sent events for people who watch: what the server is, how it is, and every call as it ends. */
export class ConsoleEvents {
  readonly #watchers = new Map<Watcher, string>();

  constructor(
    private readonly feed: CallFeed,
    private readonly story: LiveStory,
  ) {}

  async answer(context: RequestContext, principal: Principal): Promise<Answer> {
    const own = Array.from(this.#watchers.values()).filter((key) => key === principal.key).length;
    if (this.#watchers.size >= MAX_WATCHERS || own >= MAX_WATCHERS_EACH) {
      return context.refuse(429, 'watchers', 'Too many pages watch this server. Close one.', { 'retry-after': '10' });
    }
    // The calls of others are for those who may see the metrics.
    const seesAll = principal.subject === undefined || holdsAny(principal, [METRICS_SCOPE]);
    const maySee = (call: CallSummary) => seesAll || call.subject === principal.subject;
    const watcher = new Watcher();
    this.#watchers.set(watcher, principal.key);
    const stop = this.feed.listen((call) => maySee(call) && watcher.tell('call', call));
    const tellState = async () => watcher.tell('state', await this.story.state(seesAll));
    const timer = setInterval(() => void tellState().catch(() => watcher.end()), STATE_EVERY_MS).unref();
    watcher.whenGone(() => {
      clearInterval(timer);
      stop();
      this.#watchers.delete(watcher);
    });
    const body = watcher.open(async () => {
      watcher.tell('hello', { ...this.story.hello(principal, seesAll), payloads: this.feed.payloads });
      watcher.tell('calls', this.feed.recent.filter(maySee));
      await tellState();
    });
    const headers = context.headers('text/event-stream', { 'x-accel-buffering': 'no' });
    return new Response(body, { status: 200, headers });
  }

  /** Ends all streams; the pages come back when there is a server again. */
  close(): void {
    for (const watcher of this.#watchers.keys()) watcher.end();
  }
}

/** One open page. */
class Watcher {
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #gone: (() => void) | undefined;
  #missed = 0;

  whenGone(tell: () => void): void {
    this.#gone = tell;
  }

  open(begin: () => Promise<void>): ReadableStream<Uint8Array> {
    const source = {
      start: (controller: ReadableStreamDefaultController<Uint8Array>) => {
        this.#controller = controller;
        void begin().catch(() => this.end());
      },
      cancel: () => this.#stop(),
    };
    return new ReadableStream<Uint8Array>(source, new ByteLengthQueuingStrategy({ highWaterMark: 0 }));
  }

  tell(event: string, data: unknown): void {
    const controller = this.#controller;
    if (controller === undefined) return;
    if (-(controller.desiredSize ?? 0) > MAX_WAITING_BYTES) {
      this.#missed++;
      return;
    }
    if (this.#missed > 0) controller.enqueue(encoded('missed', { calls: this.#missed }));
    this.#missed = 0;
    controller.enqueue(encoded(event, data));
  }

  end(): void {
    this.#controller?.close();
    this.#stop();
  }

  #stop(): void {
    this.#controller = undefined;
    this.#gone?.();
    this.#gone = undefined;
  }
}

function encoded(event: string, data: unknown): Uint8Array {
  return encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

const encoder = new TextEncoder();
