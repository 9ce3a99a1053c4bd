import type { TimeBudget } from '../../../lib/time-budget.ts';
import { fileClass } from '../match/file-class.ts';
import { fold } from '../match/fold.ts';
import type { DocumentTexts } from '../read/document-texts.ts';
import { isPage, shownPage } from '../read/pages.ts';
import { decode, LARGEST_FILE, type Passage, readLarge, readSmall, WINDOW } from '../read/passages.ts';
import { type Clock, type FileEntry, isSettled, TEXTLESS, UNSIGNABLE } from './entries.ts';
import type { Signatures } from './signature.ts';
import { headWords, type Vocabulary } from './vocabulary.ts';

const room = Buffer.allocUnsafeSlow(1 << 18);

/** Gives files their signatures. */
export class Signing {
  readonly #signatures: Signatures;
  readonly #documents: DocumentTexts;
  readonly #clock: Clock;
  readonly #vocabulary: Vocabulary;

  constructor(signatures: Signatures, documents: DocumentTexts, clock: Clock, vocabulary: Vocabulary) {
    this.#signatures = signatures;
    this.#vocabulary = vocabulary;
    this.#documents = documents;
    this.#clock = clock;
  }

  /** Reads a file and signs it; false when it cannot be read to its end or is too young for its times to tell of a later change. */
  async sign(entry: FileEntry, budget: TimeBudget): Promise<boolean> {
    if (!isSettled(entry, this.#clock)) return false;
    const signature = await this.#signatureOf(entry, budget);
    if (!entry.dead) entry.signature = signature;
    else if (signature >= 0) this.#signatures.forget(signature);
    return !entry.dead && signature !== UNSIGNABLE;
  }

  async #signatureOf(entry: FileEntry, budget: TimeBudget): Promise<number> {
    const document = await this.#documents.of(entry);
    if (typeof document === 'string') return UNSIGNABLE;
    if (document) return document.text === '' ? TEXTLESS : this.#ofPassage(this.#learned(entry, document));
    if (entry.size === 0) return TEXTLESS;
    const small = entry.size < WINDOW ? readSmall(entry.path, entry.size) : 'large';
    if (small === 'large') return this.#ofLarge(entry, budget);
    if (small === 'binary') return TEXTLESS;
    if (typeof small === 'string') return UNSIGNABLE;
    const { bytes, encoding } = small;
    const passage = this.#learned(entry, decode(bytes, encoding));
    if (isPage(entry.name)) return this.#ofPage(passage);
    if (!passage.ascii) return this.#ofPassage(passage);
    this.#signatures.begin(bytes.length);
    this.#signatures.add(bytes, 0, bytes.length);
    return this.#signatures.end();
  }

  // What people write; the words of programs are too many, and nobody misspells them.
  #learned({ name }: FileEntry, passage: Passage): Passage {
    if (fileClass(name, false) === 'document') this.#vocabulary.learn(headWords(passage.text));
    return passage;
  }

  #ofPassage(passage: Passage): number {
    const bytes = comparableBytes(passage);
    this.#signatures.begin(bytes.length);
    this.#signatures.add(bytes, 0, bytes.length);
    return this.#signatures.end();
  }

  #ofPage(passage: Passage): number {
    const shown = shownPage(passage);
    this.#signatures.begin(passage.text.length + shown.text.length);
    for (const each of [passage, shown]) {
      const bytes = comparableBytes(each);
      this.#signatures.add(bytes, 0, bytes.length);
    }
    return this.#signatures.end();
  }

  async #ofLarge(entry: FileEntry, budget: TimeBudget): Promise<number> {
    let isText = false;
    this.#signatures.begin(entry.size);
    const end = await readLarge(entry.path, budget, LARGEST_FILE, (passage) => {
      isText = true;
      const bytes = comparableBytes(passage);
      this.#signatures.add(bytes, 0, bytes.length);
      return false;
    });
    if (end !== 'done') return UNSIGNABLE;
    return isText ? this.#signatures.end() : TEXTLESS;
  }
}

// Most texts are small and share their room, which else would be garbage of the slow kind; it is overwritten by the next.
function comparableBytes({ text, ascii }: Passage): Buffer {
  const compared = ascii ? text : fold(text);
  if (compared.length * 3 > room.length) return Buffer.from(compared, 'utf8');
  return room.subarray(0, room.write(compared, 0, 'utf8'));
}
