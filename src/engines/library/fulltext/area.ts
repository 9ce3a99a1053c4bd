import type { FileRow, Journal } from '../journal/journal.ts';
import { type DueLesson, LONGEST_LESSON_BYTES } from './lesson-reader.ts';

const BEFORE_ALL = '0000-01-01T00:00:00.000Z';

/** The lessons of a book, the shared ones or those of one user, and what of them is not indexed yet. */
export class IndexedArea {
  readonly due = new Map<string, DueLesson>();
  readonly removed = new Map<string, DueLesson>();
  readonly tooLong = new Set<string>();
  #since = BEFORE_ALL;

  constructor(
    readonly bookId: string,
    readonly userId: string,
    readonly generation: string,
  ) {}

  /** Takes note of what has changed since the last time; of everything the first time, when it is compared with what is indexed. */
  async look(journal: Journal): Promise<void> {
    const { bookId, userId } = this;
    const isFirst = this.#since === BEFORE_ALL;
    const known = isFirst ? await journal.texts.lessons(bookId, userId) : undefined;
    const { changed, deleted } = await journal.changesSince(bookId, [userId], this.#since);
    for (const row of changed.filter(isLesson)) {
      const indexed = known?.get(row.path);
      known?.delete(row.path);
      this.removed.delete(row.path);
      const isSame = indexed?.sha256 === row.sha256 && indexed.stamp === row.lastWrittenAt;
      if (!isSame) this.due.set(row.path, dueOf(row));
      if (row.size > LONGEST_LESSON_BYTES) this.tooLong.add(row.path);
      else this.tooLong.delete(row.path);
    }
    for (const { path, deletedAt: stamp } of deleted.filter(isLesson))
      this.#drop({ bookId, userId, path, stamp, size: 0 });
    for (const [path, { stamp }] of known ?? []) this.#drop({ bookId, userId, path, stamp, size: 0 });
    const stamps = [...changed.map((row) => row.lastWrittenAt), ...deleted.map((row) => row.deletedAt)];
    for (const stamp of stamps) if (stamp > this.#since) this.#since = stamp;
  }

  #drop(lesson: DueLesson): void {
    this.due.delete(lesson.path);
    this.tooLong.delete(lesson.path);
    this.removed.set(lesson.path, lesson);
  }
}

function isLesson({ path }: { readonly path: string }): boolean {
  return path.startsWith('content/') && path.endsWith('.md');
}

function dueOf({ bookId, userId, path, lastWrittenAt, size }: FileRow): DueLesson {
  return { bookId, userId, path, stamp: lastWrittenAt, size };
}
