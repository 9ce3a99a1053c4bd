import { mapInParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import type { UnreadableFile } from '../commit/reconciler.ts';
import type { FoundPassage, TextQuery } from '../journal/text-index.ts';
import type { MarkdownParser } from '../markdown/markdown-parser.ts';
import { BASE } from '../model/file-key.ts';
import { bookPrefix, keyOf } from '../model/files.ts';
import type { BookId, Owner } from '../model/names.ts';
import { type Admit, StorageFailure } from '../storage/storage.ts';
import { excerptOf } from './excerpt.ts';
import { TextIndexer, type UpdatedIndex, type UpdateOptions } from './text-indexer.ts';

/** Where to look, and from where on. */
export interface SearchScope {
  readonly books: readonly BookId[];
  /** Whether these are all that there are. */
  readonly isWhole: boolean;
  readonly user: Owner;
  readonly offset: number;
  readonly limit: number;
}

/** A section, or a piece of a long one, in which something was found. */
export interface Hit {
  readonly bookId: string;
  readonly path: string;
  /** Empty when the lesson could not be taken apart. */
  readonly section: string;
  readonly line: number;
  readonly title: string;
  readonly excerpt: string;
  /** How many passages come before it. */
  readonly position: number;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly hasMore: boolean;
  /** How many lessons could not be looked at yet. */
  readonly waiting: number;
  readonly unreadable: readonly UnreadableFile[];
  readonly tooLong: readonly string[];
  /** Whether there is no such book. */
  readonly isUnknown: boolean;
}

/** Somebody may change what has just been found. */
const TRIES = 3;
const AT_ONCE = 8;

/** Full text over lessons. What it tells is in the files at that moment, whatever the index says. */
export class TextSearch {
  readonly #indexer: TextIndexer;

  constructor(
    private readonly library: Library,
    parser: MarkdownParser,
  ) {
    this.#indexer = new TextIndexer(library, parser);
  }

  async search(query: TextQuery, scope: SearchScope, options: UpdateOptions): Promise<SearchResult> {
    const { books, isWhole, user, offset, limit } = scope;
    const bookId = isWhole ? undefined : books[0];
    for (let tries = 1; ; tries++) {
      const unreadable = await this.#reconciled(scope);
      const { waiting, tooLong, generation } = await this.#updated(scope, options);
      const page = { offset, limit: limit + 1 };
      const found = await this.library.journal.texts.search(query, { bookId, userId: user }, page);
      const { hits, stale } = await this.#present(found.passages.slice(0, limit), query, scope, options.admit);
      await this.#forgetDeleted(stale);
      const isSettled = found.generation === generation && stale.length === 0;
      if (!isSettled && tries < TRIES) continue;
      const isUnknown = hits.length === 0 && bookId !== undefined && !(await this.#hasBook(bookId));
      return { hits, hasMore: found.passages.length > limit, waiting, tooLong, unreadable, isUnknown };
    }
  }

  #hasBook(book: BookId): Promise<boolean> {
    return this.library.storage.exists(bookPrefix(book));
  }

  async #reconciled({ books, user }: SearchScope): Promise<UnreadableFile[]> {
    const unreadable: UnreadableFile[] = [];
    for (const book of books) unreadable.push(...(await this.library.reconciled(book, user, ['content/'])));
    return unreadable;
  }

  /** A user's own lessons come first: as long as they are missing, the shared ones are in their place. */
  #updated({ books, user }: SearchScope, options: UpdateOptions): Promise<UpdatedIndex> {
    const users = user === BASE ? [BASE] : [user, BASE];
    const areas = users.flatMap((userId) => books.map((bookId) => ({ bookId, userId })));
    return this.#indexer.update(areas, options);
  }

  async #present(passages: readonly FoundPassage[], query: TextQuery, scope: SearchScope, admit?: Admit) {
    const lessons = new Map(passages.map((passage) => [keyOf(passage), passage]));
    const texts = new Map<string, string>();
    await mapInParallel([...lessons], AT_ONCE, async ([key, passage]) => {
      const text = await this.#textOf(passage, admit);
      if (text !== undefined) texts.set(key, text);
    });
    const hits = passages.flatMap((passage, at): Hit[] => {
      const text = texts.get(keyOf(passage));
      if (text === undefined) return [];
      const { bookId, path, section, line, title, start, end } = passage;
      const excerpt = excerptOf(text.slice(start, end), query);
      return [{ bookId, path, section, line, title, excerpt, position: scope.offset + at }];
    });
    return { hits, stale: [...lessons].flatMap(([key, passage]) => (texts.has(key) ? [] : [passage])) };
  }

  /** Another process may have indexed a version late, when the lesson had been deleted. What cannot be read for now stays. */
  async #forgetDeleted(stale: readonly FoundPassage[]): Promise<void> {
    const { journal } = this.library;
    for (const lesson of stale) if ((await journal.get(lesson)) === undefined) await journal.texts.remove([lesson]);
  }

  /** The text of a lesson, if it is still what was indexed. */
  async #textOf(passage: FoundPassage, admit?: Admit): Promise<string | undefined> {
    const file = { ...passage, key: keyOf(passage) };
    const content = await this.library.read(file, admit).catch((error: unknown) => {
      if (!(error instanceof StorageFailure) || error.retryable) throw error;
    });
    return content?.sha256 === passage.sha256 ? content.bytes.toString('utf8') : undefined;
  }
}
