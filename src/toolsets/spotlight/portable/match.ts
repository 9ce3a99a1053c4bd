import type { Snippet } from '../engine.ts';
import type { Passage } from './encoding.ts';
import { fold, foldWithOrigin } from './fold.ts';
import { isInAscii, type Pattern } from './pattern.ts';
import type { Query } from './query.ts';
import { snippetAround } from './snippet.ts';

export type Found = 'phrase' | 'tokens' | 'nothing';

interface Place {
  readonly passage: Passage;
  readonly pattern: Pattern;
}

/** Matches a query against one file's text, passage by passage. */
export class Match {
  readonly #phrase: Pattern;
  /** Tokens still to be found; those in the file's name are there already. */
  readonly #missing: Set<Pattern>;
  #place: Place | undefined;
  #hasPhrase = false;

  constructor({ phrase }: Query, missing: readonly Pattern[]) {
    this.#phrase = phrase;
    this.#missing = new Set(missing);
  }

  get found(): Found {
    if (this.#hasPhrase) return 'phrase';
    return this.#missing.size === 0 ? 'tokens' : 'nothing';
  }

  /** Takes the next passage; true when no further one can add anything. */
  take(passage: Passage): boolean {
    const holds = holder(passage);
    if (holds(this.#phrase)) {
      this.#hasPhrase = true;
      this.#place = { passage, pattern: this.#phrase };
      return true;
    }
    for (const pattern of this.#missing) {
      if (!holds(pattern)) continue;
      this.#missing.delete(pattern);
      this.#place ??= { passage, pattern };
    }
    return false;
  }

  /** Where the text matched. */
  snippet(): Snippet | undefined {
    if (!this.#place) return undefined;
    const { passage, pattern } = this.#place;
    const { text, ascii } = passage;
    const found = ascii && pattern.isExact ? pattern.ascii?.exec(text) : undefined;
    if (found) return snippetAround(text, found.index, found.index + found[0].length);
    const folded = foldWithOrigin(text);
    const at = folded.text.indexOf(pattern.folded);
    return snippetAround(text, folded.sourceOf(at), folded.sourceOf(at + pattern.folded.length));
  }
}

/** Whether a passage cannot hold a pattern, as far as one quick look can tell. */
export function lacks({ text, ascii }: Passage, pattern: Pattern): boolean {
  return !(ascii ? pattern.ascii?.test(text) : pattern.loose.test(text));
}

// Folds the passage at most once, and only when it is needed.
function holder({ text, ascii }: Passage): (pattern: Pattern) => boolean {
  if (ascii) return (pattern) => isInAscii(text, pattern);
  let folded: string | undefined;
  return (pattern) => {
    if (!pattern.loose.test(text)) return false;
    folded ??= fold(text);
    return folded.includes(pattern.folded);
  };
}
