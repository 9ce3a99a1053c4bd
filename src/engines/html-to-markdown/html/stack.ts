import { BLOCKS } from '../elements.ts';

/** What to do when an element ends; `next` is the character behind its closing tag, if it had one. */
export type Leave<Doc> = (doc: Doc, next: string) => void;

interface Open<Doc> {
  readonly name: string;
  readonly leave: Leave<Doc> | undefined;
}

const CELLS = ['td', 'th', 'caption', 'table'];
const LISTS = ['ul', 'ol', 'menu', 'dir', ...CELLS];
const ROW_PARTS = ['td', 'th', 'caption'];
const SECTION_PARTS = ['tr', ...ROW_PARTS];
const TABLE_PARTS = ['thead', 'tbody', 'tfoot', ...SECTION_PARTS];

/** For an opening tag, which elements it ends. */
const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['a']],
  ['li', ['li']],
  ['dt', ['dt', 'dd']],
  ['dd', ['dt', 'dd']],
  ['td', ROW_PARTS],
  ['th', ROW_PARTS],
  ['tr', SECTION_PARTS],
  ['thead', TABLE_PARTS],
  ['tbody', TABLE_PARTS],
  ['tfoot', TABLE_PARTS],
]);
const PARAGRAPH = ['p'];

/** For any tag, which elements hide what is open outside them. */
const WALLS: ReadonlyMap<string, readonly string[]> = new Map([
  ['table', []],
  ['li', LISTS],
  ['dt', ['dl', ...CELLS]],
  ['dd', ['dl', ...CELLS]],
  ...TABLE_PARTS.map((name): [string, readonly string[]] => [name, ['table']]),
]);

/** The open elements of a document; every question costs the same at any depth. */
export class OpenElements<Doc> {
  private readonly open: Open<Doc>[] = [];
  private readonly places = new Map<string, number[]>();

  push(name: string, leave: Leave<Doc> | undefined): void {
    const places = this.places.get(name);
    if (places) places.push(this.open.length);
    else this.places.set(name, [this.open.length]);
    this.open.push({ name, leave });
  }

  /** Ends what an opening tag ends by itself, as a new `li` ends the one before it. */
  endBefore(name: string, doc: Doc): void {
    const ended = ENDS.get(name) ?? (BLOCKS.has(name) ? PARAGRAPH : undefined);
    if (!ended) return;
    let from = this.open.length;
    let wall = -2;
    for (const other of ended) {
      const place = this.lastPlace(other);
      if (place < 0 || place >= from) continue;
      if (wall === -2) wall = this.wallFor(name);
      if (place > wall) from = place;
    }
    this.endFrom(from, doc, '');
  }

  /** Ends the innermost element of that name with all it holds; false when none is open here. */
  end(name: string, doc: Doc, next: string): boolean {
    const place = this.lastPlace(name);
    if (place < 0 || (place < this.open.length - 1 && place < this.wallFor(name))) return false;
    this.endFrom(place, doc, next);
    return true;
  }

  /** Ends every element from a place on, the innermost first. */
  endFrom(place: number, doc: Doc, next: string): void {
    while (this.open.length > place) {
      const element = this.open.pop();
      if (!element) return;
      this.places.get(element.name)?.pop();
      element.leave?.(doc, this.open.length === place ? next : '');
    }
  }

  private wallFor(name: string): number {
    let wall = -1;
    for (const other of WALLS.get(name) ?? CELLS) {
      // The innermost element of a name is no wall to its own closing tag.
      if (other !== name) wall = Math.max(wall, this.lastPlace(other));
    }
    return wall;
  }

  private lastPlace(name: string): number {
    return this.places.get(name)?.at(-1) ?? -1;
  }
}
