import { type Layout, numberTree } from './numbering.ts';
import { readPositions } from './positions.ts';
import type { FoundFile } from './tree.ts';

const CONTENT = 'content/';
const NOTHING: Layout = { folders: new Map(), files: new Map() };

/** Gives the files of a `docs/` tree their places in a book, and keeps which is which. */
export class TreeNumbering {
  layout: Layout;

  constructor(
    before: Layout = NOTHING,
    private readonly inBook: readonly string[],
  ) {
    this.layout = before;
  }

  /** Where the files of the tree are in the book. */
  place = async (found: readonly FoundFile[]): Promise<ReadonlyMap<string, string>> => {
    const docs = found
      .filter(({ entry }) => entry.isFile())
      .map(({ path, place }) => ({ path: path.slice(CONTENT.length), place }));
    const inBook = this.inBook.filter((path) => path.startsWith(CONTENT)).map((path) => path.slice(CONTENT.length));
    const positions = await readPositions(docs);
    const now = numberTree(
      docs.map(({ path }) => path),
      positions,
      this.layout,
      inBook,
    );
    this.layout = {
      folders: together(this.layout.folders, now.folders),
      files: together(this.layout.files, now.files, new Set(inBook)),
    };
    return new Map([...now.files].map(([path, name]) => [`${CONTENT}${path}`, `${CONTENT}${name}`]));
  };
}

/** What is gone from the tree keeps its name as long as the book has it and nothing else is called so. */
function together(before: Layout['files'], now: Layout['files'], inBook?: ReadonlySet<string>): Map<string, string> {
  const names = new Set(now.values());
  const kept = [...before].filter(([path, name]) => !now.has(path) && !names.has(name) && (inBook?.has(name) ?? true));
  return new Map([...kept, ...now]);
}
