import type { Actor } from '../commit/commit.ts';
import type { Library } from '../commit/library.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { keyOf } from '../model/files.ts';
import { StorageFailure } from '../storage/storage.ts';
import { isLesson, LinkRewriter } from './link-rewriter.ts';
import type { MarkdownParser } from './markdown-parser.ts';
import { type Moved, type MovePlan, type MoveRequest, planMove, type RewrittenLinks } from './plan-move.ts';

const MOST_TRIES = 5;

/**
 * Moves files of a book together with the links that lead there, as one change. What others write between its plan and its end may
 * hold links to the old path, which was right when they wrote: these lessons follow right after, each as a change of its own.
 */
export async function move(
  library: Library,
  parser: MarkdownParser,
  request: MoveRequest,
  actor: Actor,
): Promise<Moved> {
  const plan = await committed(library, parser, request, actor);
  const late = await followLate(library, parser, request, plan, actor);
  const rewritten = [...plan.rewritten, ...late.rewritten];
  return { moved: plan.moved, rewritten, unchecked: new Set([...plan.unchecked, ...late.unchecked]) };
}

/** Where somebody changes one of the lessons meanwhile, the move is planned anew. */
async function committed(library: Library, parser: MarkdownParser, request: MoveRequest, actor: Actor) {
  for (let tries = 1; ; tries++) {
    const plan = await planMove(library, parser, request);
    try {
      await library.changeTogether(plan.changes, actor);
      return plan;
    } catch (error) {
      const isOvertaken = error instanceof BookFailure && error.code === 'CONFLICT';
      if (!isOvertaken || tries === MOST_TRIES) throw error;
    }
  }
}

/** Rewrites the lessons that are not as the plan saw them. The move has happened, so that nothing here makes it fail. */
async function followLate(
  library: Library,
  parser: MarkdownParser,
  { book, originals, signal }: MoveRequest,
  { moved: all, seen }: MovePlan,
  actor: Actor,
) {
  await library.reconciled(book);
  const rows = await library.journal.rows(book, [BASE]);
  const late = rows.filter(({ path, sha256 }) => isLesson(path) && seen.get(path) !== sha256);
  const paths = new Set(rows.map(({ path }) => path));
  // Where somebody has made a new file at an old path, links lead to that one.
  const moved = new Map(all.filter(({ from }) => !paths.has(from)).map(({ from, to }) => [from, to]));
  const rewriter = new LinkRewriter(parser, { book, known: new Set([...paths, ...moved.keys()]), moved }, originals, signal);
  const rewritten: RewrittenLinks[] = [];
  for (const row of late) {
    const { path } = row;
    const file = { ...row, key: keyOf(row) };
    let links = 0;
    const next = async (current: { readonly bytes: Buffer } | undefined) => {
      if (current === undefined) throw new Unchanged();
      const made = await rewriter.rewrite(current.bytes, path, path);
      links = made.links;
      if (links === 0) throw new Unchanged();
      return made.bytes;
    };
    try {
      const { sha256 } = await library.revise(file, actor, next);
      rewritten.push({ path, links, sha256 });
    } catch (error) {
      if (error instanceof BookFailure || error instanceof StorageFailure) rewriter.unchecked.add(path);
      else if (!(error instanceof Unchanged)) throw error;
    }
  }
  return { rewritten, unchecked: rewriter.unchecked };
}

/** Thrown inside a change: there is nothing to change. */
class Unchanged extends Error {}
