interface CachedText {
  readonly version: string;
  /** Undefined for a file that is no text. */
  readonly bytes: Buffer | undefined;
  readonly cost: number;
}

const OVERHEAD = 200;

/** The texts of files by key and version, the longest unused ones forgotten beyond a number of bytes. */
export class TextCache {
  readonly #entries = new Map<string, CachedText>();
  readonly #capacity: number;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: string, version: string): { readonly bytes: Buffer | undefined } | undefined {
    const entry = this.#entries.get(key);
    if (entry?.version !== version) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  put(key: string, version: string, bytes: Buffer | undefined): void {
    const cost = (bytes?.length ?? 0) + key.length + OVERHEAD;
    this.#remove(key);
    if (cost > this.#capacity) return;
    this.#entries.set(key, { version, bytes, cost });
    this.#size += cost;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#capacity) break;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    this.#size -= this.#entries.get(key)?.cost ?? 0;
    this.#entries.delete(key);
  }
}
