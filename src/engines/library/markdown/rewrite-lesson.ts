import { BookFailure } from '../model/failures.ts';
import { targetOf } from './check-references.ts';
import { splitFrontMatter } from './front-matter.ts';
import type { MarkdownParser } from './markdown-parser.ts';
import { type Move, percentEncoded, rewrittenAddress, type Whereabouts } from './rewrite-address.ts';

export interface RewrittenLesson {
  readonly text: string;
  /** How many addresses were changed. */
  readonly links: number;
  /** Of how many that were found, `MOST_LINKS` at most. */
  readonly found: number;
}

/** Lets the addresses in a lesson lead after a move to where they led before; everything else stays byte for byte. */
export async function rewriteLesson(
  parser: MarkdownParser,
  text: string,
  where: Whereabouts,
  move: Move,
  signal?: AbortSignal,
): Promise<RewrittenLesson> {
  const { markdown } = splitFrontMatter(text);
  const before = text.slice(0, text.length - markdown.length);
  const [addresses = []] = await parser.addresses([markdown], signal);
  let rewritten = '';
  let links = 0;
  let read = 0;
  for (const { start, end, href } of addresses) {
    const written = markdown.slice(start, end);
    const next = rewrittenAddress(written === href ? href : unescaped(href), where, move);
    if (next === undefined || start < read) continue;
    rewritten += markdown.slice(read, start) + next;
    read = end;
    links++;
  }
  rewritten += markdown.slice(read);
  if (links > 0 || where.from !== where.to) await refuseOthers(parser, markdown, rewritten, where, move, signal);
  return { text: before + rewritten, links, found: addresses.length };
}

/** What was written with escapes is written anew without them. */
function unescaped(href: string): string {
  return href.replaceAll(/[\s<>()[\]"'`\\&|]/g, percentEncoded);
}

/** Asks the parser whether everything leads to where it shall. */
async function refuseOthers(
  parser: MarkdownParser,
  before: string,
  after: string,
  { from, to }: Whereabouts,
  move: Move,
  signal?: AbortSignal,
): Promise<void> {
  const [old = [], now = []] = await parser.links([before, after], signal);
  const wrong = old.findIndex(({ href }, at) => {
    const goal = targetOf(move.book, from, href)?.path;
    const wanted = goal === undefined ? undefined : (rewrittenGoal(goal, move) ?? goal);
    return now[at] === undefined || targetOf(move.book, to, now[at].href)?.path !== wanted;
  });
  if (wrong < 0 && old.length === now.length) return;
  const { href = '', line = 0 } = old[wrong] ?? {};
  const sentence =
    `Nothing was moved: the address "${href}" (line ${line + 1} of the Markdown) cannot be rewritten safely. ` +
    'Write it in a plainer way, then move again.';
  throw new BookFailure('ValidationError', 'VALIDATION_ERROR', sentence, { path: from });
}

function rewrittenGoal(goal: string, { moved }: Move): string | undefined {
  const isMdx = goal.endsWith('.mdx');
  const next =
    moved.get(goal) ?? moved.get(goal.normalize('NFC')) ?? (isMdx ? moved.get(goal.slice(0, -1)) : undefined);
  return isMdx ? next?.replace(/\.md$/, '.mdx') : next;
}
