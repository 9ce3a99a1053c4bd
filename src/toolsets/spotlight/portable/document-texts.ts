import { closeSync, fstatSync, readSync } from 'node:fs';
import { type DocumentFormat, documentFormat, documentText } from '../documents/text.ts';
import { type Entry, isSame } from './catalog.ts';
import { type Clock, isSettled } from './clock.ts';
import type { Passage } from './encoding.ts';
import type { Stamp } from './facts.ts';
import { openSafely } from './passages.ts';

const LARGEST_DOCUMENT = 64 << 20;
const OVERHEAD = 200;

interface Kept {
  readonly stamp: Stamp;
  readonly passage: Passage | 'unreadable';
}

/** The texts of documents, kept as long as the files stay as they are and there is room. */
export class DocumentTexts {
  readonly #kept = new Map<string, Kept>();
  readonly #capacity: number;
  readonly #clock: Clock;
  #size = 0;

  constructor(capacity: number, clock: Clock) {
    this.#capacity = capacity;
    this.#clock = clock;
  }

  get bytes(): number {
    return this.#size;
  }

  /** The text of a file that needs an extractor; undefined for any other file. */
  of(entry: Entry): Promise<Passage | 'unreadable' | 'gone'> | undefined {
    const format = documentFormat(entry.name);
    return format && this.#text(entry, format);
  }

  async #text(entry: Entry, format: DocumentFormat): Promise<Passage | 'unreadable' | 'gone'> {
    const { path, stamp } = entry;
    const kept = this.#kept.get(path);
    if (kept && isSame(kept.stamp, stamp)) {
      this.#kept.delete(path);
      this.#kept.set(path, kept);
      return kept.passage;
    }
    const isKept = isSettled(entry, this.#clock);
    const passage = await extracted(path, format);
    if (isKept && passage !== 'gone') this.#keep(path, { stamp, passage });
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

async function extracted(path: string, format: DocumentFormat): Promise<Passage | 'unreadable' | 'gone'> {
  const bytes = contentOf(path);
  if (typeof bytes === 'string') return bytes;
  try {
    return { text: await documentText(format, bytes), ascii: false };
  } catch {
    return 'unreadable';
  }
}

function contentOf(path: string): Uint8Array | 'unreadable' | 'gone' {
  const file = openSafely(path);
  if (typeof file === 'string') return file;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > LARGEST_DOCUMENT) return 'unreadable';
    const bytes = new Uint8Array(stats.size);
    let length = 0;
    for (let got = -1; got !== 0 && length < bytes.length; length += got) {
      got = readSync(file, bytes, length, bytes.length - length, length);
    }
    return bytes.subarray(0, length);
  } catch {
    return 'unreadable';
  } finally {
    closeSync(file);
  }
}

function cost({ passage }: Kept): number {
  return OVERHEAD + (passage === 'unreadable' ? 0 : passage.text.length * 2);
}
