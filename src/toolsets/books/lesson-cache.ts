import type { Library } from '../../engines/library/commit/library.ts';
import type { FileRef } from '../../engines/library/model/files.ts';
import { present, type ReadItem, type Source } from '../../engines/library/reading/read-lessons.ts';
import type { Admit } from '../../engines/library/storage/storage.ts';
import type { ToolOutput } from '../../kernel/tool.ts';
import { BoundedCache } from '../../lib/bounded-cache.ts';
import { json } from './book-tool.ts';

interface Kept {
  readonly version: string;
  readonly output: ToolOutput<ReadItem>;
}

const MOST_BYTES = 32 * 1024 * 1024;
const OVERHEAD = 500;

/** What was answered to reads of single files, given again as long as the file is in the same version. */
export class LessonCache {
  // The content, its JSON, and that JSON as a string within JSON.
  readonly #kept = new BoundedCache<string, Kept>(MOST_BYTES, ({ output }) => 4 * output.text.length + OVERHEAD);

  constructor(private readonly library: Library) {}

  /** What was answered before, if it can be told at once that it still holds. */
  again({ key }: FileRef): ToolOutput<ReadItem> | undefined {
    const kept = this.#kept.get(key);
    return kept && this.library.storage.versionAtOnce?.(key) === kept.version ? kept.output : undefined;
  }

  /** A file as readers get it; undefined when there is none. */
  async read(file: FileRef, source: Source, admit?: Admit): Promise<ToolOutput<ReadItem> | undefined> {
    const kept = this.#kept.get(file.key);
    if (kept !== undefined && (await this.library.isStill(file, kept.version))) return kept.output;
    this.#kept.delete(file.key);
    const content = await this.library.read(file, admit);
    if (content === undefined) return undefined;
    const { version } = content;
    const output = { ...json(present(file.path, content, source)), lasts: version !== undefined };
    if (version !== undefined) this.#kept.set(file.key, { version, output });
    return output;
  }
}
