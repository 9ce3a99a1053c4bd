import type { Actor } from '../commit/commit.ts';
import type { Library } from '../commit/library.ts';
import { PATIENCE_MS } from '../commit/recovery.ts';
import { BookFailure } from '../model/failures.ts';
import { BASE } from '../model/file-key.ts';
import { keyOf } from '../model/files.ts';
import { StorageFailure } from '../storage/storage.ts';
import { isLesson, LinkRewriter } from './link-rewriter.ts';
import type { MarkdownParser } from './markdown-parser.ts';
import { type Moved, type MovePlan, type MoveRequest, planMove, type RewrittenLinks } from './plan-move.ts';

/**
 * Moves files of a book together with the links that lead there, as one change. What others write between its plan and its end may
 * hold links to the old path, which was right when they wrote: these lessons follow right after, each as a change of its own.
 */
export async function move(
  library: Library,
  parser: MarkdownParser,
  request: MoveRequest,
  actor: Actor,
  patienceMs = PATIENCE_MS,
): Promise<Moved> {
  const deadline = library.world.monotonic() + patienceMs;
  const admit = admittingOnce(request.admit);
  let plan: MovePlan | undefined;
  while (plan === undefined) {
    plan = await planMove(library, parser, { ...request, admit: admit() });
    if (await isCommitted(library, plan, actor)) break;
    plan = undefined;
    if (library.world.monotonic() > deadline) throw overtaken(request.from);
  }
  const late = await followLate(library, parser, request, plan, actor);
  const rewritten = [...plan.rewritten, ...late.rewritten];
  return { moved: plan.moved, rewritten, unchecked: new Set([...plan.unchecked, ...late.unchecked]) };
}

/** False where somebody has changed one of the lessons since the move was planned. */
async function isCommitted(library: Library, { changes }: MovePlan, actor: Actor): Promise<boolean> {
  try {
    await library.changeTogether(changes, actor);
    return true;
  } catch (error) {
    if (error instanceof BookFailure && error.code === 'CONFLICT') return false;
    throw error;
  }
}

/** What was admitted for one plan serves the next. */
function admittingOnce(admit: MoveRequest['admit']): () => MoveRequest['admit'] {
  let admitted = 0;
  return () => {
    let needed = 0;
    return async (bytes) => {
      needed += bytes;
      const more = needed - admitted;
      admitted = Math.max(admitted, needed);
      if (more > 0) await admit(more);
    };
  };
}

function overtaken(path: string): BookFailure {
  const sentence = 'Nothing was moved: others keep changing lessons whose links would have to be rewritten. Try again.';
  return new BookFailure('ConflictError', 'CONFLICT', sentence, { path, retryable: true });
}

/** Rewrites the lessons that are not as the plan saw them. The move has happened: one that cannot be rewritten is named, and fails nothing. */
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
  const rewriter = new LinkRewriter(
    parser,
    { book, known: new Set([...paths, ...moved.keys()]), moved },
    originals,
    signal,
  );
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
