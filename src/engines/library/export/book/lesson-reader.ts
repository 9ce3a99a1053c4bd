import { isUtf8 } from 'node:buffer';
import { BoundedCache } from '../../../../lib/bounded-cache.ts';
import type { Library } from '../../commit/library.ts';
import type { FileRow } from '../../journal/journal.ts';
import { keyOf } from '../../model/files.ts';
import { MAX_BULK_BYTES } from '../../reading/read-lessons.ts';
import { StorageFailure } from '../../storage/storage.ts';
import { type LessonFacts, lessonFacts } from './lesson-facts.ts';

/** The book is no longer the one of the snapshot: a new one is to be taken. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** One file cannot be part of the export; the others can. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

const KEPT_TEXT_BYTES = 16 * 1024 * 1024;
const KEPT_FACTS_BYTES = 64 * 1024 * 1024;

/** Reads files of a snapshot, never another version of them. Some texts are kept, so that a small book is read once. */
export class LessonReader {
  readonly #texts = new BoundedCache<string, string>(KEPT_TEXT_BYTES, ({ length }) => 2 * length);
  readonly #facts = new BoundedCache<string, LessonFacts>(KEPT_FACTS_BYTES, ({ weight }) => weight);

  constructor(private readonly library: Library) {}

  async bytes(row: FileRow): Promise<Buffer> {
    if (row.size > MAX_BULK_BYTES) throw new Unreadable('the file is larger than 20 MB');
    const found = await this.library.read({ ...row, key: keyOf(row) }).catch(unreadable);
    if (found?.sha256 === row.sha256) return found.bytes;
    const now = await this.library.journal.get(row);
    if (found === undefined && now?.sha256 === row.sha256)
      throw new Unreadable('the journal knows this file, but it is not in storage');
    throw new Overtaken();
  }

  async text(row: FileRow): Promise<string> {
    const known = this.#texts.get(row.sha256);
    if (known !== undefined) return known;
    const bytes = await this.bytes(row);
    if (!isUtf8(bytes)) throw new Unreadable('the stored file is not valid UTF-8');
    const text = bytes.toString('utf8');
    this.#texts.set(row.sha256, text);
    return text;
  }

  async facts(row: FileRow): Promise<LessonFacts> {
    const known = this.#facts.get(row.sha256);
    if (known !== undefined) return known;
    const facts = lessonFacts(await this.text(row));
    this.#facts.set(row.sha256, facts);
    return facts;
  }
}

/** What another attempt may mend fails the run; what may not concerns this file only. */
export function unreadable(error: unknown): never {
  if (error instanceof StorageFailure && !error.retryable) throw new Unreadable(error.message, { cause: error });
  throw error;
}
