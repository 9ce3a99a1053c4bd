import type { Principal } from '../../gate/principal.ts';
import type { Answer, RequestContext } from '../../request-context.ts';
import type { CallFeed, CallSummary } from './call-feed.ts';
import type { LiveStory } from './live-story.ts';
import { eventBytes, MAX_WAITING_BYTES, Watcher } from './watcher.ts';

const STATE_EVERY_MS = 5000;
const MAX_WATCHERS = 100;
const MAX_WATCHERS_EACH = 12;
/** What a page is told at first leaves room for what comes meanwhile. */
const MAX_FIRST_BYTES = MAX_WAITING_BYTES / 2;

/** Looks again whether a page may still watch: gives its principal as it is now, if there still is one. */
type Recheck = () => Promise<Principal | undefined>;

/** Server-sent events for people who watch: what the server is, how it is, and every call as it ends. */
export class ConsoleEvents {
  readonly #watchers = new Map<Watcher, Recheck>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(
    private readonly feed: CallFeed,
    private readonly story: Pick<LiveStory, 'hello' | 'state'>,
    private readonly stateEveryMs = STATE_EVERY_MS,
  ) {
    feed.listen((call) => this.#tellCall(call));
  }

  /** How many pages watch. */
  get watching(): number {
    return this.#watchers.size;
  }

  answer(context: RequestContext, principal: Principal, recheck: Recheck): Answer {
    if (this.#isClosed) return context.refuse(503, 'stopping', 'The server is stopping.', { 'retry-after': '5' });
    const own = Array.from(this.#watchers.keys()).filter((watcher) => watcher.principal.key === principal.key).length;
    if (this.#watchers.size >= MAX_WATCHERS || own >= MAX_WATCHERS_EACH) {
      return context.refuse(429, 'watchers', 'Too many pages watch this server. Close one.', { 'retry-after': '10' });
    }
    const watcher = new Watcher(principal, () => this.#forget(watcher));
    this.#watchers.set(watcher, recheck);
    const { feed, story } = this;
    watcher.tell(eventBytes('hello', { ...story.hello(principal, watcher.seesAll), payloads: feed.payloads }));
    watcher.tell(eventBytes('calls', this.#recentFor(watcher)));
    void this.#tellState([watcher]);
    this.#timer ??= setInterval(() => void this.#tick(), this.stateEveryMs).unref();
    const headers = context.headers('text/event-stream', { 'x-accel-buffering': 'no' });
    return new Response(watcher.body, { status: 200, headers });
  }

  /** Ends all streams; the pages come back when there is a server again. */
  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#watchers.keys()) watcher.end();
  }

  #forget(watcher: Watcher): void {
    this.#watchers.delete(watcher);
    if (this.#watchers.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #tellCall(call: CallSummary): void {
    let event: Uint8Array | undefined;
    for (const watcher of this.#watchers.keys()) {
      if (watcher.maySee(call)) watcher.tellCall((event ??= eventBytes('call', call)));
    }
  }

  /** The newest calls that a page may see, as many as fit. */
  #recentFor(watcher: Watcher): CallSummary[] {
    const seen = this.feed.recent.filter((call) => watcher.maySee(call));
    let bytes = 0;
    const tooMuch = seen.findLastIndex((call) => (bytes += Buffer.byteLength(JSON.stringify(call))) > MAX_FIRST_BYTES);
    return seen.slice(tooMuch + 1);
  }

  /** A token may have been taken back, have expired, or been given other scopes since its page was opened. */
  async #tick(): Promise<void> {
    const watchers = Array.from(this.#watchers);
    await Promise.all(watchers.map(([watcher, recheck]) => endUnlessSame(watcher, recheck)));
    await this.#tellState(watchers.map(([watcher]) => watcher));
  }

  /** Once for all who are told the same. One that cannot be told is ended, and its page asks again. */
  async #tellState(watchers: readonly Watcher[]): Promise<void> {
    const told = [true, false].map(async (seesAll) => {
      const some = watchers.filter((watcher) => watcher.seesAll === seesAll);
      if (some.length === 0) return;
      try {
        const event = eventBytes('state', await this.story.state(seesAll));
        for (const watcher of some) watcher.tell(event);
      } catch {
        for (const watcher of some) watcher.end();
      }
    });
    await Promise.all(told);
  }
}

async function endUnlessSame(watcher: Watcher, recheck: Recheck): Promise<void> {
  const { principal } = watcher;
  const now = await recheck().catch(() => undefined);
  const isSame = now?.key === principal.key && now.subject === principal.subject && sameScopes(now, principal);
  if (!isSame) watcher.end();
}

function sameScopes({ scopes: some }: Principal, { scopes: others }: Principal): boolean {
  return some.size === others.size && Array.from(some).every((scope) => others.has(scope));
}
