import type { Reading } from '../documents/reading.ts';
import { type Clock, type FileEntry, isSame, type Stamp } from '../index/entries.ts';
import { type DocumentFormat, documentFormat, isOffice } from '../types/document-format.ts';
import type { Passage } from './passages.ts';
import { readQuickly } from './quick-texts.ts';

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
  readonly #readText: ReadText;
  #size = 0;

  constructor(capacity: number, clock: Clock, read: ReadText) {
    this.#capacity = capacity;
    this.#clock = clock;
    this.#readText = read;
  }

  get bytes(): number {
    return this.#size;
  }

  /** The text of a file that needs an extractor; undefined for any other file. What can be read at once is. */
  of(entry: FileEntry): DocumentPassage | Promise<DocumentPassage> | undefined {
    const format = documentFormat(entry.name);
    if (!format) return undefined;
    const kept = this.#find(entry);
    if (kept) return kept.passage;
    const quick = isOffice(format) ? 'elsewhere' : readQuickly(entry.path, format);
    return quick === 'elsewhere' ? this.#read(entry, format) : quick;
  }

  #find(entry: FileEntry): Kept | undefined {
    const { path } = entry;
    const kept = this.#kept.get(path);
    if (!kept || !isSame(kept.stamp, entry.stamp)) return undefined;
    this.#kept.delete(path);
    this.#kept.set(path, kept);
    return kept;
  }

  async #read({ path, stamp }: FileEntry, format: DocumentFormat): Promise<DocumentPassage> {
    const nowMs = this.#clock.now();
    const reading = await this.#readText(path, format);
    const passage = passageOf(reading);
    // A walk that looks at names alone knows nothing of the file; whoever read it does.
    const seen = stamp.ino === -1 && typeof reading === 'object' && 'text' in reading ? reading.stamp : stamp;
    const isKept = seen !== undefined && seen.ctimeMs < nowMs - this.#clock.grainMs;
    if (isKept && passage !== 'gone' && passage !== 'overrun') this.#keep(path, { stamp: seen, passage });
    return passage;
  }

  #keep(path: string, kept: Kept): void {
    this.#drop(path);
    // One archive shall not drive out a hundred letters.
    if (cost(kept) > this.#capacity / 4) return;
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
