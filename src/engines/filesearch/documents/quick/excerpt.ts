const MAX_JOINED = 4096;

/** Collects text up to a limit; what comes later is left out. */
export class Excerpt {
  readonly #limit: number;
  #parts: string[] = [];
  #done = '';
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get isFull(): boolean {
    return this.#length >= this.#limit;
  }

  add(text: string): void {
    const taken = text.slice(0, this.#limit - this.#length);
    if (taken === '') return;
    this.#length += taken.length;
    this.#parts.push(taken);
    if (this.#parts.length >= MAX_JOINED) this.#join();
  }

  /** Adds a text that ends with a line break. */
  addLine(text: string): void {
    if (text !== '') this.add(text.endsWith('\n') ? text : `${text}\n`);
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
