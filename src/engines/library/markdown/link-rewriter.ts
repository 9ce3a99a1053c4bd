import { isUtf8 } from 'node:buffer';
import { LONGEST_TEXT, type MarkdownParser, MOST_LINKS, UnparsableLesson } from './markdown-parser.ts';
import type { Move } from './rewrite-address.ts';
import { rewriteLesson } from './rewrite-lesson.ts';

/** The bytes of a lesson after a move, and how many of its addresses were changed. */
interface RewrittenBytes {
  readonly bytes: Buffer;
  readonly links: number;
}

/** Lets lessons follow a move. */
export class LinkRewriter {
  /** Lessons whose links could not be looked at, or not all of them: too long, too much for the parser, no text, or too many. By where they are after the move. */
  readonly unchecked = new Set<string>();

  constructor(
    private readonly parser: MarkdownParser,
    private readonly move: Move,
    /** By the paths of lessons of a numbered tree: where their authors believe them to be. */
    private readonly originals: ReadonlyMap<string, string>,
    private readonly signal: AbortSignal,
  ) {}

  async rewrite(bytes: Buffer, from: string, to: string): Promise<RewrittenBytes> {
    const unchanged = { bytes, links: 0 };
    if (!isLesson(from)) return unchanged;
    if (bytes.length > LONGEST_TEXT || !isUtf8(bytes)) {
      this.unchecked.add(to);
      return unchanged;
    }
    try {
      return await this.#rewritten(bytes, from, to);
    } catch (error) {
      if (!(error instanceof UnparsableLesson)) throw error;
      this.unchecked.add(to);
      return unchanged;
    }
  }

  async #rewritten(bytes: Buffer, from: string, to: string): Promise<RewrittenBytes> {
    const unchanged = { bytes, links: 0 };
    const text = bytes.toString('utf8');
    if (from === to && !this.#mayMention(text)) return unchanged;
    const written = this.originals.get(from);
    const where = written === undefined ? { from, to } : { from: written, to: written };
    const rewritten = await rewriteLesson(this.parser, text, where, this.move, this.signal);
    if (rewritten.found === MOST_LINKS) this.unchecked.add(to);
    return rewritten.links === 0 ? unchanged : { bytes: Buffer.from(rewritten.text), links: rewritten.links };
  }

  /** Whether a lesson may refer to what moves: it would name it, or write some of its name in another way. */
  #mayMention(text: string): boolean {
    if (/[%&\\]/.test(text)) return true;
    for (const path of this.move.moved.keys()) {
      const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/, '');
      if (text.includes(name)) return true;
    }
    return false;
  }
}

export function isLesson(path: string): boolean {
  return path.startsWith('content/') && path.endsWith('.md');
}
