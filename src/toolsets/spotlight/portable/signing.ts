import { type Entry, TEXTLESS, UNSIGNABLE } from './catalog.ts';
import { type Clock, isSettled } from './clock.ts';
import type { DocumentTexts } from './document-texts.ts';
import { decode, type Passage } from './encoding.ts';
import { fold } from './fold.ts';
import type { Pace } from './pace.ts';
import { LARGEST_FILE, readLarge, readSmall, WINDOW } from './passages.ts';
import type { Signatures } from './signature.ts';

const room = Buffer.allocUnsafeSlow(1 << 18);

/** Gives files their signatures. */
export class Signing {
  readonly #signatures: Signatures;
  readonly #documents: DocumentTexts;
  readonly #clock: Clock;

  constructor(signatures: Signatures, documents: DocumentTexts, clock: Clock) {
    this.#signatures = signatures;
    this.#documents = documents;
    this.#clock = clock;
  }

  /** Reads a file and signs it, unless it cannot be read to its end or is too young for its times to tell of a later change. */
  async sign(entry: Entry, pace: Pace): Promise<void> {
    if (!isSettled(entry, this.#clock)) return;
    const signature = await this.#signatureOf(entry, pace);
    if (!entry.dead) entry.signature = signature;
    else if (signature >= 0) this.#signatures.forget(signature);
  }

  async #signatureOf(entry: Entry, pace: Pace): Promise<number> {
    const document = await this.#documents.of(entry);
    if (document) return typeof document === 'string' ? UNSIGNABLE : this.#ofPassage(document);
    if (entry.size === 0) return TEXTLESS;
    const small = entry.size < WINDOW ? readSmall(entry.path, entry.size) : 'large';
    if (small === 'large') return this.#ofLarge(entry, pace);
    if (small === 'binary') return TEXTLESS;
    if (typeof small === 'string') return UNSIGNABLE;
    const { bytes, encoding } = small;
    const passage = decode(bytes, encoding);
    if (!passage.ascii) return this.#ofPassage(passage);
    this.#signatures.begin(bytes.length);
    this.#signatures.add(bytes, 0, bytes.length);
    return this.#signatures.end();
  }

  #ofPassage(passage: Passage): number {
    const bytes = comparableBytes(passage);
    this.#signatures.begin(bytes.length);
    this.#signatures.add(bytes, 0, bytes.length);
    return this.#signatures.end();
  }

  async #ofLarge(entry: Entry, pace: Pace): Promise<number> {
    let isText = false;
    this.#signatures.begin(entry.size);
    const end = await readLarge(entry.path, pace, LARGEST_FILE, (passage) => {
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
