/** From frequent to rare; whatever is not here is rarer in prose. */
const FREQUENT = ' etaoinsrhldcumfpgwybvkxjqz';
/** The engine looks for texts of up to this length by their first character, and for longer ones in a way that costs more. */
const LONGEST_CHEAP = 6;

/** Finds a text in others by the rarest of its characters: where that one is missing, an engine leaps. */
export class Needle {
  readonly #offset: number;
  readonly #part: string;

  constructor(private readonly text: string) {
    this.#offset = rarest(text);
    this.#part = text.slice(this.#offset, this.#offset + LONGEST_CHEAP);
  }

  /** Where the text is next, or infinity. */
  next(haystack: string, from: number): number {
    for (let at = from + this.#offset; ; at++) {
      at = haystack.indexOf(this.#part, at);
      if (at === -1) return Number.POSITIVE_INFINITY;
      if (haystack.startsWith(this.text, at - this.#offset)) return at - this.#offset;
    }
  }
}

function rarest(text: string): number {
  let best = 0;
  let bestRank = -1;
  for (let at = 0; at < text.length; at++) {
    const known = FREQUENT.indexOf(text.charAt(at));
    const rank = known === -1 ? FREQUENT.length : known;
    if (rank <= bestRank) continue;
    best = at;
    bestRank = rank;
  }
  return best;
}
