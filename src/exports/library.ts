/** Markdown books that many processes write at once, without a lost word: `quartet-mcp/library`. */

import { bookPrefix, contentPrefix, lesson, ownerOf } from '../engines/library/model/files.ts';
import { bookId, contentPath, isBookId } from '../engines/library/model/names.ts';
import { compileGlob } from '../engines/library/search/glob.ts';
import { openLog } from '../kernel/log.ts';
import { closeBooks, openBooks } from '../toolsets/books/open.ts';

export { BookFailure, type FailureCode, type FailureKind } from '../engines/library/model/failures.ts';

export interface LibraryOptions {
  /** The folder of the library; made if need be. */
  readonly root: string;
  /** Who writes, for the audit log. */
  readonly author: string;
  /** The journal: `sqlite:FILE` or `postgresql://…` (default: a file in the folder). */
  readonly databaseUrl?: string;
  /** A bucket for the files instead of the folder. */
  readonly s3?: {
    readonly bucket: string;
    readonly region?: string;
    readonly endpoint?: string;
    readonly prefix?: string;
    readonly accessKeyId?: string;
    readonly secretAccessKey?: string;
  };
}

export interface Lesson {
  readonly content: string;
  /** SHA-256 of the bytes; an update must name it. */
  readonly hash: string;
  readonly lastModified: string;
}

export interface WrittenLesson {
  readonly mode: 'created' | 'updated';
  readonly hash: string;
  readonly size: number;
}

export interface MatchingLine {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** What cannot be done is refused with a `BookFailure`, whose `code` says why. */
export interface Library {
  /** The ids of all books. */
  books(): Promise<string[]>;
  /** A lesson, if there is one. */
  read(book: string, path: string): Promise<Lesson | undefined>;
  /** Creates a lesson without a hash, updates it with its current one; any other hash is a `CONFLICT`. */
  write(book: string, path: string, content: string, expectedHash?: string): Promise<WrittenLesson>;
  /** Removes a lesson, only in the version of a hash if one is given; false when there was none. */
  remove(book: string, path: string, expectedHash?: string): Promise<boolean>;
  /** The paths of a book's files that match a glob. */
  files(book: string, glob: string): Promise<string[]>;
  /** The lines of a book's lessons that match a regular expression (RE2), 100 at most or as many as said. */
  grep(book: string, pattern: string, limit?: number): Promise<MatchingLine[]>;
  /** Writes what is waiting, and lets go of everything. */
  close(): Promise<void>;
}

/** Opens a library, and settles what a crash has left behind. */
export async function openLibrary({ root, author, databaseUrl, s3 }: LibraryOptions): Promise<Library> {
  const bucket = s3 && {
    storageBackend: 's3',
    s3Bucket: s3.bucket,
    s3Region: s3.region,
    s3Endpoint: s3.endpoint,
    s3Prefix: s3.prefix,
    s3AccessKeyId: s3.accessKeyId,
    s3SecretAccessKey: s3.secretAccessKey,
  };
  const world = await openBooks({ root, databaseUrl, agentId: author, ...bucket }, openLog('warn', 'quartet-mcp'));
  const { library, texts, grepper } = world;
  const { storage } = library;
  const file = (book: string, path: string) => lesson(bookId(book), contentPath(path), ownerOf(undefined));
  const actor = (operation: string) => ({ agentId: author, operation });
  return {
    books: async () => (await storage.folders('books/')).filter(isBookId),
    read: async (book, path) => {
      const found = await library.read(file(book, path));
      return found && { content: found.bytes.toString(), hash: found.sha256, lastModified: found.lastModified };
    },
    write: async (book, path, content, expectedHash) => {
      const bytes = Buffer.from(content);
      const { mode, sha256, size } = await library.write(file(book, path), bytes, expectedHash, actor('write_content'));
      return { mode, hash: sha256, size };
    },
    remove: async (book, path, expectedHash) => library.remove(file(book, path), actor('delete_content'), expectedHash),
    files: async (book, glob) => {
      const prefix = bookPrefix(bookId(book));
      const { folders, matches } = compileGlob(glob);
      const found: string[] = [];
      for (const folder of folders) {
        for await (const { key } of storage.list(`${prefix}${folder}`)) {
          const path = key.slice(prefix.length);
          if (matches(path)) found.push(path);
        }
      }
      return found;
    },
    grep: async (book, pattern, limit = 100) => {
      const prefix = contentPrefix(bookId(book));
      const start = bookPrefix(bookId(book)).length;
      const { matches } = await grepper.search((visit) => texts.below(prefix, visit), pattern, { maxResults: limit });
      return matches.map(({ file_path, line_number, matched_line }) => {
        return { path: file_path.slice(start), line: line_number, text: matched_line };
      });
    },
    close: () => closeBooks(world),
  };
}
