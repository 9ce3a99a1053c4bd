import { isUtf8 } from 'node:buffer';
import { BoundedCache } from '../../../lib/bounded-cache.ts';
import { mapInParallel } from '../../../lib/in-parallel.ts';
import type { Library } from '../commit/library.ts';
import type { FileRow } from '../journal/journal.ts';
import { BookFailure } from '../model/failures.ts';
import { keyOf } from '../model/files.ts';
import { StorageFailure } from '../storage/storage.ts';
import { splitFrontMatter } from './front-matter.ts';
import { type Link, LONGEST_TEXT, type MarkdownParser } from './markdown-parser.ts';

/** What a lesson says about itself and about other files. */
export interface LessonFacts {
  /** A line `NUMBER ADDRESS` for each link, since a book may have hundreds of thousands of them; see `linksIn`. */
  readonly links: string;
  readonly hasFrontMatter: boolean;
  readonly slug: string | undefined;
}

/** The links of a lesson; their first line is 0. */
export function* linksIn({ links }: LessonFacts): Generator<Link> {
  for (const { 1: line, 2: href = '' } of links.matchAll(/^(\d+) (.*)$/gm)) yield { line: Number(line), href };
}

function packed(links: readonly Link[], linesBefore: number): string {
  const isInside = ({ href }: Link) => !/^(?:#|mailto:)/i.test(href);
  return links
    .filter(isInside)
    .map(({ line, href }) => `${line + linesBefore} ${href.replaceAll(/\s/g, ' ')}\n`)
    .join('');
}

/** So much is read and parsed at a time. */
const BATCH_BYTES = 128 * 1024;
const AT_ONCE = 16;
const MOST_BYTES = 32 * 1024 * 1024;
const OVERHEAD = 300;

/** Reads lessons for what they refer to, each version once. */
export class FactsReader {
  readonly #known = new BoundedCache<string, LessonFacts>(MOST_BYTES, ({ links }) => links.length + OVERHEAD);

  constructor(
    private readonly library: Library,
    private readonly parser: MarkdownParser,
  ) {}

  /** The facts of lessons by path, of as many as there is time for; without those that cannot be taken apart. */
  async read(rows: readonly FileRow[], timeMs: number, signal?: AbortSignal): Promise<Map<string, LessonFacts>> {
    const deadline = this.library.world.monotonic() + timeMs;
    const facts = new Map<string, LessonFacts>();
    for (let next = 0; next < rows.length; ) {
      const batch: FileRow[] = [];
      for (let bytes = 0; next < rows.length && bytes < BATCH_BYTES; next++) {
        const row = rows[next] as FileRow;
        const known = this.#known.get(row.sha256);
        if (known) facts.set(row.path, known);
        if (known || row.size > LONGEST_TEXT) continue;
        batch.push(row);
        bytes += row.size;
      }
      if (batch.length === 0) continue;
      if (this.library.world.monotonic() > deadline) break;
      for (const [path, read] of await this.#readBatch(batch, signal)) facts.set(path, read);
    }
    return facts;
  }

  async #readBatch(rows: readonly FileRow[], signal?: AbortSignal): Promise<[string, LessonFacts][]> {
    try {
      const texts = await mapInParallel(rows, AT_ONCE, (row) => this.#textOf(row));
      const read = rows.flatMap(({ path }, at) => (texts[at] === undefined ? [] : [{ path, ...texts[at] }]));
      const links = await this.parser.links(
        read.map(({ markdown }) => markdown),
        signal,
      );
      return read.map(({ path, sha256, matter, matterLines }, at) => {
        const own = packed(links[at] ?? [], matterLines);
        const facts = { links: own, hasFrontMatter: matter !== '', slug: slugIn(matter) };
        this.#known.set(sha256, facts);
        return [path, facts];
      });
    } catch (error) {
      if (!(error instanceof BookFailure)) throw error;
      // One of them is too much for the parser; the others are not.
      const alone = rows.length > 1 ? rows.map((row) => [row]) : [];
      const found: [string, LessonFacts][] = [];
      for (const row of alone) found.push(...(await this.#readBatch(row, signal)));
      return found;
    }
  }

  async #textOf(row: FileRow) {
    try {
      const found = await this.library.read({ ...row, key: keyOf(row) });
      if (found === undefined || !isUtf8(found.bytes)) return undefined;
      return { ...splitFrontMatter(found.bytes.toString('utf8')), sha256: found.sha256 };
    } catch (error) {
      // What cannot be read is told elsewhere.
      if (error instanceof StorageFailure && !error.retryable) return undefined;
      throw error;
    }
  }
}

function slugIn(matter: string): string | undefined {
  return /^slug:[ \t]*["']?([^"'\r\n#]+?)["']?[ \t]*(?:#.*)?$/m.exec(matter.replaceAll('\r', ''))?.[1];
}
