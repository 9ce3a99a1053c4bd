import { Turns } from '../../../../lib/turns.ts';
import type { FileRow } from '../../journal/journal.ts';
import type { BookId } from '../../model/names.ts';
import { bookTree, type Category, type Folder, type Page, pagesOf, type ReadLesson } from './book-tree.ts';
import { type LessonReader, Unreadable } from './lesson-reader.ts';
import { Links } from './links.ts';
import { nameInWords, oneLine } from './plain-text.ts';
import type { LeftOut, Snapshot } from './snapshot.ts';

/** A book, ready to be written in some format. Its texts are read when they are needed. */
export interface Book {
  readonly id: BookId;
  readonly title: string;
  readonly language: string;
  readonly root: Folder;
  /** In reading order, without summaries. */
  readonly pages: readonly Page[];
  readonly assets: readonly FileRow[];
  readonly links: Links;
  readonly reader: LessonReader;
  readonly snapshot: Snapshot;
  /** What could not be read. */
  readonly leftOut: readonly LeftOut[];
}

export interface BookOptions {
  readonly title?: string | undefined;
  readonly language?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number) => void) | undefined;
}

const CATEGORY = '/_category_.json';

/** Reads every text of a snapshot once, for what the others must know of it. */
export async function readBook(snapshot: Snapshot, reader: LessonReader, options: BookOptions = {}): Promise<Book> {
  const leftOut = [...snapshot.unreadable];
  const lessons = new Map<string, ReadLesson>();
  const categories = new Map<string, Category>();
  const turns = new Turns();
  const rows = [...snapshot.files.values()];
  for (const [at, row] of rows.entries()) {
    options.signal?.throwIfAborted();
    await turns.next();
    await take(row).catch((error: unknown) => {
      if (!(error instanceof Unreadable)) throw error;
      leftOut.push({ path: row.path, error: error.message });
    });
    options.progress?.(at + 1, rows.length);
  }
  const root = bookTree(lessons, categories);
  const assets = rows.filter(({ path }) => path.startsWith('static/'));
  const id = snapshot.book;
  return {
    id,
    title: oneLine(options.title ?? '') || (root.intro?.facts.title ?? titleOf(id)),
    language: options.language ?? 'en',
    root,
    pages: pagesOf(root),
    assets,
    links: new Links(snapshot, root),
    reader,
    snapshot,
    leftOut,
  };

  async function take(row: FileRow): Promise<void> {
    if (row.path.endsWith('.md') && row.path.startsWith('content/'))
      lessons.set(row.path, { row, facts: await reader.facts(row) });
    else if (row.path.endsWith(CATEGORY)) {
      categories.set(row.path.slice(0, -CATEGORY.length), categoryOf(await reader.text(row)));
    }
  }
}

function categoryOf(text: string): Category {
  try {
    const { label } = JSON.parse(text) as { label?: unknown };
    return { label: typeof label === 'string' ? oneLine(label) || undefined : undefined };
  } catch {
    return {};
  }
}

/** `quartet-tour` → `Quartet Tour`. */
function titleOf(id: BookId): string {
  return id.split('-').map(nameInWords).join(' ');
}
