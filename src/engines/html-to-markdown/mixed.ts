import { BLOCKS, RAW_TEXT, VOIDS } from './elements.ts';
import { htmlToMarkdown } from './html/convert.ts';
import { scanMarkdown } from './scan.ts';
import type { TagSpan } from './tags.ts';

const MARKS: ReadonlyMap<string, string> = new Map([
  ...['b', 'strong'].map((name): [string, string] => [name, '**']),
  ...['i', 'em', 'cite', 'dfn'].map((name): [string, string] => [name, '*']),
  ...['del', 's', 'strike'].map((name): [string, string] => [name, '~~']),
]);
// Elements that are converted with all they hold; the others leave their Markdown where it is.
const WHOLE: ReadonlySet<string> = new Set([
  ...RAW_TEXT,
  ...'sup sub code kbd samp tt var math pre xmp listing table ul ol dl'.split(' '),
  ...'svg button select noscript template canvas'.split(' '),
]);
const MAX_MARKED = 2000;

/** Rewrites the tags in a Markdown text and leaves everything else alone (R58). */
export function rewriteStrayTags(text: string): string {
  const rewriter = new Rewriter(text);
  scanMarkdown(text, rewriter);
  return rewriter.finish();
}

class Rewriter {
  private readonly chunks: string[] = [];
  private readonly open: { readonly name: string; readonly closer: string }[] = [];
  private readonly unclosed = new Set<string>();
  private copied = 0;
  private lineStart = 0;

  constructor(private readonly text: string) {}

  line(start: number): void {
    this.lineStart = start;
  }

  tag(tag: TagSpan): number {
    this.chunks.push(this.text.slice(this.copied, tag.start));
    this.copied = this.replace(tag);
    return this.copied;
  }

  finish(): string {
    this.chunks.push(this.text.slice(this.copied));
    return this.chunks
      .join('')
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, '');
  }

  private replace(tag: TagSpan): number {
    const { name, closing, end } = tag;
    if (name === 'br') return this.lineBreak(end);
    if (name === 'hr') return this.block('---', end);
    if (MARKS.has(name) || name === 'a') return closing ? this.closeMark(tag) : this.openMark(tag);
    if (name === 'img') this.chunks.push(htmlToMarkdown(this.text.slice(tag.start, end)));
    if (WHOLE.has(name) && !closing) return this.whole(tag);
    return BLOCKS.has(name) ? this.block('', end) : end;
  }

  private lineBreak(end: number): number {
    if (
      this.text
        .slice(this.lineStart, this.lineStart + 8)
        .trimStart()
        .startsWith('|')
    )
      this.chunks.push(' ');
    else if (!/^[ \t\r]*(?:\n|$)/.test(this.text.slice(end, end + 80))) {
      this.trimEnd();
      this.chunks.push('\n');
      return this.skip(end, ' ');
    }
    return end;
  }

  private block(markdown: string, end: number): number {
    this.trimEnd();
    if (this.chunks.length > 0) this.chunks.push('\n\n');
    if (markdown !== '') this.chunks.push(markdown, '\n\n');
    this.lineStart = this.skip(end, ' \t\r\n');
    return this.lineStart;
  }

  private openMark({ name, start, end }: TagSpan): number {
    const inside = this.text.slice(end, end + MAX_MARKED);
    const close = inside.search(new RegExp(`</${name}\\s*>`, 'i'));
    if (close < 0 || inside.slice(0, close).trim() === '' || /\n[ \t\r]*\n/.test(inside.slice(0, close))) return end;
    const [opener, closer] = name === 'a' ? this.linkMarks(start, end) : [MARKS.get(name) ?? '', MARKS.get(name) ?? ''];
    const next = this.skip(end, ' \t\r\n');
    const startsLine = this.chunks.every((chunk) => chunk === '') || this.chunks.at(-1)?.endsWith('\n');
    this.chunks.push(startsLine ? '' : this.text.slice(end, next), opener);
    this.open.push({ name, closer });
    return next;
  }

  private closeMark({ name, end }: TagSpan): number {
    if (this.open.at(-1)?.name !== name) return end;
    const blanks = this.trimEnd();
    this.chunks.push(this.open.pop()?.closer ?? '', blanks);
    return end;
  }

  private linkMarks(start: number, end: number): readonly [string, string] {
    const link = htmlToMarkdown(`${this.text.slice(start, end)}x</a>`);
    return link.startsWith('[x]') ? ['[', link.slice(2)] : ['', ''];
  }

  private whole(tag: TagSpan): number {
    const end = this.elementEnd(tag);
    if (end < 0) return BLOCKS.has(tag.name) ? this.block('', tag.end) : tag.end;
    const markdown = htmlToMarkdown(this.text.slice(tag.start, end));
    if (BLOCKS.has(tag.name)) return this.block(markdown, end);
    const isTight = tag.name.startsWith('su') && /[\p{L}\p{N}]/u.test(this.text[end] ?? '');
    this.chunks.push(isTight ? markdown.replace(/^([_^])([^(].*)$/, '$1($2)') : markdown);
    return end;
  }

  private elementEnd({ name, end }: TagSpan): number {
    if (this.unclosed.has(name) || VOIDS.has(name)) return -1;
    const same = new RegExp(`<(/?)${name}(?=[\\s/>])[^>]*>`, 'gi');
    same.lastIndex = end;
    let depth = 1;
    for (let found = same.exec(this.text); found; found = same.exec(this.text)) {
      depth += found[1] === '/' ? -1 : 1;
      if (depth === 0) return same.lastIndex;
    }
    this.unclosed.add(name);
    return -1;
  }

  /** Takes the blanks off the end of what is written, and returns them. */
  private trimEnd(): string {
    let blanks = '';
    for (let last = this.chunks.pop(); last !== undefined; last = this.chunks.pop()) {
      const kept = last.trimEnd();
      blanks = last.slice(kept.length) + blanks;
      if (kept === '') continue;
      this.chunks.push(kept);
      break;
    }
    return blanks;
  }

  private skip(from: number, characters: string): number {
    let at = from;
    while (at < this.text.length && characters.includes(this.text[at] as string)) at++;
    return at;
  }
}
