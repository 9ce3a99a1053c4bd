import type { TimeBudget } from '../../../lib/time-budget.ts';
import { Columns, type WantedLetters } from '../index/columns.ts';
import { type Directory, type FileEntry, UNSIGNED } from '../index/entries.ts';
import { type Grams, gramsOf } from '../index/grams.ts';
import type { IndexCache } from '../index/index-cache.ts';
import { headWords, wordsIn } from '../index/vocabulary.ts';
import { owns, type Shard } from '../index/walk.ts';
import { fileClass } from '../match/file-class.ts';
import { hasLetters, type Letters, lettersOf } from '../match/letters.ts';
import { distanceOf, nearest, type Suggestion, toleranceOf } from '../match/spelling.ts';
import { wordsOfName } from '../match/word-edges.ts';
import type { DocumentTexts } from '../read/document-texts.ts';
import { decode, readSmall, WINDOW } from '../read/passages.ts';

/** In how many texts a word is counted; one that is in as many is common. */
const COMMON = 50;

interface KnownWord {
  readonly word: string;
  readonly grams: Grams;
}

/**
 * Counts in how many names and texts of people there are words near to some that may be misspelled. What was indexed before saves time and
 * changes no count, so the same files give the same words: what the index knows only tells which texts are worth a look.
 */
export class NearWords {
  readonly #asked: readonly string[];
  /** Of each of them its letters, and how many of those may be wrong. */
  readonly #letters: readonly WantedLetters[];
  readonly #cache: Pick<IndexCache, 'signatures' | 'vocabulary' | 'documents' | 'unlearned'>;
  readonly #isNear = new Map<string, boolean>();
  readonly #inTexts = new Map<string, number>();
  readonly #inNames = new Map<string, number>();

  constructor(
    asked: readonly string[],
    cache: Pick<IndexCache, 'signatures' | 'vocabulary' | 'documents' | 'unlearned'>,
  ) {
    this.#asked = asked;
    this.#letters = asked.map((word) => ({ wanted: lettersOf(word), butFor: toleranceOf(word) }));
    this.#cache = cache;
  }

  /** For each of the words what was found near to it. */
  get suggestions(): Suggestion[][] {
    const counts = new Map(this.#inNames);
    for (const [word, count] of this.#inTexts) counts.set(word, (counts.get(word) ?? 0) + Math.min(count, COMMON));
    return this.#asked.map((word) => nearest(word, counts));
  }

  countNames(entries: readonly FileEntry[], directory: Directory, shard: Shard): void {
    const count = (name: string) => this.#count(wordsIn(wordsOfName(name).join(' ')), this.#inNames);
    const columns = Columns.of(entries, this.#cache.signatures);
    for (const place of columns.named(this.#letters)) count((entries[place] as FileEntry).name);
    for (const { name, letters } of directory.tree()) if (this.#mayBeNear(letters) && owns(name, shard)) count(name);
  }

  /** Reads the texts that are not known yet, and of the others those that may hold a near word. */
  async countTexts(entries: readonly FileEntry[], budget: TimeBudget): Promise<void> {
    const { vocabulary, documents, unlearned } = this.#cache;
    const known = [...vocabulary.words((letters) => this.#mayBeNear(letters))]
      .filter((word) => this.#near(word))
      .map((word) => ({ word, grams: gramsOf(word) }));
    for (const entry of this.#promising(entries, known)) {
      const isNew = entry.signature === UNSIGNED || unlearned.has(entry);
      if (!isNew && (entry.signature < 0 || !known.some((each) => this.#isWorthALook(entry, each)))) continue;
      if (budget.due()) await budget.turn();
      const read = wordsOf(entry, documents);
      const words = read instanceof Promise ? await budget.within(read) : read;
      if (words) this.#count(words, this.#inTexts);
      if (unlearned.delete(entry) && words) vocabulary.learn(words);
    }
  }

  // The files that are new, and those that may hold one of the words.
  #promising(entries: readonly FileEntry[], known: readonly KnownWord[]): FileEntry[] {
    const { signatures, unlearned } = this.#cache;
    const columns = Columns.of(entries, signatures);
    const marks = columns.marked(known.map(({ grams }) => ({ bit: 1, root: grams, forms: [grams] })));
    for (const place of columns.unsigned) marks[place] = 1;
    return entries.filter((entry, place) => marks[place] === 1 || (unlearned.size > 0 && unlearned.has(entry)));
  }

  #isWorthALook({ signature }: FileEntry, { word, grams }: KnownWord): boolean {
    return (this.#inTexts.get(word) ?? 0) < COMMON && this.#cache.signatures.mayHold(signature, grams);
  }

  #count(words: ReadonlySet<string>, counts: Map<string, number>): void {
    for (const word of words) if (this.#near(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }

  // A letter that is not there is a wrong one.
  #mayBeNear(letters: Letters): boolean {
    return this.#letters.some(({ wanted, butFor }) => hasLetters(letters, wanted, butFor));
  }

  #near(word: string): boolean {
    const known = this.#isNear.get(word);
    if (known !== undefined) return known;
    const isNear = this.#asked.some((asked) => {
      const most = toleranceOf(asked);
      return Math.abs(asked.length - word.length) <= most && distanceOf(asked, word, most) <= most;
    });
    this.#isNear.set(word, isNear);
    return isNear;
  }
}

/** The words at the beginning of a text of people; undefined for any other file. Files beyond a window have too many. */
export function wordsOf(
  entry: FileEntry,
  documents: DocumentTexts,
): ReadonlySet<string> | undefined | Promise<ReadonlySet<string> | undefined> {
  const { name, size, path } = entry;
  if (fileClass(name, false) !== 'document') return undefined;
  const document = documents.of(entry);
  if (document instanceof Promise) {
    return document.then((passage) => (typeof passage === 'string' ? undefined : headWords(passage.text)));
  }
  if (document) return typeof document === 'string' ? undefined : headWords(document.text);
  const small = size > 0 && size < WINDOW ? readSmall(path, size) : 'large';
  return typeof small === 'string' ? undefined : headWords(decode(small.bytes, small.encoding).text);
}
