/** Remembers things up to a total weight, and forgets the ones that were set longest ago. */
export class BoundedCache<Key, Value> {
  readonly #values = new Map<Key, Value>();
  #weight = 0;

  constructor(
    private readonly most: number,
    private readonly weigh: (value: Value) => number = () => 1,
  ) {}

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    this.#values.set(key, value);
    this.#weight += this.weigh(value);
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.most) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#values.get(key);
    if (value === undefined) return;
    this.#values.delete(key);
    this.#weight -= this.weigh(value);
  }
}
