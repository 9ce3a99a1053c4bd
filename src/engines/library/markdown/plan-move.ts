import type { FileContent } from '../commit/file-reader.ts';
import type { GroupedChange } from '../commit/group-commit.ts';
import type { Library } from '../commit/library.ts';
import { unexpected } from '../commit/refusals.ts';
import type { FileRow } from '../journal/journal.ts';
import { BookFailure, invalid, notFound } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { type FileRef, keyOf, sha256 } from '../model/files.ts';
import type { BookId } from '../model/names.ts';
import { isLesson, LinkRewriter } from './link-rewriter.ts';
import type { MarkdownParser } from './markdown-parser.ts';
import { movedPaths } from './moved-paths.ts';

/** More files than this are not changed at once. */
const MOST_CHANGES = 1000;
const MOST_BYTES = 100_000_000;

export interface MoveRequest {
  readonly book: BookId;
  readonly from: string;
  readonly to: string;
  readonly expectedHash?: string | undefined;
  /** By the paths of lessons of a numbered tree: where their authors believe them to be. */
  readonly originals: ReadonlyMap<string, string>;
  /** Makes room for what is held until all is written. */
  admit(bytes: number): Promise<void>;
  readonly signal: AbortSignal;
}

/** A lesson whose links were rewritten. */
export interface RewrittenLinks {
  readonly path: string;
  readonly links: number;
  readonly sha256: string;
}

/** What comes of a move. */
export interface Moved {
  readonly moved: readonly { readonly from: string; readonly to: string; readonly sha256: string }[];
  readonly rewritten: readonly RewrittenLinks[];
  /** Lessons whose links could not be looked at. */
  readonly unchecked: ReadonlySet<string>;
}

export interface MovePlan extends Moved {
  readonly changes: readonly GroupedChange[];
  /** The hashes of lessons as they will be, unless somebody else writes them. */
  readonly seen: ReadonlyMap<string, string>;
}

/** All that a move changes: the files themselves, and the lessons with links to or in them. The journal must tell what is there. */
export async function planMove(library: Library, parser: MarkdownParser, request: MoveRequest): Promise<MovePlan> {
  const { book, from, to, originals } = request;
  const rows = await library.journal.rows(book, [BASE]);
  const known = new Set(rows.map(({ path }) => path));
  const moved = movedPaths(known, from, to);
  if (request.expectedHash !== undefined && !known.has(from))
    throw invalid('VALIDATION_ERROR', 'expected_hash', 'expected_hash is of one file. Leave it out to move a folder.');
  for (const path of moved.keys()) if (originals.has(path)) throw ofNumberedTree(path);
  const plan = new Planner(
    library,
    request,
    moved,
    new LinkRewriter(parser, { book, known, moved }, originals, request.signal),
  );
  for (const row of rows) {
    request.signal.throwIfAborted();
    if (moved.has(row.path) || isLesson(row.path)) await plan.take(row);
  }
  return plan;
}

class Planner implements MovePlan {
  readonly changes: GroupedChange[] = [];
  readonly moved: { from: string; to: string; sha256: string }[] = [];
  readonly rewritten: RewrittenLinks[] = [];
  readonly seen = new Map<string, string>();
  #bytes = 0;

  constructor(
    private readonly library: Library,
    private readonly request: MoveRequest,
    private readonly targets: ReadonlyMap<string, string>,
    private readonly rewriter: LinkRewriter,
  ) {}

  get unchecked(): ReadonlySet<string> {
    return this.rewriter.unchecked;
  }

  async take(row: FileRow): Promise<void> {
    const file: FileRef = { ...row, key: keyOf(row) };
    const to = this.targets.get(row.path);
    const found = await this.library.read(file);
    if (found === undefined) {
      if (to === undefined) return;
      throw notFound(row.path, 'The file has just been deleted. Try again.');
    }
    if (row.path === this.request.from) this.#refuseOther(row, found);
    const { bytes, links } = await this.rewriter.rewrite(found.bytes, row.path, to ?? row.path);
    const hash = links === 0 ? found.sha256 : sha256(bytes);
    this.seen.set(to ?? row.path, hash);
    if (to === undefined && links === 0) return;
    await this.#hold(bytes.length);
    const content = { bytes, sha256: hash };
    if (links > 0) this.rewritten.push({ path: to ?? row.path, links, sha256: hash });
    if (to === undefined) {
      this.changes.push({ file, content, check: still(file, found.sha256), note: 'links rewritten' });
      return;
    }
    this.moved.push({ from: row.path, to, sha256: hash });
    const target = { ...file, path: to, key: keyOf({ ...row, path: to }) };
    this.changes.push({
      file: target,
      content,
      check: still(target, undefined),
      note: `moved from ${row.path}`,
      movedFrom: row.path,
    });
    this.changes.push({ file, content: null, check: still(file, found.sha256), note: `moved to ${to}` });
  }

  #refuseOther({ path }: FileRow, found: FileContent): void {
    const { expectedHash } = this.request;
    if (expectedHash === undefined || expectedHash === found.sha256) return;
    const sentence =
      'Nothing was moved: the file has changed since it was read. Read it again and retry with its new hash.';
    const extra = { path, expected_hash: expectedHash, current_hash: found.sha256 };
    throw new BookFailure('ConflictError', 'CONFLICT', sentence, extra);
  }

  async #hold(bytes: number): Promise<void> {
    this.#bytes += bytes;
    if (this.changes.length >= MOST_CHANGES || this.#bytes > MOST_BYTES) {
      const most = `${MOST_CHANGES} changes and ${MOST_BYTES} bytes`;
      const sentence = `Nothing was moved: this would change more than ${most} at once. Move smaller parts one after the other.`;
      throw invalid('VALIDATION_ERROR', 'from', sentence);
    }
    await this.request.admit(bytes);
  }
}

function still(file: FileRef, expected: string | undefined): GroupedChange['check'] {
  return (current) => {
    if (current?.sha256 !== expected) throw unexpected(file.path, current, expected);
  };
}

function ofNumberedTree(path: string): BookFailure {
  const sentence =
    'Nothing was moved: this lesson came from a folder by quartet books ingest, which knows it by its place there. Move it in that folder, then ingest again.';
  return new BookFailure('ValidationError', 'VALIDATION_ERROR', sentence, { path });
}
