import { BoundedCache } from '../../lib/bounded-cache.ts';

interface Conversion {
  readonly text: string;
  readonly result: string;
}

const SAMPLE = 24;

/** Remembers the results of a pure text function, least recently used out first. */
export class Memo {
  readonly #known: BoundedCache<string, Conversion>;

  constructor(
    most: number,
    private readonly maxBytes: number,
  ) {
    // Each weighs at least its share, so that there are never more than so many.
    const share = Math.floor(maxBytes / most);
    this.#known = new BoundedCache(maxBytes, (one) => Math.max(share, sizeOf(one)));
  }

  /** The remembered result for a text, or the computed one. */
  get(text: string, compute: (text: string) => string): string {
    const key = keyOf(text);
    const known = this.#known.get(key);
    const conversion = known?.text === text ? known : { text, result: compute(text) };
    // A giant would push out everybody else.
    if (sizeOf(conversion) <= this.maxBytes / 4) this.#known.set(key, conversion);
    return conversion.result;
  }
}

// Hashing all of a long text costs ten times what comparing it does, so the key is a sample and the text is compared.
function keyOf(text: string): string {
  const middle = text.length >> 1;
  return `${text.length} ${text.slice(0, SAMPLE)}${text.slice(middle, middle + SAMPLE)}${text.slice(-SAMPLE)}`;
}

function sizeOf({ text, result }: Conversion): number {
  return 2 * (text.length + (result === text ? 0 : result.length));
}
