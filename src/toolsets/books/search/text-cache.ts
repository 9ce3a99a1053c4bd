import { isAscii, isUtf8 } from 'node:buffer';

interface Entry {
  readonly version: string;
  /** Undefined for a file that is no text. */
  readonly text: string | undefined;
  readonly cost: number;
}

const OVERHEAD = 200;

/** The texts of files by key and version, the longest unused ones forgotten beyond a number of bytes. */
export class TextCache {
  readonly #entries = new Map<string, Entry>();
  readonly #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string, version: string): { readonly text: string | undefined } | undefined {
    const entry = this.#entries.get(key);
    if (entry?.version !== version) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  /** Keeps the bytes as text with plain line ends; gives the text. */
  put(key: string, version: string, bytes: Buffer): string | undefined {
    const text = isUtf8(bytes) && !bytes.includes(0) ? bytes.toString('utf8').replaceAll('\r\n', '\n') : undefined;
    // An engine keeps pure ASCII in one byte a character, other text in up to two.
    const cost = (text?.length ?? 0) * (isAscii(bytes) ? 1 : 2) + key.length + OVERHEAD;
    this.#remove(key);
    if (cost > this.#capacity) return text;
    this.#entries.set(key, { version, text, cost });
    this.#size += cost;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break;
      this.#remove(oldest);
    }
    return text;
  }

  #remove(key: string): void {
    this.#size -= this.#entries.get(key)?.cost ?? 0;
    this.#entries.delete(key);
  }
}
