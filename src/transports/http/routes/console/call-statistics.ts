import type { CallSummary } from './call-feed.ts';

/** What happened in a minute. */
export interface MinuteFigures {
  readonly at: string;
  readonly ok: number;
  readonly failed: number;
  /** Times in milliseconds below which half of the calls were, and nineteen of twenty. */
  readonly p50: number;
  readonly p95: number;
}

/** Calls that failed in the same way. */
export interface FailureGroup {
  readonly tool: string;
  readonly toolset?: string | undefined;
  readonly outcome: string;
  readonly code?: string | undefined;
  readonly count: number;
  readonly last_at: string;
}

const KEPT_MINUTES = 30;
const KEPT_GROUPS = 100;
const MINUTE_MS = 60_000;
/** The bounds of the times grow by a fifth, from 0.05 ms to about 100 s: a percentile is a tenth off at most. */
const FIRST_BOUND_MS = 0.05;
const GROWTH = 1.2;
const BUCKETS = 80;

class Minute {
  ok = 0;
  failed = 0;
  readonly #times = new Uint32Array(BUCKETS);

  constructor(readonly number: number) {}

  add({ outcome, ms }: CallSummary): void {
    if (outcome === 'ok') this.ok++;
    else this.failed++;
    const bucket = Math.floor(Math.log(ms / FIRST_BOUND_MS) / Math.log(GROWTH));
    const at = Math.min(Math.max(bucket, 0), BUCKETS - 1);
    this.#times[at] = (this.#times[at] ?? 0) + 1;
  }

  figures(): MinuteFigures {
    const at = new Date(this.number * MINUTE_MS).toISOString();
    return { at, ok: this.ok, failed: this.failed, p50: this.#percentile(0.5), p95: this.#percentile(0.95) };
  }

  #percentile(share: number): number {
    let left = Math.ceil((this.ok + this.failed) * share);
    const bucket = this.#times.findIndex((count) => (left -= count) <= 0);
    return Number((FIRST_BOUND_MS * GROWTH ** (bucket + 0.5)).toPrecision(3));
  }
}

/** The figures of the last half hour, and the failures since the start, whatever the number of calls. */
export class CallStatistics {
  readonly #minutes: Minute[] = [];
  /** The group that failed last is the last. */
  readonly #groups = new Map<string, FailureGroup>();

  record(call: CallSummary): void {
    this.#minuteOf(call).add(call);
    if (call.outcome !== 'ok') this.#addFailure(call);
  }

  /** The minutes in which there were calls, the oldest first. */
  minutes(now: Date): MinuteFigures[] {
    const oldest = numberOf(now) - KEPT_MINUTES;
    return this.#minutes.filter(({ number }) => number > oldest).map((minute) => minute.figures());
  }

  /** The failures, the last first. */
  failures(): FailureGroup[] {
    return Array.from(this.#groups.values()).reverse();
  }

  #minuteOf({ at }: CallSummary): Minute {
    const last = this.#minutes.at(-1);
    // A clock that was set back counts into the minute that is there.
    if (last !== undefined && last.number >= numberOf(new Date(at))) return last;
    const minute = new Minute(numberOf(new Date(at)));
    this.#minutes.push(minute);
    if (this.#minutes.length > KEPT_MINUTES) this.#minutes.shift();
    return minute;
  }

  #addFailure({ tool, toolset, outcome, code, at }: CallSummary): void {
    const key = `${tool} ${outcome} ${code}`;
    const count = (this.#groups.get(key)?.count ?? 0) + 1;
    this.#groups.delete(key);
    this.#groups.set(key, { tool, toolset, outcome, code, count, last_at: at });
    if (this.#groups.size > KEPT_GROUPS) this.#groups.delete(this.#groups.keys().next().value as string);
  }
}

function numberOf(moment: Date): number {
  return Math.floor(moment.getTime() / MINUTE_MS);
}
