import type { Reading } from '../documents/reading.ts';
import { type Clock, type FileEntry, isSame, isSettled, type Stamp } from '../index/entries.ts';
import { type DocumentFormat, documentFormat } from '../types/content-type.ts';
import type { Passage } from './passages.ts';

const OVERHEAD = 200;

/** Has the text of a document read, in another thread. */
export type ReadText = (path: string, format: DocumentFormat) => Promise<Reading>;

/** The text of a document, or why there is none. */
export type DocumentPassage = Passage | 'unreadable' | 'gone' | 'overrun';

interface Kept {
  readonly stamp: Stamp;
  readonly passage: Passage | 'unreadable';
}

/** The texts of documents, kept as long as the files stay as they are and there is room. */
export class DocumentTexts {
  readonly #kept = new Map<string, Kept>();
  readonly #capacity: number;
  readonly #clock: Clock;
  readonly #read: ReadText;
  #size = 0;

  constructor(capacity: number, clock: Clock, read: ReadText) {
    this.#capacity = capacity;
    this.#clock = clock;
    this.#read = read;
  }

  get bytes(): number {
    return this.#size;
  }

  /** The text of a file that needs an extractor; undefined for any other file. */
  of(entry: FileEntry): Promise<DocumentPassage> | undefined {
    const format = documentFormat(entry.name);
    return format && this.#text(entry, format);
  }

  async #text(entry: FileEntry, format: DocumentFormat): Promise<DocumentPassage> {
    const { path, stamp } = entry;
    const kept = this.#kept.get(path);
    if (kept && isSame(kept.stamp, stamp)) {
      this.#kept.delete(path);
      this.#kept.set(path, kept);
      return kept.passage;
    }
    const isKept = isSettled(entry, this.#clock);
    const passage = passageOf(await this.#read(path, format));
    if (isKept && passage !== 'gone' && passage !== 'overrun') this.#keep(path, { stamp, passage });
    return passage;
  }

  #keep(path: string, kept: Kept): void {
    this.#drop(path);
    this.#kept.set(path, kept);
    this.#size += cost(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= this.#capacity) break;
      this.#drop(oldest);
    }
  }

  #drop(path: string): void {
    const kept = this.#kept.get(path);
    if (!kept) return;
    this.#kept.delete(path);
    this.#size -= cost(kept);
  }
}

function passageOf(reading: Reading): DocumentPassage {
  if (typeof reading === 'string') return reading;
  return 'text' in reading ? { text: Buffer.from(reading.text).toString('utf16le'), ascii: false } : 'unreadable';
}

function cost({ passage }: Kept): number {
  return OVERHEAD + (typeof passage === 'string' ? 0 : passage.text.length * 2);
}
