/**
 * Lets many callers share one run of something slow that serves everybody who asked before it began, such as a sync of the disk. A call that
 * comes while a run is under way gets the next one: the run that is under way may have missed what that caller did just before.
 */
export class SharedRun {
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(private readonly work: () => Promise<void>) {}

  /** Resolves when a run that began after this call has ended; rejects when that run has failed. */
  run(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    this.#next ??= this.#running.catch(() => {}).then(() => this.#start());
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = undefined;
    const running = this.work().finally(() => {
      if (this.#running === running) this.#running = undefined;
    });
    this.#running = running;
    return running;
  }
}
