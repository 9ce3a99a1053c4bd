import { lstat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAbsence } from '../../../../lib/errno.ts';
import { WorkerClient } from '../../../../lib/worker-client.ts';
import type { FileKey } from '../../model/file-key.ts';
import { JournalFailure } from '../journal.ts';
import type {
  FoundPassages,
  IndexedLesson,
  IndexedVersion,
  Phrase,
  TextIndex,
  TextQuery,
  TextScope,
} from '../text-index.ts';

/**
 * The index in an SQLite file beside the journal, used by a thread of its own: neither a long search nor its writes hold up anybody, and
 * the journal stays small. Without a file it lives as long as the library is open.
 */
export class SqliteTextIndex implements TextIndex {
  readonly #worker: WorkerClient<{ kind: string }, unknown>;
  #checked: Promise<void> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(private readonly file: string | undefined) {
    this.#worker = new WorkerClient(new URL('./text-index-worker.js', import.meta.url), { data: file ?? '' });
  }

  async generation(): Promise<string> {
    return (await this.#ask('generation')) as string;
  }

  async lessons(bookId: string, userId: string): Promise<Map<string, IndexedVersion>> {
    const rows = (await this.#ask('lessons', { bookId, userId })) as (IndexedVersion & { path: string })[];
    return new Map(rows.map(({ path, ...version }) => [path, version]));
  }

  async put(lessons: readonly IndexedLesson[]): Promise<void> {
    await this.#ask('put', { lessons });
  }

  async remove(lessons: readonly (FileKey & { readonly stamp: string })[]): Promise<void> {
    await this.#ask('remove', { lessons });
  }

  async search(query: TextQuery, scope: TextScope, page: { offset: number; limit: number }): Promise<FoundPassages> {
    const { bookId = null, userId } = scope;
    return (await this.#ask('search', { match: matchOf(query), bookId, userId, ...page })) as FoundPassages;
  }

  async problems(): Promise<string[]> {
    return (await this.#ask('problems')) as string[];
  }

  async clear(): Promise<void> {
    await this.#ask('clear');
  }

  /** A thread is not ended while it is inside of SQLite: that has taken the whole process with it. */
  async close(): Promise<void> {
    if (this.#checked) await this.#ask('close').catch(() => {});
    await this.#last;
    await this.#worker.close();
  }

  async #ask(kind: string, request: object = {}): Promise<unknown> {
    this.#checked ??= this.#refuseLink();
    await this.#checked;
    const answer = this.#worker.ask({ kind, ...request }).catch((error: unknown) => {
      const reason = (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
      throw new JournalFailure(`The index of search_content cannot be used: ${reason}.`, { cause: error });
    });
    this.#last = answer.catch(() => {});
    return await answer;
  }

  /** Somebody who can put a link into a library must not choose which file the server writes. */
  async #refuseLink(): Promise<void> {
    if (this.file === undefined) return;
    const seen = await lstat(this.file).catch((error: unknown) => {
      if (!isAbsence(error)) throw error;
    });
    if (seen && !seen.isFile()) {
      throw new JournalFailure(`${basename(this.file)} is a link or no plain file. Move it away.`);
    }
  }
}

/** A query as FTS5 spells it: every word is quoted, so that none of them can be an operator. */
function matchOf({ mode, wanted, unwanted }: TextQuery): string {
  const terms = wanted.map((phrases) => `(${phrases.map(phraseOf).join(' OR ')})`);
  const all = `(${terms.join(mode === 'all' ? ' AND ' : ' OR ')})`;
  return unwanted.length === 0 ? all : `${all} NOT (${unwanted.map(phraseOf).join(' OR ')})`;
}

function phraseOf({ words, isPrefix }: Phrase): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
}
