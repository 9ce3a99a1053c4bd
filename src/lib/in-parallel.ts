/** Does work for each item, some at once; begins no more after a failure or when the signal fires, and waits for what runs. */
export async function inParallel<Item>(
  items: Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  let stopped = false;
  async function worker(): Promise<void> {
    try {
      for (let next = queue.next(); !stopped; next = queue.next()) {
        if (next.done) {
          stopped = true;
          return;
        }
        signal?.throwIfAborted();
        await work(next.value);
      }
    } catch (error) {
      stopped = true;
      throw error;
    }
  }
  const workers: Promise<void>[] = [];
  // No more of them than there is work: mostly there are a few items or none.
  while (workers.length < atOnce && !stopped) workers.push(worker());
  const ends = await Promise.allSettled(workers);
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
}

/** What work gives for each item, in the order of the items; some at once, with the same promises. */
export async function mapInParallel<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = [];
  const keep = async ([at, item]: [number, Item]) => {
    results[at] = await work(item);
  };
  await inParallel(items.entries(), atOnce, keep, signal);
  return results;
}
