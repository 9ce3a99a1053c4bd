/**
 * Knows which bytes of an archive can no longer change. They are written from start to end, with one exception: the data of a
 * large member comes first, its header then fills the hole before it. A member that fails leaves its data beyond the hole,
 * and the next member is written over it.
 */
export class FinalBytes {
  #end = 0;
  #ahead: { readonly start: number; readonly end: number } | undefined;

  /** Everything before this is as it will stay. */
  get end(): number {
    return this.#end;
  }

  /** Tells of a write; gives the end of what is final. */
  written(position: number, length: number): number {
    const end = position + length;
    if (position > this.#end) {
      const goesOn = this.#ahead?.end === position;
      this.#ahead = { start: goesOn ? (this.#ahead?.start ?? position) : position, end };
    } else {
      this.#end = this.#ahead?.start === end ? this.#ahead.end : end;
      this.#ahead = undefined;
    }
    return this.#end;
  }
}
