import type { TagSpan } from './tags.ts';

const CLOSER = /<\/([a-z][a-z0-9:-]*)(?=[\s/>])/gi;

/** Knows the closing tags of one text; a name without one costs no second search. */
export class Closers {
  private last: ReadonlyMap<string, number> | undefined;

  constructor(private readonly text: string) {}

  /** Tells whether a closing tag of that name stands anywhere. */
  has(name: string): boolean {
    return this.lastOf(name) >= 0;
  }

  /** Where the next closing tag of that name begins, or -1. */
  next(name: string, from: number): number {
    if (this.lastOf(name) < from) return -1;
    const closer = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    closer.lastIndex = from;
    return closer.exec(this.text)?.index ?? -1;
  }

  private lastOf(name: string): number {
    this.last ??= new Map(Array.from(this.text.matchAll(CLOSER), (found) => [nameOf(found), found.index]));
    return this.last.get(name) ?? -1;
  }
}

/** Tells whether a tag is meant as one: `a<b>c` compares, for a word in bold is closed somewhere. */
export function isMeant(text: string, { name, closing, start, end }: TagSpan, closers: Closers): boolean {
  if (closing || end - start > '<b>'.length) return true;
  return !/[\p{L}\p{N}_)\]]/u.test(text[start - 1] ?? '') || closers.has(name);
}

function nameOf(found: RegExpExecArray): string {
  return (found[1] ?? '').toLowerCase();
}
