const BLOCKED_S = 30;
const FORGOTTEN_S = 60;

interface Job {
  readonly startedAt: number;
  readonly done: Promise<void>;
  failedAt?: number;
  failure?: unknown;
}

/** What came of asking for a job: one that runs can be waited for; `retryAfter` says when to ask again, in seconds. */
interface JobState {
  readonly done: Promise<void> | undefined;
  readonly retryAfter: number;
  /** Why it failed, if by now it has. */
  failure(): unknown;
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
      if (left > 0) return stateOf(known, undefined, left);
    } else if (known !== undefined) return stateOf(known, known.done, BLOCKED_S);
    const job = this.#start(key, work, seconds);
    return stateOf(job, job.done, BLOCKED_S);
  }

  #start(key: string, work: () => Promise<void>, startedAt: number): Job {
    const settled = (change: () => void) => {
      if (this.#jobs.get(key) === job) change();
    };
    const done = work().then(
      () => settled(() => this.#jobs.delete(key)),
      (failure: unknown) => {
        this.onFailure(failure);
        job.failure = failure;
        settled(() => {
          job.failedAt = this.now().getTime() / 1000;
        });
      },
    );
    const job: Job = { startedAt, done };
    this.#jobs.set(key, job);
    return job;
  }

  /** A job that hangs or failed long ago does not stand in the way for ever. */
  #forget(seconds: number): void {
    for (const [key, job] of this.#jobs)
      if (seconds - (job.failedAt ?? job.startedAt) >= FORGOTTEN_S) this.#jobs.delete(key);
  }
}

function stateOf(job: Job, done: Promise<void> | undefined, retryAfter: number): JobState {
  return { done, retryAfter, failure: () => job.failure };
}
