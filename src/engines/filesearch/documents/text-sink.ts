import { LIMITS } from './limits.ts';

const MAX_JOINED = 4096;

/** Collects text, and refuses when there is too much: a small spreadsheet can name one long string a million times. */
export class TextSink {
  #parts: string[] = [];
  #done = '';
  #length = 0;
  #lineIsEmpty = true;

  add(text: string): void {
    if (text === '') return;
    this.#length += text.length;
    if (this.#length > LIMITS.characters) {
      throw new Error(`The document holds more than ${LIMITS.characters} characters of text.`);
    }
    this.#lineIsEmpty = text.endsWith('\n');
    this.#parts.push(text);
    if (this.#parts.length >= MAX_JOINED) this.#join();
  }

  /** Adds text of a page where line breaks and runs of spaces mean no more than a space. */
  addFlowing(text: string): void {
    const single = text.replaceAll(/[ \t\r\n]+/g, ' ');
    this.add(this.#lineIsEmpty && single.startsWith(' ') ? single.slice(1) : single);
  }

  /** Ends the line, unless it is empty. */
  endLine(): void {
    if (!this.#lineIsEmpty) this.add('\n');
  }

  text(): string {
    this.#join();
    return this.#done.trimEnd();
  }

  #join(): void {
    this.#done += this.#parts.join('');
    this.#parts = [];
  }
}
