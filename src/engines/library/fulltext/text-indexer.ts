import { BoundedCache } from '../../../lib/bounded-cache.ts';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import type { MarkdownParser } from '../markdown/markdown-parser.ts';
import type { Admit } from '../storage/storage.ts';
import { IndexedArea } from './area.ts';
import { type DueLesson, readLessons } from './lesson-reader.ts';

/** The lessons of a book: everybody's or one user's. */
export interface AreaName {
  readonly bookId: string;
  readonly userId: string;
}

export interface UpdateOptions {
  /** When to stop, by the library's `world.monotonic()`. */
  readonly deadline: number;
  readonly signal?: AbortSignal | undefined;
  /** Asked before something large is read. */
  readonly admit?: Admit | undefined;
}

export interface UpdatedIndex {
  readonly generation: string;
  /** How many lessons there was no time for. */
  readonly waiting: number;
  /** Lessons that are never indexed, because they are too long. */
  readonly tooLong: readonly string[];
}

const MOST_AREAS = 1000;
const LOOKS_AT_ONCE = 8;
/** What is indexed in one go: others who write to the database wait no longer than for that. */
const BATCH_LESSONS = 64;
const BATCH_BYTES = 256 * 1024;
const MOST_REMOVED = 500;

/** Keeps the text index up to date with the journal when somebody asks for it; one at a time does the work. */
export class TextIndexer {
  readonly #areas = new BoundedCache<string, IndexedArea>(MOST_AREAS);
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly library: Library,
    private readonly parser: MarkdownParser,
  ) {}

  /** Indexes what has changed in some areas, one after the other, as far as time allows. The next call goes on from there. */
  update(names: readonly AreaName[], options: UpdateOptions): Promise<UpdatedIndex> {
    const update = this.#last.then(() => this.#update(names, options));
    this.#last = update.catch(() => {});
    return update;
  }

  async #update(names: readonly AreaName[], options: UpdateOptions): Promise<UpdatedIndex> {
    options.signal?.throwIfAborted();
    const generation = await this.library.journal.texts.generation();
    const look = (name: AreaName) => this.#lookAt(name, generation);
    const areas = await mapInParallel(names, LOOKS_AT_ONCE, look, options.signal);
    let waiting = 0;
    for (const area of areas) waiting += await this.#index(area, options);
    return { generation, waiting, tooLong: areas.flatMap(({ tooLong }) => [...tooLong]) };
  }

  async #lookAt({ bookId, userId }: AreaName, generation: string): Promise<IndexedArea> {
    const key = `${bookId}/${userId}`;
    const known = this.#areas.get(key);
    const area = known?.generation === generation ? known : new IndexedArea(bookId, userId, generation);
    await area.look(this.library.journal);
    this.#areas.set(key, area);
    return area;
  }

  /** Gives how many are left. */
  async #index({ due, removed }: IndexedArea, { deadline, signal, admit }: UpdateOptions): Promise<number> {
    const { texts } = this.library.journal;
    while (removed.size > 0) {
      const some = [...removed.values()].slice(0, MOST_REMOVED);
      await texts.remove(some);
      for (const { path } of some) removed.delete(path);
    }
    const unreadable: DueLesson[] = [];
    while (due.size > 0 && this.library.world.monotonic() < deadline) {
      signal?.throwIfAborted();
      const batch = batchOf(due.values());
      const read = await readLessons(this.library, this.parser, batch, admit);
      if (read.lessons.length > 0) await texts.put(read.lessons);
      if (read.gone.length > 0) await texts.remove(read.gone);
      unreadable.push(...read.unreadable);
      for (const { path } of batch) due.delete(path);
    }
    const left = due.size;
    for (const lesson of unreadable) due.set(lesson.path, lesson);
    return left;
  }
}

function batchOf(due: Iterable<DueLesson>): DueLesson[] {
  const batch: DueLesson[] = [];
  let bytes = 0;
  for (const lesson of due) {
    if (batch.length === BATCH_LESSONS || (batch.length > 0 && bytes + lesson.size > BATCH_BYTES)) break;
    batch.push(lesson);
    bytes += lesson.size;
  }
  return batch;
}
