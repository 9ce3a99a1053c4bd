import { afterEach, beforeEach } from 'vitest';
import type { Library } from '../../commit/library.ts';
import type { TextQuery } from '../../journal/text-index.ts';
import { MarkdownParser } from '../../markdown/markdown-parser.ts';
import { BASE } from '../../model/file-key.ts';
import { type FileRef, lesson } from '../../model/files.ts';
import { bookId, contentPath, type Owner } from '../../model/names.ts';
import { closeLibrary, openLibrary, temporaryFolder } from '../../testing/library.ts';
import { parseQuery } from '../query.ts';
import { type SearchResult, TextSearch } from '../text-search.ts';

const ACTOR = { agentId: 'ada', operation: 'write_content' };
const NOTHING: SearchResult = { hits: [], hasMore: false, waiting: 0, unreadable: [], tooLong: [], isUnknown: false };

interface Where {
  readonly user?: string;
  readonly books?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
  readonly deadline?: number;
  readonly mode?: TextQuery['mode'];
}

/** A lesson of the book `sample`, or of another. */
export function lessonNamed(name: string, user: string = BASE, book = 'sample'): FileRef {
  return lesson(bookId(book), contentPath(`content/01-Part/01-Chapter/01-${name}.md`), user as Owner);
}

/** A library for each test of a file, with a search over it. */
export function searching() {
  const parser = new MarkdownParser();
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let library: Library;
  let search: TextSearch;

  async function open(): Promise<void> {
    library = await openLibrary(folder.root);
    search = new TextSearch(library, parser);
  }

  beforeEach(async () => {
    folder = await temporaryFolder();
    await open();
  });
  afterEach(async () => {
    await closeLibrary(library);
    await folder.remove();
  });

  async function found(query: string, where: Where = {}) {
    const { user = BASE, books = ['sample'], limit = 50, offset = 0, deadline = Infinity, mode = 'all' } = where;
    const isWhole = books.length !== 1;
    const parsed = parseQuery(query);
    const scope = { books: books.map(bookId), isWhole, user: user as Owner, limit, offset };
    // Nothing is asked of the library where there is nothing to look for.
    if (parsed.wanted.length === 0) return NOTHING;
    return search.search({ ...parsed, mode }, scope, { deadline });
  }

  return {
    found,
    get library() {
      return library;
    },
    get root() {
      return folder.root;
    },
    reopen: async (between = async () => {}) => {
      await closeLibrary(library);
      await between();
      await open();
    },
    write: (file: FileRef, content: string | Buffer) => library.put(file, Buffer.from(content), ACTOR),
    remove: (file: FileRef) => library.remove(file, ACTOR),
    /** What was found, as `file: heading`. */
    names: async (query: string, where?: Where) =>
      (await found(query, where)).hits.map(({ path, section }) => `${/01-([^/]+)\.md$/.exec(path)?.[1]}: ${section}`),
  };
}
