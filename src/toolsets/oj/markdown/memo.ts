interface Entry {
  readonly text: string;
  readonly result: string;
}

const SAMPLE = 24;

/** Remembers the results of a pure text function, least recently used out first. */
export class Memo {
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(
    private readonly maxEntries: number,
    private readonly maxBytes: number,
  ) {}

  /** The remembered result for a text, or the computed one. */
  get(text: string, compute: (text: string) => string): string {
    const key = keyOf(text);
    const known = this.entries.get(key);
    if (known?.text === text) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.result;
    }
    const result = compute(text);
    this.remember(key, { text, result });
    return result;
  }

  private remember(key: string, entry: Entry): void {
    // A giant would push out everybody else.
    if (sizeOf(entry) > this.maxBytes / 4) return;
    this.forget(key);
    this.entries.set(key, entry);
    this.bytes += sizeOf(entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.maxEntries && this.bytes <= this.maxBytes) break;
      this.forget(oldest);
    }
  }

  private forget(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.bytes -= sizeOf(entry);
  }
}

// Hashing all of a long text costs ten times what comparing it does, so the key is a sample and the text is compared.
function keyOf(text: string): string {
  const middle = text.length >> 1;
  return `${text.length} ${text.slice(0, SAMPLE)}${text.slice(middle, middle + SAMPLE)}${text.slice(-SAMPLE)}`;
}

function sizeOf({ text, result }: Entry): number {
  return 2 * (text.length + (result === text ? 0 : result.length));
}
