const BLOCKED_S = 30;
const FORGOTTEN_S = 60;

interface Job {
  readonly startedAt: number;
  readonly done: Promise<void>;
  failedAt?: number;
}

/** What came of asking for a job: one that runs can be waited for; `retryAfter` says when to ask again, in seconds. */
export interface JobState {
  readonly done: Promise<void> | undefined;
  readonly retryAfter: number;
}

/** Runs one job a key at a time. After a failure a key rests, so that a platform in trouble is not asked again and again. */
export class Jobs {
  readonly #jobs = new Map<string, Job>();

  constructor(
    private readonly now: () => Date,
    private readonly onFailure: (failure: unknown) => void = () => {},
  ) {}

  run(key: string, work: () => Promise<void>): JobState {
    const seconds = this.now().getTime() / 1000;
    this.#forget(seconds);
    const known = this.#jobs.get(key);
    if (known?.failedAt !== undefined) {
      const left = Math.ceil(known.failedAt + BLOCKED_S - seconds);
      if (left > 0) return { done: undefined, retryAfter: left };
    } else if (known !== undefined) return { done: known.done, retryAfter: BLOCKED_S };
    return { done: this.#start(key, work, seconds), retryAfter: BLOCKED_S };
  }

  #start(key: string, work: () => Promise<void>, startedAt: number): Promise<void> {
    const settled = (change: () => void) => {
      if (this.#jobs.get(key) === job) change();
    };
    const done = work().then(
      () => settled(() => this.#jobs.delete(key)),
      (failure: unknown) => {
        this.onFailure(failure);
        settled(() => {
          job.failedAt = this.now().getTime() / 1000;
        });
      },
    );
    const job: Job = { startedAt, done };
    this.#jobs.set(key, job);
    return done;
  }

  /** A job that hangs or failed long ago does not stand in the way for ever. */
  #forget(seconds: number): void {
    for (const [key, job] of this.#jobs)
      if (seconds - (job.failedAt ?? job.startedAt) >= FORGOTTEN_S) this.#jobs.delete(key);
  }
}
