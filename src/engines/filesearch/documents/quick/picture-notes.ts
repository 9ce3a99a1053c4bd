import type { Description } from '../described.ts';

/** What is told about a picture, in the order in which it is shown. */
const ORDER = ['title', 'caption', 'keyword', 'place', 'artist', 'camera', 'date', 'position', 'other'] as const;

export type PictureNote = (typeof ORDER)[number];

const MOST_EACH = 200;

/** Collects what the several places of a picture tell about it. */
export class PictureNotes {
  readonly #notes = new Map<PictureNote, Set<string>>();

  get isEmpty(): boolean {
    return this.#notes.size === 0;
  }

  add(note: PictureNote, value: string): void {
    const text = (value.includes('\0') ? value.replaceAll('\0', '') : value).trim();
    if (text === '') return;
    const values = this.#notes.get(note) ?? new Set();
    this.#notes.set(note, values);
    if (values.size < MOST_EACH) values.add(text);
  }

  /** Reads one place; a broken one keeps nobody from reading the others. */
  attempt(read: () => void): void {
    try {
      read();
    } catch {
      // What it told before it broke is kept.
    }
  }

  description(): Description {
    const [first, ...more] = this.#of('title');
    const [caption, ...captions] = this.#of('caption');
    const rest = ORDER.slice(2).map((note) => this.#of(note).join(note === 'keyword' || note === 'place' ? ', ' : ' '));
    return { title: first ?? caption, notes: [...more, caption, ...captions, ...rest] };
  }

  #of(note: PictureNote): string[] {
    return [...(this.#notes.get(note) ?? [])];
  }
}
