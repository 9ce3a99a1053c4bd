import { CodeFinder } from './code.ts';
import { KNOWN } from './elements.ts';
import { MathFinder, skipAt } from './math.ts';
import { readTag, type TagSpan } from './tags.ts';

/** What a walk over a Markdown text meets outside code and maths. */
interface Visitor {
  /** A tag of a known element, or a comment (named `!--`); says where to go on. */
  tag(tag: TagSpan): number;
  /** The start of a line. */
  line?(start: number): void;
  /** A code fence or code span. */
  code?(start: number): void;
}

const STOP = /[`~$\\<\n]/g;

/** Walks over a Markdown text once, passing over code fences, code spans and formulas. */
export function scanMarkdown(text: string, visitor: Visitor): void {
  const code = new CodeFinder(text);
  const math = new MathFinder(text);
  const lastComment = text.lastIndexOf('-->');
  // A regular expression shared with a nested walk would lose its place.
  const stop = new RegExp(STOP);
  visitor.line?.(0);
  for (let found = stop.exec(text); found; found = stop.exec(text)) {
    const at = found.index;
    stop.lastIndex = next(at, found[0]);
  }

  function next(at: number, character: string): number {
    if (character === '\n') {
      visitor.line?.(at + 1);
      return at + 1;
    }
    if (character === '<') return afterAngle(at);
    if (character === '$' || character === '\\') {
      const end = math.endOf(at);
      return end > 0 ? end : at + skipAt(text, at);
    }
    const end = code.endOf(at);
    if (end < 0) return code.runEnd(at);
    visitor.code?.(at);
    return end;
  }

  function afterAngle(at: number): number {
    if (text.startsWith('<!--', at) && at < lastComment) {
      return visitor.tag({ name: '!--', closing: false, start: at, end: text.indexOf('-->', at + 2) + 3 });
    }
    const tag = readTag(text, at);
    return tag && KNOWN.has(tag.name) ? visitor.tag(tag) : at + 1;
  }
}
