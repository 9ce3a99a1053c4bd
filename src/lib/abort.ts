/** Waits for work until a signal fires; then its reason is thrown, and what becomes of the work is nobody's concern. */
export function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal,
  reason: () => unknown = () => signal.reason,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(reason());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** Gives work a signal that fires when its time is up, for the reason `late`, or when `signal` does; waits no longer than that. */
export async function withTimeLimit<T>(
  limitMs: number,
  late: () => Error,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(late()), limitMs);
  const either = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    return await untilAborted(work(either), either);
  } finally {
    clearTimeout(timer);
  }
}

/** What work gives if it ends in time, else undefined. */
export async function inTime<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
